/// A list of other users that a user keeps.
package enum UserList: Sendable, Hashable {
    /// Whom the user calls a friend; the other side has a list of its own.
    case friend(of: UserKey)
    /// Whom the user wants no messages from.
    case blocked(by: UserKey)
}
