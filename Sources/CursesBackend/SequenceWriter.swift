package import Cells

/// The bytes for what ncurses cannot express: 24-bit colours, hyperlinks, clusters whose width it takes for another;
/// and for titles and the clipboard. ECMA-48 and xterm's ctlseqs.
package enum SequenceWriter {
    /// The colours and attributes of a style, from the terminal's own look on.
    package static func look(_ style: Style, depth: ColorDepth) -> String {
        var codes = ["0"]
        let names: [(Style.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
        ]
        for (attribute, code) in names where style.attributes.contains(attribute) { codes.append(code) }
        codes += color(style.foreground, depth: depth, base: 30)
        codes += color(style.background, depth: depth, base: 40)
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static func color(_ color: Color, depth: ColorDepth, base: Int) -> [String] {
        if depth == .trueColor, case .rgb(let red, let green, let blue) = color {
            return ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        }
        let index = depth.index(of: color)
        switch index {
        case ..<0: return []
        case 0..<8: return ["\(base + index)"]
        case 8..<16: return ["\(base + 52 + index)"]
        default: return ["\(base + 8)", "5", "\(index)"]
        }
    }

    /// Opens a hyperlink; all cells with one id are one link. Without a target that a terminal takes, nothing.
    package static func link(to target: String, id: UInt16) -> String {
        guard isLinkTarget(target) else { return "" }
        return "\u{1B}]8;id=\(id);\(target)\u{1B}\\"
    }

    /// Closes a hyperlink.
    package static let linkEnd = "\u{1B}]8;;\u{1B}\\"

    /// Whether a target may stand in a sequence: printable ASCII (others must be percent-encoded), not too long.
    package static func isLinkTarget(_ target: String) -> Bool {
        !target.isEmpty && target.utf8.count <= 2083 && target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Sets the window's title.
    package static func title(_ title: SafeText) -> String {
        // A title has one line.
        let line = String(title.string.prefix { !$0.isNewline }.prefix(200))
        return "\u{1B}]2;\(line)\u{1B}\\"
    }

    /// Puts text into the clipboard (OSC 52); through tmux once for it and once for the terminal behind it, since either
    /// may have been told not to.
    package static func clipboard(_ text: String, isInsideTmux: Bool) -> String {
        let plain = "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{1B}\\"
        guard isInsideTmux else { return plain }
        let doubled = plain.replacing("\u{1B}", with: "\u{1B}\u{1B}")
        return plain + "\u{1B}Ptmux;\(doubled)\u{1B}\\"
    }

    /// A notification of the desktop; through tmux wrapped, since it passes none on by itself.
    package static func notification(
        _ notification: DesktopNotification, by transport: DesktopNotification.Transport, isInsideTmux: Bool
    ) -> String {
        let title = notificationText(notification.title, limit: 80)
        let body = notificationText(notification.body, limit: 200)
        let plain: String
        switch transport {
        case .osc9: plain = "\u{1B}]9;\(title)\(body.isEmpty ? "" : ": ")\(body)\u{1B}\\"
        case .osc777: plain = "\u{1B}]777;notify;\(title);\(body)\u{1B}\\"
        case .osc99:
            let id = "imchat"
            plain =
                body.isEmpty
                ? "\u{1B}]99;i=\(id);\(title)\u{1B}\\"
                : "\u{1B}]99;i=\(id):d=0;\(title)\u{1B}\\\u{1B}]99;i=\(id):d=1:p=body;\(body)\u{1B}\\"
        }
        guard isInsideTmux else { return plain }
        return "\u{1B}Ptmux;\(plain.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
    }

    /// One short line without what would end a field: `;` parts the fields of OSC 777, and a first `4;` would make OSC
    /// 9 a progress bar.
    private static func notificationText(_ text: SafeText, limit: Int) -> String {
        let line = text.string.prefix { !$0.isNewline }.prefix(limit)
        return String(line.replacing(";", with: ","))
    }

    /// RFC 4648, section 4.
    package static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = 0
            for offset in 0..<3 { bits = bits << 8 | (offset < group.count ? Int(group[start + offset]) : 0) }
            for digit in 0..<4 {
                out.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : 0x3D)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
