/// A queue of the server that is followed by a sync key.
package enum SyncQueue: Sendable, Hashable {
    /// The account's own queue.
    case personal
    /// The queue of a group, by the engine's id of it.
    case group(String)

    init(column: String) { self = column.isEmpty ? .personal : .group(column) }

    var column: String {
        switch self {
        case .personal: ""
        case .group(let id): id
        }
    }
}
