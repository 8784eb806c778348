/// The local id of a message: ours, opaque, and stable for as long as the message exists.
///
/// The interface keys everything by it. An acknowledgement, an edit or a revoke changes the message, never this id.
public struct MessageID: Sendable, Hashable, CustomStringConvertible {
    /// The opaque text of the id. GoBelieve messages use the decimal row number that the store reserved.
    public let rawValue: String

    /// Wraps an id.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The id itself.
    public var description: String { rawValue }
}
