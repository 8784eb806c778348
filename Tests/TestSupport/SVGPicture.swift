package import Cells

/// A frame as an SVG picture, the same bytes on every machine: for the project's pages.
package struct SVGPicture {
    /// Whether the picture is on a light background.
    package var isLight = false

    private static let column = 8.4
    private static let row = 19.0
    private static let margin = 14.0
    private static let font =
        "'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', Menlo, Consolas, 'Courier New', monospace"

    /// Pictures on a dark background.
    package init(isLight: Bool = false) { self.isLight = isLight }

    private var foreground: String { isLight ? "#1f2328" : "#d6d9df" }
    private var background: String { isLight ? "#ffffff" : "#16181d" }

    /// The picture of a frame. O(cells).
    package func svg(of frame: CellBuffer, cursor: Point? = nil) -> String {
        let width = Double(frame.size.width) * Self.column + 2 * Self.margin
        let height = Double(frame.size.height) * Self.row + 2 * Self.margin
        var out =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        out += "viewBox=\"0 0 \(Self.text(width)) \(Self.text(height))\">\n"
        out += "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"\(background)\"/>\n"
        out += "<g font-family=\"\(Self.font)\" font-size=\"14\" xml:space=\"preserve\">\n"
        for y in 0..<frame.size.height { out += rowText(frame, y, cursor) }
        return out + "</g>\n</svg>\n"
    }

    private func rowText(_ frame: CellBuffer, _ y: Int, _ cursor: Point?) -> String {
        var out = ""
        var x = 0
        while x < frame.size.width {
            let cell = frame[x, y]
            let width = max(1, Int(cell.width))
            var end = x + width
            var text = cell.cluster
            // Narrow ASCII cells of one look go together; all others stand alone, so that no font can shift them.
            if Self.isPlain(cell) {
                while end < frame.size.width, Self.isPlain(frame[end, y]), frame[end, y].style == cell.style,
                    cursor != Point(x: end, y: y), cursor != Point(x: x, y: y)
                {
                    text += frame[end, y].cluster
                    end += 1
                }
            }
            out += run(text, x: x, y: y, columns: end - x, style: cell.style, isCursor: cursor == Point(x: x, y: y))
            x = end
        }
        return out
    }

    private static func isPlain(_ cell: Cell) -> Bool {
        cell.width == 1 && cell.cluster.utf8.count == 1
    }

    private func run(_ text: String, x: Int, y: Int, columns: Int, style: Style, isCursor: Bool) -> String {
        var front = Self.hex(style.foreground) ?? foreground
        var back = Self.hex(style.background)
        if style.attributes.contains(.reverse) != isCursor { (front, back) = (back ?? background, front) }
        let left = Self.margin + Double(x) * Self.column
        let top = Self.margin + Double(y) * Self.row
        let width = Self.text(Double(columns) * Self.column)
        var out = ""
        if let back {
            out += "<rect x=\"\(Self.text(left))\" y=\"\(Self.text(top))\" width=\"\(width)\" "
            out += "height=\"\(Self.text(Self.row))\" fill=\"\(back)\"/>\n"
        }
        guard text.contains(where: { $0 != " " }) else { return out }
        out += "<text x=\"\(Self.text(left))\" y=\"\(Self.text(top + 14))\" textLength=\"\(width)\" "
        out += "lengthAdjust=\"spacingAndGlyphs\" fill=\"\(front)\""
        if style.attributes.contains(.bold) { out += " font-weight=\"bold\"" }
        if style.attributes.contains(.italic) { out += " font-style=\"italic\"" }
        if style.attributes.contains(.dim) { out += " opacity=\"0.6\"" }
        if style.attributes.contains(.underline) { out += " text-decoration=\"underline\"" }
        return out + ">\(Self.escaped(text))</text>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { out, character in
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            // Several blanks must stay several in every viewer.
            case " ": out += "\u{A0}"
            default: out.append(character)
            }
        }
    }

    private static func hex(_ color: Color) -> String? {
        guard let (red, green, blue) = color.components else { return nil }
        func two(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + two(red) + two(green) + two(blue)
    }

    /// One decimal, without a library for it.
    private static func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}
