/// What can be asked of the directory (protocol document, section 10.2). All but `grant` need a token.
package enum DirectoryCall: Sendable, Hashable {
    /// A token for a name; the server chooses the user id where none is wanted.
    case grant(uid: Int64?, name: String, platform: Int8, deviceID: String)
    /// The user with an id.
    case user(Int64)
    /// The user with a name.
    case userNamed(String)
    /// All users, by id; a bounded list.
    case users
    /// The asker's groups with their members.
    case groups
    /// One of the asker's groups, or one that is open.
    case group(Int64)
    /// The groups with a name, of those that `group` tells.
    case groupsNamed(String)
    /// The rooms that have a name.
    case rooms
    /// Who answers customers.
    case supporters
    /// A new group with the asker as master.
    case createGroup(name: String, members: [Int64], isSuper: Bool, isOpen: Bool = false)
    /// Another name for a group.
    case renameGroup(Int64, name: String)
    /// Whether everybody with an account may join a group; only its master may say so.
    case openGroup(Int64, isOpen: Bool)
    /// The end of a group.
    case disbandGroup(Int64)
    /// More members; the asker alone to join an open group.
    case addMembers(group: Int64, members: [Int64])
    /// Another notice for a group.
    case noticeGroup(Int64, notice: String)
    /// Members less.
    case removeMembers(group: Int64, members: [Int64])
    /// One member less; the asker to leave.
    case removeMember(group: Int64, uid: Int64)
    /// A member may not speak, or may again.
    case muteMember(group: Int64, uid: Int64, muted: Bool)
    /// Turns a group of the asker's into a super group.
    case upgradeGroup(Int64)
    /// What a member is called in a group; empty for the user's own name.
    case nameMember(group: Int64, uid: Int64, name: String)
    /// Whether a member wants to hear of a group's messages; only the member may say so.
    case quietenGroup(Int64, uid: Int64, isQuiet: Bool)
}
