import Cells

/// A buffer as text: wide cells once, blanks at the end of each row cut.
func picture(_ buffer: CellBuffer) -> String {
    (0..<buffer.size.height).map { y in
        var row = (0..<buffer.size.width).map { buffer[$0, y].cluster }.joined()
        while row.hasSuffix(" ") { row.removeLast() }
        return row
    }.joined(separator: "\n")
}

/// Breaks of the grid's invariant: a wide cell without its tail, a tail without its cell. Empty for a sound buffer.
func brokenCells(_ buffer: CellBuffer) -> [Point] {
    var broken: [Point] = []
    for y in 0..<buffer.size.height {
        for x in 0..<buffer.size.width {
            let cell = buffer[x, y]
            if cell.width == 2, x + 1 >= buffer.size.width || buffer[x + 1, y].width != 0 {
                broken.append(Point(x: x, y: y))
            }
            if cell.width == 0, x == 0 || buffer[x - 1, y].width != 2 { broken.append(Point(x: x, y: y)) }
        }
    }
    return broken
}
