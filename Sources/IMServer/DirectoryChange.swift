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

extension DirectoryChange {
    /// What a change is about: of two about the same the later one is the whole truth.
    enum Subject: Hashable {
        case user(UserKey)
        case token(String)
        case device(DeviceName)
        case listed(UserList, uid: Int64)
        case group(Int64)
        case groupSyncKey(UserKey, group: Int64)
    }

    /// What it is about.
    var subject: Subject {
        switch self {
        case .user(let user): .user(user.key)
        case .token(let token, _), .revoked(let token): .token(token)
        case .device(let device, _): .device(device)
        case .listed(let list, let uid, _): .listed(list, uid: uid)
        case .group(let group): .group(group.id)
        case .groupSyncKey(let user, let group, _): .groupSyncKey(user, group: group)
        }
    }
}
