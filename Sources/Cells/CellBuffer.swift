/// A grid of cells as a value: what is drawn before it is a terminal.
///
/// Invariant: a wide cell is always followed by its tail in the same row; writing over one half blanks the other.
public struct CellBuffer: Sendable, Hashable {
    /// The size of the grid.
    public private(set) var size: Size
    /// The cells, row by row.
    public private(set) var cells: [Cell]
    /// Targets of the hyperlinks that styles point at (index 0 is none).
    public private(set) var links: [String]

    /// Makes a grid of blank cells; negative sizes become 0.
    public init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = Array(repeating: .blank, count: self.size.width * self.size.height)
        links = [""]
    }

    /// The whole grid as a rectangle.
    public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The cell at a position inside the grid; a blank one outside.
    public subscript(x: Int, y: Int) -> Cell {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return .blank }
        return cells[y * size.width + x]
    }

    /// Registers the target of a hyperlink and answers the index for `Style.link`; the same target gets the same index.
    public mutating func link(to target: String) -> UInt16 {
        if let known = links.firstIndex(of: target) { return UInt16(known) }
        guard links.count < Int(UInt16.max) else { return 0 }
        links.append(target)
        return UInt16(links.count - 1)
    }

    /// Fills the part of the rectangle inside the grid with spaces of a style.
    public mutating func fill(_ rect: Rect, style: Style) {
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX { put(Cell(cluster: " ", width: 1, style: style), x: x, y: y) }
        }
    }

    /// Writes text on one row from a position, cut at `maxX` (exclusive) and at the grid; a wide cluster that would
    /// stick out is replaced by spaces. Answers the column after the last cell written.
    @discardableResult
    public mutating func write(
        _ text: SafeText, x: Int, y: Int, style: Style, policy: WidthPolicy, minX: Int = 0, maxX: Int = .max
    ) -> Int {
        guard y >= 0, y < size.height else { return x }
        let end = min(maxX, size.width)
        var column = x
        for cluster in text.string {
            if cluster == "\n" || column >= end { break }
            let width = policy.width(of: cluster)
            if width == 0 { continue }
            if column + width > end || column < max(0, minX) {
                for blank in max(column, max(0, minX))..<max(max(column, max(0, minX)), min(column + width, end)) {
                    put(Cell(cluster: " ", width: 1, style: style), x: blank, y: y)
                }
            } else {
                put(Cell(cluster: String(cluster), width: UInt8(min(width, 2)), style: style), x: column, y: y)
                if width > 1 { for tail in 1..<width { put(.tail(style), x: column + tail, y: y) } }
            }
            column += width
        }
        return column
    }

    /// Changes the style of the cells inside the rectangle (highlighting), keeping clusters and links.
    public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX { cells[y * size.width + x].style = change(cells[y * size.width + x].style) }
        }
    }

    /// Copies `source`'s rectangle to a position of this grid, clipped to both; links are carried over.
    public mutating func blit(_ source: CellBuffer, from rect: Rect, to origin: Point) {
        let area = rect.intersection(source.bounds)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let target = Point(x: origin.x + x - rect.x, y: origin.y + y - rect.y)
                guard bounds.contains(target) else { continue }
                var cell = source[x, y]
                if cell.style.link != 0 { cell.style.link = link(to: source.links[Int(cell.style.link)]) }
                put(cell, x: target.x, y: target.y)
            }
        }
    }

    /// Puts one cell, keeping the invariant of wide cells.
    private mutating func put(_ cell: Cell, x: Int, y: Int) {
        let index = y * size.width + x
        if cell.width != 0, cells[index].width == 0, x > 0 {
            cells[index - 1] = Cell(cluster: " ", width: 1, style: cells[index - 1].style)
        }
        if cells[index].width == 2, cell.width != 2, x + 1 < size.width {
            cells[index + 1] = Cell(cluster: " ", width: 1, style: cells[index + 1].style)
        }
        cells[index] = cell
    }
}
