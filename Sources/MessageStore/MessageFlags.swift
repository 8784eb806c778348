/// Bits of a message's row. The values are in files: never change them.
struct MessageFlags: OptionSet {
    let rawValue: Int64

    /// Deleted here; the row stays so that the message is not taken in again.
    static let deleted = MessageFlags(rawValue: 1)
    /// Counted in the session's unread count.
    static let unread = MessageFlags(rawValue: 2)
    /// Ours.
    static let outgoing = MessageFlags(rawValue: 4)
    /// Mentions the account's user.
    static let mention = MessageFlags(rawValue: 8)
    /// Taken back by its author.
    static let revoked = MessageFlags(rawValue: 16)
    /// The content has a placeholder where the origin id stood.
    static let shortened = MessageFlags(rawValue: 32)
    /// Ours, and its order is the server's.
    static let placed = MessageFlags(rawValue: 64)
}
