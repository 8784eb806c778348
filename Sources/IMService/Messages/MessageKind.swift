/// The kinds of message that a server stores and a handler can persist.
public enum MessageKind: Sendable, Hashable, CaseIterable {
    /// Between two users.
    case peer
    /// To a group, and notifications about groups.
    case group
    /// Support messages.
    case customer
    /// Lines from the server.
    case system
}
