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
    /// The asker becomes a member of the group with an id.
    case join(String)
    /// The asker leaves.
    case leave(SessionID)
    /// The end of the group.
    case disband(SessionID)
}
