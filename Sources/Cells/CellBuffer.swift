/// A grid of cells as a value: what is drawn before it is a terminal.
///
/// Invariant: a wide cell is always followed by its tail in the same row; writing over one half blanks the other. No
/// cell is wider than two columns: what `WidthPolicy.pieces` says is one cell each.
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

    /// Where a link of this grid leads; `nil` for an index that was never registered. Styles come from anywhere, so an
    /// index proves nothing.
    public func target(ofLink link: UInt16) -> String? { Int(link) < links.count ? links[Int(link)] : nil }

    /// Registers the target of a hyperlink and answers the index for `Style.link`; the same target gets the same index.
    public mutating func link(to target: String) -> UInt16 {
        if let known = links.firstIndex(of: target) { return UInt16(known) }
        guard links.count < Int(UInt16.max) else { return 0 }
        links.append(target)
        return UInt16(links.count - 1)
    }

    /// The cells of one row; none outside the grid. O(1).
    public func row(_ y: Int) -> ArraySlice<Cell> {
        guard y >= 0, y < size.height else { return [] }
        return cells[y * size.width..<(y + 1) * size.width]
    }

    /// Fills the part of the rectangle inside the grid with spaces of a style. O(cells filled).
    public mutating func fill(_ rect: Rect, style: Style) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        let blank = Cell(cluster: " ", width: 1, style: style)
        for y in area.y..<area.maxY {
            // Only the ends of the row can cut a wide cell.
            put(blank, x: area.x, y: y)
            put(blank, x: area.maxX - 1, y: y)
            let start = y * size.width
            for index in start + area.x..<start + area.maxX { cells[index] = blank }
        }
    }

    /// Writes text on one row from a position, cut at `minX`, at `maxX` (exclusive) and at the grid; a wide cluster
    /// that would stick out is replaced by spaces. The text ends at its first line break. O(columns before `maxX`).
    ///
    /// Answers the column after the last one that the text was laid to, cut or not.
    @discardableResult
    public mutating func write(
        _ text: SafeText, x: Int, y: Int, style: Style, policy: WidthPolicy, minX: Int = 0, maxX: Int = .max
    ) -> Int {
        guard y >= 0, y < size.height else { return x }
        let start = max(0, minX)
        let end = min(maxX, size.width)
        if WidthPolicy.isPrintableASCII(text) {
            return write(ascii: text, x: x, y: y, style: style, start: start, end: end)
        }
        var column = x
        for cluster in text.string {
            if column >= end || cluster.isNewline { break }
            if cluster.isASCII {
                if column >= start { put(Cell(cluster: String(cluster), width: 1, style: style), x: column, y: y) }
                column += 1
                continue
            }
            // Most clusters are one scalar, and one cell.
            if let width = policy.width(ofSingle: cluster), column >= start, column + width <= end {
                put(Cell(cluster: String(cluster), width: UInt8(width), style: style), x: column, y: y)
                if width == 2 { put(.tail(style), x: column + 1, y: y) }
                column += width
                continue
            }
            for piece in policy.pieces(of: cluster) {
                if column >= start, column + piece.width <= end {
                    put(Cell(cluster: piece.text, width: UInt8(piece.width), style: style), x: column, y: y)
                    if piece.width == 2 { put(.tail(style), x: column + 1, y: y) }
                } else {
                    // The half that is inside.
                    for blank in column..<column + piece.width where blank >= start && blank < end {
                        put(Cell(cluster: " ", width: 1, style: style), x: blank, y: y)
                    }
                }
                column += piece.width
            }
        }
        return column
    }

    /// Writes text of which every byte is a cell.
    private mutating func write(ascii text: SafeText, x: Int, y: Int, style: Style, start: Int, end: Int) -> Int {
        var column = x
        for byte in text.string.utf8 {
            if column >= end { break }
            if column >= start {
                let cluster = String(Character(Unicode.Scalar(byte)))
                put(Cell(cluster: cluster, width: 1, style: style), x: column, y: y)
            }
            column += 1
        }
        return column
    }

    /// Changes the style of the cells inside the rectangle (highlighting), keeping the clusters. A wide cell changes as
    /// a whole when its first half is inside, or not at all.
    public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
        let area = rect.intersection(bounds)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                let index = y * size.width + x
                if cells[index].width == 0 { continue }
                cells[index].style = change(cells[index].style)
                if cells[index].width == 2 { cells[index + 1].style = cells[index].style }
            }
        }
    }

    /// Copies `source`'s rectangle to a position of this grid, clipped to both; links are carried over, and the halves
    /// of wide cells cut by a border become spaces. O(cells copied).
    public mutating func blit(_ source: CellBuffer, from rect: Rect, to origin: Point) {
        let wanted = rect.intersection(source.bounds)
        let target = wanted.offset(x: origin.x - rect.x, y: origin.y - rect.y).intersection(bounds)
        let area = target.offset(x: rect.x - origin.x, y: rect.y - origin.y)
        guard !area.isEmpty else { return }
        var carried: [UInt16: UInt16] = [0: 0]
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX {
                var cell = source[x, y]
                let cut = (cell.width == 0 && x == area.x) || (cell.width == 2 && x == area.maxX - 1)
                if cut { cell = Cell(cluster: " ", width: 1, style: cell.style) }
                if cell.style.link != 0 {
                    let known =
                        carried[cell.style.link] ?? source.target(ofLink: cell.style.link).map { link(to: $0) } ?? 0
                    carried[cell.style.link] = known
                    cell.style.link = known
                }
                put(cell, x: x + origin.x - rect.x, y: y + origin.y - rect.y)
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

    /// Replaces cells and links as a whole; for `apply`.
    mutating func replace(_ range: Range<Int>, with run: [Cell]) { cells.replaceSubrange(range, with: run) }
    mutating func replaceLinks(_ links: [String]) { self.links = links }
}
