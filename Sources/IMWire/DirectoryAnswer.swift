/// What the directory answers.
package enum DirectoryAnswer: Sendable, Hashable {
    /// To `grant`.
    case granted(DirectoryGrant)
    /// To `user`, `userNamed`, `users`, `supporters`.
    case users([DirectoryUser])
    /// To `group`, `groups`, `createGroup`.
    case groups([DirectoryGroup])
    /// To `rooms`.
    case rooms([DirectoryRoom])
    /// To a change that has nothing to tell.
    case done
    /// The HTTP status and the server's words (raw text).
    case refused(status: Int, message: String)
}
