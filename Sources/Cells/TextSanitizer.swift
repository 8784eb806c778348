/// The only way from remote text to a terminal.
///
/// - ESC and C1 sequences become one `␛` each, other C0 and DEL their control pictures, other C1 U+FFFD: what was there
///   can be seen, and cannot act.
/// - Bidirectional controls, zero-width characters, fillers, lone joiners, lone selectors and tags are removed; joiners
///   and selectors inside valid emoji and between the letters of joining scripts stay.
/// - Unassigned code points, noncharacters and private use become U+FFFD: nobody knows their width.
/// - A base keeps eight marks; marks without a base get U+00A0 to stand on.
///
/// Laws: each function is idempotent, O(n), and answers text that `WidthPolicy` can count.
public enum TextSanitizer {
    /// Text for one line: each line break and each tab becomes a single space. O(n), with a fast path for ASCII.
    public static func line(_ raw: String) -> SafeText {
        if isPlain(raw, breaks: false) { return SafeText(alreadySafe: raw) }
        return scan(raw, lineBreak: [" "], tab: [" "])
    }

    /// Text that keeps its line breaks: CR LF, CR, VT, FF, U+0085, U+2028 and U+2029 become U+000A, tabs four spaces.
    /// O(n), with a fast path for ASCII.
    public static func multiline(_ raw: String) -> SafeText {
        if isPlain(raw, breaks: true) { return SafeText(alreadySafe: raw) }
        return scan(raw, lineBreak: ["\n"], tab: [" ", " ", " ", " "])
    }

    /// A name for a file of our own in a folder of our own, from a remote one: one component without separators and
    /// characters that other systems forbid, no leading `.`, `-`, `~` or space, 200 UTF-8 bytes at most (the extension
    /// is kept), never empty. The caller still creates it without following links or overwriting. O(n).
    public static func fileName(_ raw: String) -> SafeText {
        var name = ""
        for character in line(raw).string {
            switch character {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": name.append("_")
            default: name.append(character)
            }
        }
        name = trimmed(name)
        let start = name.drop { $0 == "." || $0 == "-" || $0 == "~" || $0.isWhitespace }
        name = trimmed(shortened(String(start), toBytes: 200))
        return SafeText(alreadySafe: name.isEmpty ? "file" : name)
    }

    /// JSON text for a terminal or a pipe: the same JSON value, with DEL, C0 (but U+000A), C1, bidirectional controls
    /// and whatever else cannot be seen written as `\u` escapes. O(n).
    public static func json(_ encoded: String) -> SafeText {
        if isPlain(encoded, breaks: true) { return SafeText(alreadySafe: encoded) }
        var out = ""
        for scalar in encoded.unicodeScalars {
            if scalar == "\n" || !ScalarKind(scalar).mustBeEscaped {
                out.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return SafeText(alreadySafe: out)
    }

    private static func scan(_ raw: String, lineBreak: [Unicode.Scalar], tab: [Unicode.Scalar]) -> SafeText {
        var scan = SanitizingScan(raw, lineBreak: lineBreak, tab: tab)
        return SafeText(alreadySafe: scan.run())
    }

    /// Whether all bytes are printable ASCII (or line feeds, where they may be).
    private static func isPlain(_ raw: String, breaks: Bool) -> Bool {
        raw.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || (breaks && $0 == 0x0A) }
    }

    /// The name without dots and spaces at its end, which some systems drop.
    private static func trimmed(_ name: String) -> String {
        var name = name
        while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
        return name
    }

    /// The name cut in its stem, at a character, so that it has so many bytes at most.
    private static func shortened(_ name: String, toBytes limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        var ending = ""
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= 16 { ending = String(name[dot...]) }
        var stem = ""
        var room = limit - ending.utf8.count
        for character in name.dropLast(ending.count) {
            room -= character.utf8.count
            if room < 0 { break }
            stem.append(character)
        }
        return stem + ending
    }
}
