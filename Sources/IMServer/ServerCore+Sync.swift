internal import EventLoop
internal import IMWire

extension ServerCore {
    /// Takes a SYNC or SYNC_GROUP. One is answered at a time, when the one before has been taken; of those that wait
    /// meanwhile for the same queue the last stands for all, so that whoever asks without reading is read to once.
    func ask(_ request: SyncRequest, on connection: ServerConnection) {
        if let place = connection.waitingSyncs.firstIndex(where: { $0.asksForSame(as: request) }) {
            connection.waitingSyncs[place] = request
            return
        }
        // Counts as a write so that a flood of SYNCs stops the reading too.
        connection.pendingWrites += configuration.syncCost
        connection.waitingSyncs.append(request)
        startSync(on: connection)
        balance(connection)
    }

    /// Starts to answer the next SYNC that waits, if there is room.
    func startSync(on connection: ServerConnection) {
        guard !connection.isOver, !connection.isSyncing, let user = connection.user,
            let request = connection.waitingSyncs.first, connection.pendingBytes <= configuration.syncPendingLimit
        else { return }
        guard hasRoom(for: connection) else { return waitForRoom(connection) }
        connection.waitingSyncs.removeFirst()
        switch request {
        case .own(let key): sync(from: key, of: user, on: connection)
        case .group(let id, let key): syncGroup(id, from: key, of: user, on: connection)
        }
    }

    /// Answers SYNC: all that is newer than the key, oldest first, framed by BEGIN and END that both carry the final key
    /// (section 5.6). Key 0 stands for what the client last said to have stored; a key past the end is answered with the
    /// true end; what does not fit comes with the next SYNC, which a SYNC_NOTIFY asks for.
    private func sync(from key: Int64, of user: UserKey, on connection: ServerConnection) {
        let queue = QueueID.user(user)
        let start = key == 0 ? directory.users[user]?.syncKey ?? 0 : key
        let slice = QueueSlice(
            queue: queue, after: start, limit: configuration.syncLimit, byteLimit: configuration.syncByteLimit)
        read(slice, for: connection) { [weak self] batch in
            guard let self else { return }
            let end = directory.end(of: queue)
            let final = batch.entries.last?.id ?? (end == 0 ? start : end)
            send(.syncBegin(final), to: connection)
            sendBatch(batch, to: connection)
            send(.syncEnd(final), to: connection)
            if batch.hasMore { send(.syncNotify(final + 1), to: connection) }
        }
    }

    /// Answers SYNC_GROUP: at most the newest of what is newer than the key (section 5.8). Silence for a group that is
    /// not there or not loaded, and for who is no member.
    private func syncGroup(_ id: Int64, from key: Int64, of user: UserKey, on connection: ServerConnection) {
        guard let group = directory.group(id, appID: user.appID), group.isSuper, let member = group.member(user.uid),
            isLoaded(id)
        else {
            connection.pendingWrites -= configuration.syncCost
            return startSync(on: connection)
        }
        let queue = QueueID.group(appID: user.appID, id: id)
        let saved = directory.groupSyncKey(user, group: id)
        let start = key != 0 ? key : saved != 0 ? saved : member.joinedAt
        let slice = QueueSlice(
            queue: queue, after: start, limit: configuration.groupSyncLimit, byteLimit: configuration.syncByteLimit,
            side: .newest)
        read(slice, for: connection) { [weak self] batch in
            guard let self else { return }
            let end = directory.end(of: queue)
            let final = batch.entries.last?.id ?? (end == 0 ? start : end)
            send(.syncGroupBegin(group: id, key: final), to: connection)
            sendBatch(batch, to: connection)
            send(.syncGroupEnd(group: id, key: final), to: connection)
        }
    }

    private func isLoaded(_ group: Int64) -> Bool {
        guard configuration.quirks.contains(.silentUnloadedGroup) else { return true }
        guard let since = loadedGroups[group] else { return false }
        return scheduler.now.since(since) < configuration.groupMemory
    }

    private func read(
        _ slice: QueueSlice, for connection: ServerConnection, then answer: @escaping (QueueBatch) -> Void
    ) {
        connection.isSyncing = true
        connection.reservedBytes = slice.byteLimit
        recount(connection)
        storage.read(slice) { [weak self] result in
            guard let self else { return }
            turn {
                connection.pendingWrites -= configuration.syncCost
                connection.isSyncing = false
                connection.reservedBytes = 0
                recount(connection)
                switch result {
                case .success(let batch): answer(batch)
                case .failure(let error):
                    counters.storageFailures += 1
                    log("queue not read: \(error)")
                    startSync(on: connection)
                }
                balance(connection)
            }
        }
    }

    /// The messages of a sync: no METADATA, no flag but SELF for what this device sent itself.
    private func sendBatch(_ batch: QueueBatch, to connection: ServerConnection) {
        for entry in batch.entries {
            let isOwn = entry.author == connection.user && entry.device == connection.deviceNumber
            send(entry.body, flags: isOwn ? .selfSent : [], to: connection)
        }
    }
}
