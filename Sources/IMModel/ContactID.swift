/// The identity of a person (or bot) within one account, opaque: a decimal uid for GoBelieve.
public struct ContactID: Sendable, Hashable, CustomStringConvertible {
    /// The engine's own text for the id.
    public let rawValue: String

    /// Wraps an id.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The id itself.
    public var description: String { rawValue }
}
