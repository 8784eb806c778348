/// One walk over a JSON text, without recursion, before the decoder sees it: how deep it nests, whether it needs
/// repair, and where the values of one of its own members lie, for copies that keep every other byte.
///
/// It does not judge the grammar; the decoder does.
package struct JSONOutline {
    /// Objects and arrays may lie this deep in each other; deeper text is not taken for JSON.
    package static let maximumDepth = 128

    /// Where the values of the outermost object's members with the wanted key lie, without the blanks around them.
    package private(set) var values: [Range<Int>] = []
    /// How deep objects and arrays lie in each other; 1 is an object of plain values.
    package private(set) var deepest = 0
    /// Behind the outermost object's opening brace.
    private(set) var start = 0
    /// Whether the outermost object has members.
    private(set) var hasMembers = false
    /// Whether a `\u` escape of a surrogate occurs, which may be a lone one.
    private(set) var hasSurrogates = false
    /// Whether bytes beyond ASCII occur, which may be no UTF-8.
    private(set) var isASCII = true

    /// Whether a comma stands in front of a closing bracket, which the decoder lets pass and other readers do not.
    private(set) var hasTrailingComma = false

    private var depth = 0
    private var expectsKey = false
    private var isWanted = false
    private let wanted: [UInt8]
    private var valueStart: Int?

    /// Walks over a text; `nil` where it cannot be one object in UTF-8 of bearable depth. O(bytes).
    ///
    /// - Parameter key: the key whose values are looked for; one that needs no escapes.
    package init?(_ bytes: [UInt8], valuesOf key: String) {
        wanted = Array(key.utf8)
        var index = 0
        var isBehindComma = false
        while index < bytes.count {
            let byte = bytes[index]
            let wasBehindComma = isBehindComma
            if byte > 0x20 { isBehindComma = byte == UInt8(ascii: ",") }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
            // A zero byte would make the decoder take the text for UTF-16 or UTF-32.
            case 0: return nil
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
                guard depth <= Self.maximumDepth else { return nil }
                if depth == 1 {
                    guard byte == UInt8(ascii: "{"), start == 0 else { return nil }
                    start = index + 1
                    expectsKey = true
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if wasBehindComma { hasTrailingComma = true }
                if depth == 1 { endValue(at: index, bytes) }
                depth -= 1
                guard depth >= 0 else { return nil }
            case UInt8(ascii: "\""):
                guard let end = endOfString(bytes, from: index) else { return nil }
                if depth == 1, expectsKey { take(key: index...end, bytes) }
                index = end
            case UInt8(ascii: ":"): if depth == 1, isWanted, valueStart == nil { valueStart = index + 1 }
            case UInt8(ascii: ","):
                if depth == 1 {
                    endValue(at: index, bytes)
                    expectsKey = true
                }
            default: if byte >= 0x80 { isASCII = false }
            }
            // Only an object may come first: no mark of byte order, no other value.
            guard start > 0 || byte <= 0x20 else { return nil }
            index += 1
        }
        guard start > 0, depth == 0 else { return nil }
    }

    /// Where the string that starts at a quote ends with one.
    private mutating func endOfString(_ bytes: [UInt8], from quote: Int) -> Int? {
        var index = quote + 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") { return index }
            if byte == UInt8(ascii: "\\") {
                if Self.isSurrogate(bytes, at: index) { hasSurrogates = true }
                index += 1
            } else if byte < 0x20 {
                return nil
            } else if byte >= 0x80 {
                isASCII = false
            }
            index += 1
        }
        return nil
    }

    private mutating func take(key: ClosedRange<Int>, _ bytes: [UInt8]) {
        expectsKey = false
        hasMembers = true
        let quoted = bytes[key]
        isWanted =
            quoted.dropFirst().dropLast().elementsEqual(wanted)
            || (quoted.contains(UInt8(ascii: "\\"))
                && JSONText.decode(String.self, fragment: quoted).map { Array($0.utf8) } == wanted)
    }

    private mutating func endValue(at end: Int, _ bytes: [UInt8]) {
        if let start = valueStart {
            let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
            let first = bytes[start..<end].firstIndex { !isBlank($0) } ?? end
            let last = bytes[start..<end].lastIndex { !isBlank($0) } ?? first
            values.append(first..<min(last + 1, end))
        }
        valueStart = nil
        isWanted = false
    }

    /// Whether a `\u` escape of half a pair, high or low, starts here.
    static func isSurrogate(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return false }
        return bytes[index + 2] | 0x20 == UInt8(ascii: "d")
            && (bytes[index + 3] == UInt8(ascii: "8") || bytes[index + 3] == UInt8(ascii: "9")
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[index + 3] | 0x20))
    }
}
