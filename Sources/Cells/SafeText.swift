/// Text that may reach a terminal: no control characters, no escape sequences, no bidirectional overrides.
///
/// Only `TextSanitizer` makes one from remote text, and only literals of our own make one without it, so the compiler
/// proves that nothing raw reaches a cell, a title, a notification or a line of command output.
/// Line breaks (U+000A) are kept only by `TextSanitizer.multiline`; writers treat them as the end of the text.
public struct SafeText: Sendable, Hashable {
    /// The text itself.
    public let string: String

    /// For the sanitiser and for pieces cut out of text that is already safe.
    init(alreadySafe string: String) { self.string = string }

    /// No text.
    public static let empty = SafeText(alreadySafe: "")

    /// Whether there is nothing to see.
    public var isEmpty: Bool { string.isEmpty }

    /// A number in decimal digits.
    public init(_ number: some BinaryInteger) { self.init(alreadySafe: String(number)) }

    /// A piece of this text between two of its own character positions.
    public func slice(_ range: Range<String.Index>) -> SafeText { SafeText(alreadySafe: String(string[range])) }

    /// Both texts, one after the other.
    public static func + (a: SafeText, b: SafeText) -> SafeText { SafeText(alreadySafe: a.string + b.string) }

    /// Several texts with one between each two.
    public static func joined(_ parts: [SafeText], separator: SafeText = .empty) -> SafeText {
        SafeText(alreadySafe: parts.map(\.string).joined(separator: separator.string))
    }

    /// The lines of a multi-line text, without their breaks; an empty text is one empty line.
    public var lines: [SafeText] {
        string.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText(alreadySafe: String($0)) }
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    /// A literal is our own text.
    public init(stringLiteral value: StaticString) { self.init(alreadySafe: value.description) }

    /// Interpolation takes safe text and numbers only.
    public init(stringInterpolation: Interpolation) { self.init(alreadySafe: stringInterpolation.text) }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        var text = ""

        /// Prepares for the pieces.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        /// A literal piece of our own.
        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
        /// Text that is safe already.
        public mutating func appendInterpolation(_ value: SafeText) { text += value.string }
        /// A number in decimal digits.
        public mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }
    }
}
