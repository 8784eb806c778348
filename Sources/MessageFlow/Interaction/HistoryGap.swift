public import IMModel

/// A stretch of a session of which the source knows that its messages are not at hand. It is shown as a line above the
/// message behind it, which no message can look like, and stays until it is filled.
public struct HistoryGap: Sendable, Hashable {
    /// What becomes of it.
    public enum Kind: Sendable, Hashable {
        /// Its messages can be asked for; by itself when the line comes into view, or only when the user says so.
        case missing(fillsByItself: Bool)
        /// They were removed on purpose, and are not asked for.
        case removed
    }

    /// The source's name for it, within the session.
    public var id: String
    /// The first message behind it.
    public var before: MessageID
    /// What becomes of it.
    public var kind: Kind

    /// Makes a gap.
    public init(id: String, before: MessageID, kind: Kind) {
        self.id = id
        self.before = before
        self.kind = kind
    }
}
