/// Users, tokens, devices, groups and queue ends: all that the server keeps in memory. A value; every change answers
/// what the storage must write.
package struct ServerDirectory: Sendable {
    /// The users.
    package private(set) var users: [UserKey: ServerUser] = [:]
    /// The groups, also disbanded ones.
    package private(set) var groups: [Int64: ServerGroup] = [:]
    /// The tokens.
    package private(set) var tokens: [String: ServerToken] = [:]
    private var names: [Int64: [String: Int64]] = [:]
    private var lists: [UserList: Set<Int64>] = [:]
    private var devices: [DeviceName: Int64] = [:]
    private var lastDevice: Int64 = 0
    private var groupSyncKeys: [UserKey: [Int64: Int64]] = [:]
    private var ends: [QueueID: Int64] = [:]
    /// The newest message id that was given out. The first is 32: a client asks for everything with `SYNC 1`.
    package private(set) var lastID: Int64 = 31

    /// An empty directory.
    package init() {}

    // MARK: Message ids

    /// A new message id.
    package mutating func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// The newest id in a queue; 0 for an empty one.
    package func end(of queue: QueueID) -> Int64 { ends[queue] ?? 0 }

    /// Moves the end of a queue; answers the end before.
    package mutating func append(id: Int64, to queue: QueueID) -> Int64 {
        let before = ends[queue] ?? 0
        ends[queue] = id
        lastID = max(lastID, id)
        return before
    }

    // MARK: Users

    /// The user behind a token.
    package func user(token: String) -> UserKey? { tokens[token]?.user }

    /// The user with a name; where several share it, the last to take it.
    package func user(named name: String, appID: Int64) -> UserKey? {
        names[appID]?[name].map { UserKey(appID: appID, uid: $0) }
    }

    /// An id that no user has yet, from `floor` up.
    package func freeUID(appID: Int64, floor: Int64) -> Int64 {
        max(floor, (users.keys.filter { $0.appID == appID }.map(\.uid).max() ?? 0) + 1)
    }

    /// Puts a user in or changes it.
    package mutating func put(_ user: ServerUser) -> DirectoryChange {
        if let before = users[user.key], before.name != user.name, names[user.key.appID]?[before.name] == user.key.uid {
            names[user.key.appID]?[before.name] = nil
        }
        users[user.key] = user
        if !user.name.isEmpty { names[user.key.appID, default: [:]][user.name] = user.key.uid }
        return .user(user)
    }

    /// Changes a user, making it if it is not there.
    package mutating func change(_ key: UserKey, _ body: (inout ServerUser) -> Void) -> DirectoryChange? {
        let before = users[key]
        var user = before ?? ServerUser(key: key)
        body(&user)
        return user == before ? nil : put(user)
    }

    /// Lets a token stand for a user.
    package mutating func put(token: String, for key: UserKey, madeAt: Int64) -> DirectoryChange {
        let entry = ServerToken(user: key, madeAt: madeAt)
        tokens[token] = entry
        return .token(token, entry)
    }

    /// Takes a token back; `nil` where it stands for nobody.
    package mutating func revoke(token: String) -> DirectoryChange? {
        tokens.removeValue(forKey: token).map { _ in .revoked(token) }
    }

    /// Whether a user is on a list.
    package func has(_ list: UserList, _ uid: Int64) -> Bool { lists[list]?.contains(uid) == true }

    /// Puts a user on a list or takes it off.
    package mutating func put(_ uid: Int64, on list: UserList, _ isOn: Bool) -> DirectoryChange {
        if isOn { lists[list, default: []].insert(uid) } else { lists[list]?.remove(uid) }
        return .listed(list, uid: uid, isOn)
    }

    // MARK: Devices

    /// The number of a device, and the change if it is new.
    package mutating func number(of device: DeviceName) -> (Int64, DirectoryChange?) {
        if device.isShared { return (0, nil) }
        if let number = devices[device] { return (number, nil) }
        lastDevice += 1
        return (lastDevice, put(device, number: lastDevice))
    }

    /// Gives a device its number.
    @discardableResult
    package mutating func put(_ device: DeviceName, number: Int64) -> DirectoryChange {
        devices[device] = number
        lastDevice = max(lastDevice, number)
        return .device(device, number: number)
    }

    // MARK: Groups

    /// Puts a group in or changes it.
    package mutating func put(_ group: ServerGroup) -> DirectoryChange {
        groups[group.id] = group
        return .group(group)
    }

    /// A group that is still there.
    package func group(_ id: Int64, appID: Int64) -> ServerGroup? {
        guard let group = groups[id], group.appID == appID, !group.isDisbanded else { return nil }
        return group
    }

    /// An id that no group has yet, from `floor` up.
    package func freeGroupID(floor: Int64) -> Int64 { max(floor, (groups.keys.max() ?? 0) + 1) }

    /// The groups of a user, by id. O(groups).
    package func groups(of user: UserKey) -> [ServerGroup] {
        groups.values.filter { $0.appID == user.appID && !$0.isDisbanded && $0.member(user.uid) != nil }
            .sorted { $0.id < $1.id }
    }

    /// How far a user has stored a super group; 0 for nothing.
    package func groupSyncKey(_ user: UserKey, group: Int64) -> Int64 { groupSyncKeys[user]?[group] ?? 0 }

    /// Moves that key up; `nil` if it would not move.
    package mutating func raiseGroupSyncKey(_ user: UserKey, group: Int64, to key: Int64) -> DirectoryChange? {
        guard key > groupSyncKey(user, group: group) else { return nil }
        groupSyncKeys[user, default: [:]][group] = key
        return .groupSyncKey(user, group: group, key: key)
    }
}
