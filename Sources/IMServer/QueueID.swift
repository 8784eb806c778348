/// Whose queue a message lies in (protocol document, sections 5.6 and 5.8).
package enum QueueID: Sendable, Hashable {
    /// A user's own queue.
    case user(UserKey)
    /// The one queue that all members of a super group share.
    case group(appID: Int64, id: Int64)
}
