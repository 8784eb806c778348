/// Text at the front of the input: UTF-8, cut anywhere, valid or not.
enum TypedText {
    /// The characters typed up to the next control or to a sequence that is not whole; what is no UTF-8 becomes U+FFFD.
    static func step(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let end = input.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? input.endIndex
        var whole = end
        if end == input.endIndex, !final { whole -= unfinished(input) }
        if whole == input.startIndex { return .more }
        let text = String(decoding: input[..<whole], as: UTF8.self)
        return .events(text.map { .key(KeyPress(.character($0))) }, next: whole)
    }

    /// The first scalar of the input and its length; `nil` if more bytes must come.
    static func scalar(_ input: ArraySlice<UInt8>, final: Bool) -> (Unicode.Scalar, length: Int)? {
        let front = input.prefix(4)
        if !final, unfinished(front) == front.count { return nil }
        let scalar = String(decoding: front, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        if scalar != "\u{FFFD}" { return (scalar, String(scalar).utf8.count) }
        // The longest front that is replaced as one.
        let length = (1...front.count).last { String(decoding: front.prefix($0), as: UTF8.self) == "\u{FFFD}" }
        return (scalar, length ?? 1)
    }

    /// How many bytes at the end are the beginning of a scalar that may yet become whole.
    private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
        for length in 1...3 where length <= bytes.count && isBeginning(bytes.suffix(length)) { return length }
        return 0
    }

    /// Whether the bytes are a proper beginning of one scalar (table 3-7 of the Unicode standard).
    private static func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        let needed: Int
        switch first {
        case 0xC2...0xDF: needed = 2
        case 0xE0...0xEF: needed = 3
        case 0xF0...0xF4: needed = 4
        default: return false
        }
        guard bytes.count < needed else { return false }
        for (offset, byte) in bytes.dropFirst().enumerated() {
            var valid: ClosedRange<UInt8> = 0x80...0xBF
            if offset == 0 {
                switch first {
                case 0xE0: valid = 0xA0...0xBF
                case 0xED: valid = 0x80...0x9F
                case 0xF0: valid = 0x90...0xBF
                case 0xF4: valid = 0x80...0x8F
                default: break
                }
            }
            guard valid.contains(byte) else { return false }
        }
        return true
    }
}
