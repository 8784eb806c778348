/// What a session is a conversation with. The raw value is the word used in addresses (`peer:alice`).
public enum SessionKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// One other user.
    case peer
    /// A group with members; every member has a copy of each message.
    case group
    /// A room: who is in it now hears what is said now; the server keeps nothing.
    case room
    /// A support conversation across applications.
    case customer
    /// Lines from the server itself; read only.
    case system
}
