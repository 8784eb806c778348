/// The key strings of a terminal's description, to be found at the front of the input.
struct KeyStrings: Sendable {
    /// What the front of the input is.
    enum Match {
        /// No key string.
        case none
        /// The beginning of one or of several.
        case more
        /// A key and the length of its string.
        case match(KeyPress, length: Int)
    }

    private let keys: [[UInt8]: KeyPress]
    private let beginnings: Set<[UInt8]>
    private let longest: Int

    /// Takes the strings that begin with a control; a printable key never has one, and ESC alone is the decoder's.
    init(_ keys: [[UInt8]: KeyPress]) {
        let usable = keys.filter { string, _ in
            guard let first = string.first else { return false }
            return string.count > 1 ? first == 0x1B : first != 0x1B && (first < 0x20 || first == 0x7F)
        }
        self.keys = usable
        beginnings = Set(usable.keys.flatMap { string in (1..<string.count).map { Array(string[..<$0]) } })
        longest = usable.keys.reduce(0) { max($0, $1.count) }
    }

    /// Looks for the longest key string at the front. O(length of the longest).
    func match(_ input: ArraySlice<UInt8>, final: Bool) -> Match {
        guard let first = input.first, first < 0x20 || first == 0x7F, longest > 0 else { return .none }
        if !final, input.count < longest, beginnings.contains(Array(input)) { return .more }
        for length in stride(from: min(longest, input.count), to: 0, by: -1) {
            if let press = keys[Array(input.prefix(length))] { return .match(press, length: length) }
        }
        return .none
    }
}
