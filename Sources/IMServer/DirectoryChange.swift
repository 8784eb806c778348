/// What the storage must write after the directory has changed.
package enum DirectoryChange: Sendable, Hashable {
    /// A user is new or changed.
    case user(ServerUser)
    /// A token stands for a user.
    case token(String, ServerToken)
    /// A device has a number.
    case device(DeviceName, number: Int64)
    /// A token stands for nobody any more.
    case revoked(String)
    /// A user is on a list, or no more.
    case listed(UserList, uid: Int64, Bool)
    /// A group is new or changed; its members are written anew.
    case group(ServerGroup)
    /// How far a user has stored a super group.
    case groupSyncKey(UserKey, group: Int64, key: Int64)
}
