internal import CNcurses
internal import Cells

/// Paints, with sequences of our own, the cells that ncurses cannot express: 24-bit colours, links, struck-through text
/// and clusters whose width it takes for another. It runs right after ncurses, when the look is the terminal's own, and
/// puts the cursor back where ncurses believes it.
struct OverlayPainter {
    let depth: ColorDepth
    let hasLinks: Bool
    /// Whether the terminal drops what its C library does not know; ours is taken to be of the same age.
    var dropsUnknown = false

    /// Whether ncurses, which counts as the C library does, takes the cluster for as wide as the cell is.
    static func isNatural(_ cell: Cell) -> Bool {
        let utf8 = cell.cluster.utf8
        if utf8.count == 1 { return cell.width == 1 }
        let scalars = cell.cluster.unicodeScalars
        guard let first = scalars.first, cnc_wcwidth(first.value) == Int32(cell.width) else { return false }
        // setcchar takes five, and drops a second one that has a width.
        let rest = scalars.dropFirst()
        return rest.count < 5 && rest.allSatisfy { cnc_wcwidth($0.value) == 0 }
    }

    /// Whether a cell, in the look that the terminal can show, is more than ncurses can paint.
    func isNeeded(for cell: Cell) -> Bool {
        if cell.width == 0 { return false }
        if hasLinks, cell.style.link != 0 { return true }
        if cell.style.attributes.contains(.strikethrough) { return true }
        if depth == .trueColor {
            if case .rgb = cell.style.foreground { return true }
            if case .rgb = cell.style.background { return true }
        }
        return !Self.isNatural(cell)
    }

    /// The bytes for the cells of some rows that need it.
    func bytes(rows: [Int], of frame: CellBuffer, cursor: Point) -> String {
        var out = ""
        for y in rows where y < frame.size.height {
            var expected = -1
            for x in 0..<frame.size.width {
                let cell = frame[x, y]
                guard isNeeded(for: cell) else { continue }
                if expected != x { out += Self.address(x, y) }
                out += painted(cell, x: x, y: y, links: frame.links)
                // Where the terminal's cursor stands behind such a cluster is its secret.
                expected = Self.isNatural(cell) ? x + Int(cell.width) : -1
            }
        }
        return out.isEmpty ? "" : out + "\u{1B}[0m" + Self.address(cursor.x, cursor.y)
    }

    private func painted(_ cell: Cell, x: Int, y: Int, links: [String]) -> String {
        var out = SequenceWriter.look(cell.style, depth: depth)
        let target = hasLinks && Int(cell.style.link) < links.count ? links[Int(cell.style.link)] : ""
        let link = target.isEmpty ? "" : SequenceWriter.link(to: target, id: cell.style.link)
        out += link
        if !Self.isNatural(cell) {
            out += String(repeating: " ", count: Int(cell.width)) + Self.address(x, y)
        }
        out += isDropped(cell) ? "\u{FFFD}" : cell.cluster
        if !link.isEmpty { out += SequenceWriter.linkEnd }
        return out
    }

    /// Whether nothing would be seen of a cell: something stands in its place then.
    private func isDropped(_ cell: Cell) -> Bool {
        dropsUnknown && cell.cluster.unicodeScalars.contains { cnc_wcwidth($0.value) < 0 }
    }

    private static func address(_ x: Int, _ y: Int) -> String { "\u{1B}[\(y + 1);\(x + 1)H" }
}
