public import IMModel

/// What a user can do to groups.
public enum GroupOperation: Sendable, Hashable {
    /// Makes a group with the asker as its master.
    case create(name: String, members: [ContactID])
    /// Another name.
    case rename(SessionID, String)
    /// More members.
    case add(SessionID, [ContactID])
    /// Fewer members.
    case remove(SessionID, ContactID)
    /// A member may not speak, or may again.
    case mute(SessionID, ContactID, Bool)
    /// The asker becomes a member of the group with an id, or of the only one with a name that may be joined.
    case join(String)
    /// Whether everybody with an account may join.
    case open(SessionID, Bool)
    /// Another notice; empty for none.
    case notice(SessionID, String)
    /// What the asker is called in it; empty for the own name.
    case nickname(SessionID, String)
    /// All members share one queue from now on.
    case upgrade(SessionID)
    /// Whether the asker wants to hear nothing of its messages, for the server to know.
    case quieten(SessionID, Bool)
    /// The asker leaves.
    case leave(SessionID)
    /// The end of the group.
    case disband(SessionID)
}
