/// The only way from remote text to a terminal.
///
/// Removes C0, DEL, C1, bidi overrides and isolates, zero-width tricks; keeps joiners and variation selectors inside
/// valid emoji. What is removed leaves a visible mark where its absence could mislead.
public enum TextSanitizer {
    /// Text for one line: line breaks and tabs become single spaces. O(n).
    public static func line(_ raw: String) -> SafeText { sanitize(raw, keepBreaks: false) }

    /// Text that keeps its line breaks (CR LF and CR become one U+000A); tabs become four spaces. O(n).
    public static func multiline(_ raw: String) -> SafeText { sanitize(raw, keepBreaks: true) }

    private static func sanitize(_ raw: String, keepBreaks: Bool) -> SafeText {
        var out = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars {
            switch scalar.value {
            case 0x0A: out.append(keepBreaks ? scalar : " ")
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: break
            default: out.append(scalar)
            }
        }
        return SafeText(alreadySafe: String(out))
    }
}
