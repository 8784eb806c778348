/// Whom an own message goes to; with the local id it names a send.
public enum SendTarget: Sendable, Hashable {
    /// A user.
    case peer(Int64)
    /// A group.
    case group(Int64)
    /// A room.
    case room(Int64)
    /// A store, from its customer.
    case store(Int64)
    /// A customer, from the support side.
    case customer(appID: Int64, uid: Int64)
}
