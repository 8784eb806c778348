/// Walks over JSON text by its grammar (RFC 8259) without recursion, and reads single values.
struct JSONScanner {
    private let bytes: [UInt8]
    private let limit: Int
    /// The next byte to look at.
    private(set) var position: Int

    /// Looks at a part of a text.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        limit = range.upperBound
    }

    /// Whether all has been looked at.
    var isAtEnd: Bool { position >= limit }

    private var current: UInt8? { position < limit ? bytes[position] : nil }

    /// Goes over blanks.
    mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// The members of the object that starts here; stands behind its brace afterwards.
    mutating func members() -> [JSONObject.Member]? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var members: [JSONObject.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipBlanks()
            let start = position
            guard skipString(), let key = Self.string(bytes[start..<position]) else { return nil }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { return nil }
            skipBlanks()
            let value = position
            guard skipValue() else { return nil }
            members.append(JSONObject.Member(key: key, value: value..<position))
            skipBlanks()
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// The elements of the array that starts here.
    mutating func elements() -> [Range<Int>]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var elements: [Range<Int>] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            skipBlanks()
            let start = position
            guard skipValue() else { return nil }
            elements.append(start..<position)
            skipBlanks()
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Goes over one value; containers are kept on a bounded stack of closing bytes instead of the call stack.
    private mutating func skipValue() -> Bool {
        var open: [UInt8] = []
        while true {
            skipBlanks()
            switch current {
            case UInt8(ascii: "{"):
                position += 1
                skipBlanks()
                if !take(UInt8(ascii: "}")) {
                    // The object around the value counts too.
                    guard open.count + 1 < JSONObject.maximumDepth, skipKey() else { return false }
                    open.append(UInt8(ascii: "}"))
                    continue
                }
            case UInt8(ascii: "["):
                position += 1
                skipBlanks()
                if !take(UInt8(ascii: "]")) {
                    guard open.count + 1 < JSONObject.maximumDepth else { return false }
                    open.append(UInt8(ascii: "]"))
                    continue
                }
            default:
                guard skipScalar() else { return false }
            }
            // A value is over: close what closes here, and go on behind a comma.
            while true {
                guard let closing = open.last else { return true }
                skipBlanks()
                if take(closing) {
                    open.removeLast()
                    continue
                }
                guard take(UInt8(ascii: ",")) else { return false }
                skipBlanks()
                if closing == UInt8(ascii: "}"), !skipKey() { return false }
                break
            }
        }
    }

    private mutating func skipKey() -> Bool {
        guard skipString() else { return false }
        skipBlanks()
        return take(UInt8(ascii: ":"))
    }

    private mutating func skipScalar() -> Bool {
        switch current {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "t"): skipWord("true")
        case UInt8(ascii: "f"): skipWord("false")
        case UInt8(ascii: "n"): skipWord("null")
        default: skipNumber()
        }
    }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { letters in
            for letter in letters where !take(letter) { return false }
            return true
        }
    }

    private mutating func skipString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard skipEscape() else { return false }
            case ..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func skipEscape() -> Bool {
        guard let kind = current else { return false }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard position + 4 <= limit, bytes[position..<position + 4].allSatisfy({ Self.hex($0) != nil }) else {
                return false
            }
            position += 4
            return true
        default: return false
        }
    }

    private mutating func skipNumber() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), !skipDigits() { return false }
        if take(UInt8(ascii: ".")), !skipDigits() { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            return skipDigits()
        }
        return true
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start
    }

    static func hex(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
