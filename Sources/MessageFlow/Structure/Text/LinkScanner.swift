/// Finds URLs in plain text. Works on UTF-8 bytes; a URL is the printable ASCII that RFC 3986 allows, so text in another
/// script ends it, and marks that rather belong to the sentence are not part of it.
enum LinkScanner {
    /// Schemes that are recognised in running text, with what must follow them.
    private static let schemes: [(name: [UInt8], needsAt: Bool)] =
        [
            "https://", "http://", "ftp://", "ftps://", "sftp://", "ssh://", "git://", "irc://", "ircs://", "gemini://",
            "gopher://",
        ].map { (Array($0.utf8), false) } + ["mailto:", "xmpp:"].map { (Array($0.utf8), true) }

    /// What looks like a URL.
    struct Match {
        /// Bytes of it.
        let length: Int
        /// Whether it can be linked to; else it is stepped over as text, so that nothing is read twice.
        let isLink: Bool
    }

    /// What looks like a URL from an offset on, if anything does. O(its length).
    static func match(at start: Int, in bytes: [UInt8]) -> Match? {
        guard isLetter(bytes[start]), start == 0 || !isWord(bytes[start - 1]) else { return nil }
        guard let scheme = schemes.first(where: { matches($0.name, at: start, in: bytes) }) else { return nil }
        let body = start + scheme.name.count
        guard body < bytes.count, isWord(bytes[body]) || bytes[body] == UInt8(ascii: "[") else { return nil }
        var end = body
        var open = (round: 0, square: 0)
        var hasAt = false
        while end < bytes.count, isAllowed(bytes[end]) {
            count(bytes[end], by: 1, &open)
            if bytes[end] == UInt8(ascii: "@") { hasAt = true }
            end += 1
        }
        while end > body {
            let last = bytes[end - 1]
            let isUnmatched =
                (last == UInt8(ascii: ")") && open.round < 0) || (last == UInt8(ascii: "]") && open.square < 0)
            guard isUnmatched || sentenceMarks.contains(last) else { break }
            count(last, by: -1, &open)
            end -= 1
        }
        let isLink = end > body && (hasAt || !scheme.needsAt) && end - start <= LinkTarget.maximumLength
        return Match(length: max(end, body) - start, isLink: isLink)
    }

    private static let sentenceMarks = Set(".,;:!?'*~".utf8)

    private static func count(_ byte: UInt8, by step: Int, _ open: inout (round: Int, square: Int)) {
        switch byte {
        case UInt8(ascii: "("): open.round += step
        case UInt8(ascii: ")"): open.round -= step
        case UInt8(ascii: "["): open.square += step
        case UInt8(ascii: "]"): open.square -= step
        default: break
        }
    }

    private static func matches(_ name: [UInt8], at start: Int, in bytes: [UInt8]) -> Bool {
        guard start + name.count <= bytes.count else { return false }
        for (index, byte) in name.enumerated() {
            let other = bytes[start + index]
            guard other == byte || (isLetter(other) && other | 0x20 == byte) else { return false }
        }
        return true
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "^"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Letters and digits.
    static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
