/// What a paste becomes: one text for the composer, never keys.
enum PasteRules {
    /// Lines from which a paste is asked about first.
    static let linesToAskFrom = 6
    /// Bytes from which a paste is asked about first.
    static let bytesToAskFrom = 2000
    /// Bytes that the composer holds at most; far beyond what a message may have.
    static let bytesToHold = 131_072

    /// The text of a paste: CR LF and CR become line feeds, control characters go, one line break at the end goes.
    static func normalize(_ raw: String) -> String {
        var scalars = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in raw.unicodeScalars {
            switch scalar.value {
            case 0x0D: scalars.append("\n")
            case 0x0A: if !afterReturn { scalars.append("\n") }
            case 0x09: scalars.append(scalar)
            case 0x85, 0x2028, 0x2029: scalars.append("\n")
            case 0..<0x20, 0x7F..<0xA0: break
            default: scalars.append(scalar)
            }
            afterReturn = scalar.value == 0x0D
        }
        if scalars.last == "\n" { scalars.removeLast() }
        return String(scalars)
    }

    /// Whether the user is asked before a paste goes in.
    static func mustAsk(_ text: String) -> Bool {
        text.utf8.count >= bytesToAskFrom || text.utf8.count(where: { $0 == 0x0A }) + 1 >= linesToAskFrom
    }
}
