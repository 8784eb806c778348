/// Finds URLs in plain text. Works on UTF-8 bytes; a URL is the printable ASCII that RFC 3986 allows, so text in another
/// script ends it, and marks that rather belong to the sentence are not part of it.
enum LinkScanner {
    /// Schemes that are recognised in running text, with what must follow them.
    private static let schemes: [(name: [UInt8], needsAt: Bool)] = [
        "https://", "http://", "ftp://", "ftps://", "sftp://", "ssh://", "git://", "irc://", "ircs://", "gemini://",
        "gopher://",
    ].map { (Array($0.utf8), false) } + ["mailto:", "xmpp:"].map { (Array($0.utf8), true) }

    /// The length in bytes of the URL that starts at an offset, if one does. O(its length).
    static func length(at start: Int, in bytes: [UInt8]) -> Int? {
        guard isLetter(bytes[start]), start == 0 || !isWord(bytes[start - 1]) else { return nil }
        guard let scheme = schemes.first(where: { matches($0.name, at: start, in: bytes) }) else { return nil }
        let body = start + scheme.name.count
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
        guard end > body, isWord(bytes[body]) || bytes[body] == UInt8(ascii: "["), hasAt || !scheme.needsAt,
            end - start <= 8000
        else { return nil }
        return end - start
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
