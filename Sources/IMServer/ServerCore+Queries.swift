package import Database

extension ServerCore {
    /// How many copies a user's queue holds behind a key; 0 stands for what the client last said to have stored. As on
    /// the real server the answer is 0 for a key that is no copy's (protocol document, section 10.1).
    package func countOffline(
        _ user: UserKey, after key: Int64, completion: @escaping (Result<Int, DatabaseError>) -> Void
    ) {
        let start = key == 0 ? directory.users[user]?.syncKey ?? 0 : key
        storage.count(.user(user), after: start) { completion($0.map { $0 ?? 0 }) }
    }

    /// What the two threads of the server have before them, as lines: there are no stacks to tell of, for whoever is
    /// answered is answered by the loop, between two events.
    var stackText: String {
        let open = allConnections
        return """
            loop: \(open.count) connections, \(open.count { $0.isPaused }) of them not read for now, \
            \(open.reduce(0) { $0 + $1.pendingBytes }) bytes unread by others, \(rooms.count) rooms
            database: \(open.reduce(0) { $0 + $1.pendingWrites }) messages of connections wait for their commit

            """
    }

    /// A part of a user's queue, oldest first; at most as much as one SYNC answers. As on the real server `limit` counts
    /// notifications and system lines too, which are left out of what is told. What is being read counts as held for
    /// `asker`, who is told nothing when there is no room for it.
    ///
    /// - Returns: Whether there is room; without it `completion` is never called.
    package func messages(
        of user: UserKey, after key: Int64, limit: Int, side: QueueSlice.Side, for asker: UserKey?,
        completion: @escaping (Result<QueueBatch, DatabaseError>) -> Void
    ) -> Bool {
        let cost = configuration.syncByteLimit
        guard hasRoom(forHTTP: cost, of: asker) else { return false }
        let slice = QueueSlice(
            queue: .user(user), after: key, limit: min(limit, configuration.syncLimit), byteLimit: cost, side: side)
        changeHTTP(asker, by: cost)
        storage.read(slice) { [weak self] result in
            self?.changeHTTP(asker, by: -cost)
            completion(result)
        }
        return true
    }
}
