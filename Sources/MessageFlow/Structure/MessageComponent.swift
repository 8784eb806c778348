/// The five parts that a message row is built of.
public enum MessageComponent: Int, Sendable, Hashable, CaseIterable {
    /// Date, time and "new" lines above the message.
    case timeline
    /// The initials in the margin.
    case avatar
    /// The line with the name.
    case sender
    /// The message itself.
    case content
    /// Delivery state, read marks, failure, tags.
    case accessory
}
