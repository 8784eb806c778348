/// What the owner of a server tells it from the command line. `WHO` is an id or a name.
package enum ManagementCommand: Codable, Sendable, Hashable {
    /// What the server does.
    case status
    /// A new user without a token.
    case addUser(name: String)
    /// All users.
    case users
    /// Another name.
    case renameUser(who: String, name: String)
    /// Whether a user may speak in rooms.
    case forbid(who: String, Bool)
    /// Whether a user calls another a friend.
    case friend(who: String, other: String, Bool)
    /// Whether a user wants nothing from another.
    case block(who: String, other: String, Bool)
    /// A new group.
    case addGroup(name: String, master: String, members: [String], isSuper: Bool, id: Int64? = nil)
    /// All groups.
    case groups
    /// The members of a group.
    case members(group: Int64)
    /// A member more or less.
    case member(group: Int64, who: String, Bool)
    /// Another name for a group.
    case renameGroup(Int64, name: String)
    /// Whether everybody with an account may join a group.
    case openGroup(Int64, Bool)
    /// Whether a member may speak.
    case mute(group: Int64, who: String, Bool)
    /// The end of a group.
    case disband(group: Int64)
    /// A token for somebody who answers customers, in the support application; `nil` leaves the number to the server.
    case addSupport(name: String, uid: Int64?)
    /// All tokens, each by its fingerprint.
    case tokens
    /// Takes back a token (itself or its fingerprint), or all tokens of a user.
    case revoke(String)
}
