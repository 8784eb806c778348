package import Database

extension ServerDirectory {
    /// Reads what the database holds. Costs as much as there are users, groups and devices, whatever the history.
    package static func load(_ connection: DatabaseConnection) throws(DatabaseError) -> ServerDirectory {
        var directory = ServerDirectory()
        try connection.forEach("SELECT kind, app, owner, last FROM queue") { row in
            let queue = QueueID(kind: row.int64(0), app: row.int64(1), owner: row.int64(2))
            _ = directory.append(id: row.int64(3), to: queue)
            return true
        }
        try connection.forEach("SELECT app, uid, name, unread, sync_key, forbidden FROM user") { row in
            _ = directory.put(
                ServerUser(
                    key: UserKey(appID: row.int64(0), uid: row.int64(1)), name: row.string(2),
                    unread: Int32(clamping: row.int64(3)), syncKey: row.int64(4), isForbidden: row.bool(5)))
            return true
        }
        try connection.forEach("SELECT token, app, uid, made FROM token") { row in
            _ = directory.put(
                token: row.string(0), for: UserKey(appID: row.int64(1), uid: row.int64(2)), madeAt: row.int64(3))
            return true
        }
        try connection.forEach("SELECT kind, app, uid, other FROM user_list") { row in
            _ = directory.put(
                row.int64(3), on: UserList(kind: row.int64(0), app: row.int64(1), uid: row.int64(2)), true)
            return true
        }
        try connection.forEach("SELECT platform, name, number FROM device") { row in
            directory.put(
                DeviceName(platform: Int8(clamping: row.int64(0)), id: row.string(1)), number: row.int64(2))
            return true
        }
        try loadGroups(connection, into: &directory)
        return directory
    }

    private static func loadGroups(
        _ connection: DatabaseConnection, into directory: inout ServerDirectory
    ) throws(DatabaseError) {
        var members: [Int64: [ServerGroup.Member]] = [:]
        let people = "SELECT group_id, uid, nickname, muted, joined, quiet FROM member ORDER BY group_id, place"
        try connection.forEach(people) { row in
            let member = ServerGroup.Member(
                uid: row.int64(1), nickname: row.string(2), isMuted: row.bool(3), joinedAt: row.int64(4),
                isQuiet: row.bool(5))
            members[row.int64(0), default: []].append(member)
            return true
        }
        let groups = "SELECT id, app, name, notice, master, super, disbanded, open FROM chat_group"
        try connection.forEach(groups) { row in
            _ = directory.put(
                ServerGroup(
                    id: row.int64(0), appID: row.int64(1), name: row.string(2), notice: row.string(3),
                    master: row.int64(4), isSuper: row.bool(5), isDisbanded: row.bool(6), isOpen: row.bool(7),
                    members: members[row.int64(0)] ?? []))
            return true
        }
        try connection.forEach("SELECT app, uid, group_id, key FROM group_sync_key") { row in
            _ = directory.raiseGroupSyncKey(
                UserKey(appID: row.int64(0), uid: row.int64(1)), group: row.int64(2), to: row.int64(3))
            return true
        }
    }
}
