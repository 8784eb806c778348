/// A queue of the server that is read by sync (protocol document, sections 5.6 and 5.8).
public enum SyncQueue: Sendable, Hashable {
    /// The user's own: peer messages both ways, normal groups, group notifications, system and customer messages.
    case personal
    /// A super group's, shared by its members.
    case group(Int64)
}
