/// What is typed on a terminal that edits lines itself, gathered until it is quiet: lines that come together are a
/// paste, and a paste is never a row of commands. A value without a clock.
package struct LineInput: Sendable {
    /// What the user has entered.
    package enum Entry: Sendable, Hashable {
        /// One line, without its end.
        case line(String)
        /// Several lines that came at once.
        case block([String])
    }

    /// How long further lines are waited for, in milliseconds.
    package static let patience: Int64 = 60
    /// Bytes that are kept at most; a terminal's own line editing gives 4,096 a line.
    private static let limit = 1 << 20

    private var partial: [UInt8] = []
    private var lines: [String] = []

    /// Nothing typed.
    package init() {}

    /// Whether a whole line waits for `take`.
    package var hasLines: Bool { !lines.isEmpty }

    /// Takes what was read.
    package mutating func feed(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == 0x0A {
                lines.append(String(decoding: partial.last == 0x0D ? partial.dropLast() : partial[...], as: UTF8.self))
                partial = []
            } else if partial.count < Self.limit {
                partial.append(byte)
            }
        }
    }

    /// What has come since the last call; `nil` without a whole line.
    package mutating func take() -> Entry? {
        defer { lines = [] }
        // A paste that ends in a blank line is no other text for it.
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.count > 1 ? .block(lines) : lines.first.map { .line($0) }
    }
}
