package import Database
internal import IMWire

/// The storage in SQLite. The executor must have been opened with `ServerSchema.migrations`.
package final class SQLiteServerStorage: ServerStorage {
    private let database: any DatabaseExecutor
    private var owed = OwedChanges()

    /// Uses a database; whoever owns it calls its `drain`.
    package init(database: any DatabaseExecutor) { self.database = database }

    /// See `ServerStorage`.
    package func append(_ entries: [QueueEntry], completion: @escaping (Result<Void, DatabaseError>) -> Void) {
        let writing = owed.beginMessages()
        database.perform(
            .write(.normal), rows: entries.count * 2 + writing.changes.count,
            { (connection: DatabaseConnection) throws(DatabaseError) in
                for change in writing.changes { try Self.write(change, connection) }
                for entry in entries {
                    let place = entry.queue.columns
                    try connection.run(
                        "INSERT INTO entry(kind, app, owner, id, device, frame) VALUES(?,?,?,?,?,?)",
                        values: place + [.integer(entry.id), .integer(entry.device), .blob(Self.bytes(entry.body))])
                    try connection.run(
                        """
                        INSERT INTO queue(kind, app, owner, last) VALUES(?,?,?,?)
                        ON CONFLICT(kind, app, owner) DO UPDATE SET last = max(last, excluded.last)
                        """, values: place + [.integer(entry.id)])
                }
            }, completion: ended(writing, completion))
    }

    private func ended(
        _ writing: OwedChanges.Writing, _ completion: @escaping (Result<Void, DatabaseError>) -> Void
    ) -> (Result<Void, DatabaseError>) -> Void {
        guard !writing.changes.isEmpty else { return completion }
        return { [self] result in
            owed.end(writing, isWritten: (try? result.get()) != nil)
            completion(result)
        }
    }

    /// A body as it is kept: a whole frame of version 2, so that its own header tells how to read it.
    private static func bytes(_ body: FrameBody) -> [UInt8] {
        (try? Frame(seq: 0, body: body).encoded()) ?? []
    }

    private static func body(_ bytes: [UInt8]) -> FrameBody? {
        var decoder = FrameDecoder(direction: .fromServer)
        decoder.append(bytes)
        return try? decoder.next()?.body
    }

    /// See `ServerStorage`.
    package func read(_ slice: QueueSlice, completion: @escaping (Result<QueueBatch, DatabaseError>) -> Void) {
        database.perform(
            .read, rows: 0,
            { (connection: DatabaseConnection) throws(DatabaseError) -> QueueBatch in
                try Self.batch(slice, connection)
            }, completion: completion)
    }

    /// See `ServerStorage`.
    package func count(
        _ queue: QueueID, after key: Int64, completion: @escaping (Result<Int?, DatabaseError>) -> Void
    ) {
        let sql = "SELECT count(*) FROM entry WHERE kind = ? AND app = ? AND owner = ? AND id"
        database.perform(
            .read, rows: 0,
            { (connection: DatabaseConnection) throws(DatabaseError) -> Int? in
                let values = queue.columns + [.integer(key)]
                if key != 0, try connection.first("\(sql) = ?", values: values, row: { $0.int(0) }) != 1 { return nil }
                return try connection.first("\(sql) > ?", values: values, row: { $0.int(0) })
            }, completion: completion)
    }

    private static func batch(
        _ slice: QueueSlice, _ connection: DatabaseConnection
    ) throws(DatabaseError) -> QueueBatch {
        let order = slice.side == .oldest ? "ASC" : "DESC"
        var batch = QueueBatch()
        var size = 0
        try connection.forEach(
            """
            SELECT id, device, frame FROM entry WHERE kind = ? AND app = ? AND owner = ? AND id > ?
            ORDER BY id \(order) LIMIT ?
            """, values: slice.queue.columns + [.integer(slice.after), .integer(slice.limit + 1)]
        ) { row in
            let bytes = row.bytes(2)
            if batch.entries.count == slice.limit || (size > 0 && size + bytes.count > slice.byteLimit) {
                batch.hasMore = true
                return false
            }
            size += bytes.count
            // What a damaged file no longer tells is passed over.
            guard let body = body(bytes) else { return true }
            batch.entries.append(
                QueueEntry(queue: slice.queue, id: row.int64(0), device: row.int64(1), body: body))
            return true
        }
        if slice.side == .newest { batch.entries.reverse() }
        return batch
    }

    /// See `ServerStorage`.
    package func save(_ changes: [DirectoryChange], completion: @escaping (Result<Void, DatabaseError>) -> Void) {
        let writing = owed.begin(changes)
        guard !writing.changes.isEmpty else {
            // Nothing to write, but the completion keeps its place in the order.
            database.perform(
                .read, rows: 0, { (_: DatabaseConnection) throws(DatabaseError) in }, completion: completion)
            return
        }
        database.perform(
            .write(.normal), rows: writing.changes.count,
            { (connection: DatabaseConnection) throws(DatabaseError) in
                for change in writing.changes { try Self.write(change, connection) }
            }, completion: ended(writing, completion))
    }

    private static func write(_ change: DirectoryChange, _ connection: DatabaseConnection) throws(DatabaseError) {
        switch change {
        case .user(let user):
            try connection.run(
                "INSERT OR REPLACE INTO user(app, uid, name, unread, sync_key, forbidden) VALUES(?,?,?,?,?,?)",
                .integer(user.key.appID), .integer(user.key.uid), .text(user.name), .integer(Int64(user.unread)),
                .integer(user.syncKey), .bool(user.isForbidden))
        case .token(let token, let entry):
            try connection.run(
                "INSERT OR REPLACE INTO token(token, app, uid, made) VALUES(?,?,?,?)", .text(token),
                .integer(entry.user.appID), .integer(entry.user.uid), .integer(entry.madeAt))
        case .device(let device, let number):
            try connection.run(
                "INSERT OR REPLACE INTO device(platform, name, number) VALUES(?,?,?)",
                .integer(Int64(device.platform)), .text(device.id), .integer(number))
        case .groupSyncKey(let user, let group, let key):
            try connection.run(
                "INSERT OR REPLACE INTO group_sync_key(app, uid, group_id, key) VALUES(?,?,?,?)",
                .integer(user.appID), .integer(user.uid), .integer(group), .integer(key))
        case .revoked(let token): try connection.run("DELETE FROM token WHERE token = ?", .text(token))
        case .listed(let list, let uid, let isOn):
            let values = list.columns + [.integer(uid)]
            let sql =
                isOn
                ? "INSERT OR REPLACE INTO user_list(kind, app, uid, other) VALUES(?,?,?,?)"
                : "DELETE FROM user_list WHERE kind = ? AND app = ? AND uid = ? AND other = ?"
            try connection.run(sql, values: values)
        case .group(let group): try write(group, connection)
        }
    }

    private static func write(_ group: ServerGroup, _ connection: DatabaseConnection) throws(DatabaseError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO chat_group(id, app, name, notice, master, super, disbanded, open)
            VALUES(?,?,?,?,?,?,?,?)
            """, .integer(group.id), .integer(group.appID), .text(group.name), .text(group.notice),
            .integer(group.master), .bool(group.isSuper), .bool(group.isDisbanded), .bool(group.isOpen))
        try connection.run("DELETE FROM member WHERE group_id = ?", .integer(group.id))
        for (place, member) in group.members.enumerated() {
            try connection.run(
                "INSERT INTO member(group_id, place, uid, nickname, muted, joined, quiet) VALUES(?,?,?,?,?,?,?)",
                .integer(group.id), .integer(place), .integer(member.uid), .text(member.nickname),
                .bool(member.isMuted), .integer(member.joinedAt), .bool(member.isQuiet))
        }
    }
}
