/// The checked outline of one JSON object: where its members' keys and values lie in the bytes.
///
/// Contents are read through this outline rather than through `JSONDecoder`: one wrong type, lone surrogate or huge
/// number must not lose the members beside it, and a forwarded content must keep every byte but its uuid. The check is
/// a single pass without recursion, O(bytes); nested values are outlined only when somebody asks for them.
struct JSONObject {
    /// A member as it lies in `bytes`.
    struct Member {
        /// The key, unescaped.
        let key: String
        /// Where the value lies, without the blanks around it.
        let value: Range<Int>
    }

    /// Objects and arrays may lie this deep in each other; deeper text is not taken for JSON.
    static let maximumDepth = 128

    /// The text that was outlined.
    let bytes: [UInt8]
    /// The members in their order; keys may repeat.
    let members: [Member]
    /// Where the closing brace lies.
    let end: Int

    /// Outlines a text, or answers `nil` where it is not exactly one JSON object of bearable depth.
    init?(_ bytes: [UInt8]) {
        self.init(bytes, in: 0..<bytes.count)
    }

    private init?(_ bytes: [UInt8], in range: Range<Int>) {
        var scanner = JSONScanner(bytes, in: range)
        scanner.skipBlanks()
        guard let found = scanner.members() else { return nil }
        let last = scanner.position - 1
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        self.bytes = bytes
        members = found
        end = last
    }

    /// Where the value of a key lies. The last of equal keys counts, as in the parsers of the common clients.
    func range(_ key: String) -> Range<Int>? {
        members.last { $0.key == key }?.value
    }

    /// Whether the key is there and not `null`.
    func has(_ key: String) -> Bool {
        guard let range = range(key) else { return false }
        return bytes[range.lowerBound] != UInt8(ascii: "n")
    }

    /// A string, or `nil` where the value is of another kind.
    func string(_ key: String) -> String? {
        range(key).flatMap { JSONScanner.string(bytes[$0]) }
    }

    /// A whole number that fits, also when written as `1.0`; else `nil`.
    func integer(_ key: String) -> Int64? {
        range(key).flatMap { JSONScanner.integer(bytes[$0]) }
    }

    /// A finite number, else `nil`.
    func double(_ key: String) -> Double? {
        range(key).flatMap { JSONScanner.double(bytes[$0]) }
    }

    /// An id that senders write as a number or as a string.
    func identifier(_ key: String) -> String? {
        range(key).flatMap { identifier($0) }
    }

    /// `true`, `false`, or a number that is not 0.
    func flag(_ key: String) -> Bool? {
        guard let range = range(key) else { return nil }
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: return JSONScanner.double(bytes[range]).map { $0 != 0 }
        }
    }

    /// The object under a key, or `nil` where the value is of another kind.
    func object(_ key: String) -> JSONObject? {
        range(key).flatMap { JSONObject(bytes, in: $0) }
    }

    /// The elements of the array under a key, or `nil` where the value is of another kind.
    func elements(_ key: String) -> [Range<Int>]? {
        guard let range = range(key) else { return nil }
        var scanner = JSONScanner(bytes, in: range)
        return scanner.elements()
    }

    /// An element that is an id.
    func identifier(_ range: Range<Int>) -> String? {
        if let text = JSONScanner.string(bytes[range]) { return text }
        return JSONScanner.integer(bytes[range]).map(String.init)
    }

    /// An element that is a string.
    func string(_ range: Range<Int>) -> String? { JSONScanner.string(bytes[range]) }

    /// An element that is an object.
    func object(_ range: Range<Int>) -> JSONObject? { JSONObject(bytes, in: range) }
}
