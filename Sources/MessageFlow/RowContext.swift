public import IMModel

/// A message together with what its row depends on beside it.
public struct RowContext: Sendable, Hashable {
    /// The message.
    public var message: Message
    /// The one shown above it, if any: decides day lines, time lines and grouping.
    public var previous: Message?
    /// Whether the "new since you last read" line stands above this row.
    public var startsUnread: Bool
    /// The message that this one answers, if it is at hand.
    public var quoted: Message?
    /// What the line says of messages that are missing above this one; `nil` where none are.
    public var gap: GapLine?

    /// Makes a context.
    public init(
        message: Message, previous: Message? = nil, startsUnread: Bool = false, quoted: Message? = nil,
        gap: GapLine? = nil
    ) {
        self.message = message
        self.previous = previous
        self.startsUnread = startsUnread
        self.quoted = quoted
        self.gap = gap
    }
}
