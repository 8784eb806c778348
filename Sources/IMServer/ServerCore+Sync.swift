internal import EventLoop
internal import IMWire

extension ServerCore {
    /// Answers SYNC: all that is newer than the key, oldest first, framed by BEGIN and END that both carry the final key
    /// (section 5.6). Key 0 stands for what the client last said to have stored; a key past the end is answered with the
    /// true end; what does not fit comes with the next SYNC, which a SYNC_NOTIFY asks for.
    func sync(from key: Int64, of user: UserKey, on connection: ServerConnection) {
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
    func syncGroup(_ id: Int64, from key: Int64, of user: UserKey, on connection: ServerConnection) {
        guard let group = directory.group(id, appID: user.appID), group.isSuper, let member = group.member(user.uid),
            isLoaded(id)
        else { return }
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
        // Counts as a write so that a flood of SYNCs stops the reading too.
        let cost = configuration.syncCost
        connection.pendingWrites += cost
        storage.read(slice) { [weak self] result in
            guard let self else { return }
            turn {
                connection.pendingWrites -= cost
                switch result {
                case .success(let batch): answer(batch)
                case .failure(let error):
                    counters.storageFailures += 1
                    log("queue not read: \(error)")
                }
                balance(connection)
            }
        }
        balance(connection)
    }

    /// The messages of a sync: no METADATA, no flag but SELF for what this device sent itself.
    private func sendBatch(_ batch: QueueBatch, to connection: ServerConnection) {
        for entry in batch.entries {
            let isOwn = entry.author == connection.user && entry.device == connection.deviceNumber
            send(entry.body, flags: isOwn ? .selfSent : [], to: connection)
        }
    }
}
