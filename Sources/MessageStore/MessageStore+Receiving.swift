import Database
import IMModel

extension MessageStore {
    /// Takes in what came, with its sync keys, in one commit. Received messages survive a crash at once and a power loss
    /// soon; until then the server has them, for the sync key is in the same commit.
    ///
    /// On failure nothing is kept: do not advance the key on the server, and offer the same batch again later.
    package func insert(
        _ batch: ReceivedBatch, completion: @escaping (Result<InsertOutcome, StoreError>) -> Void
    ) {
        write(.normal, rows: max(1, batch.items.count)) { (access) throws(DatabaseError) -> InsertOutcome in
            try access.insert(batch)
        } completion: { [weak self] result in
            // A message needs room for itself and for its words in the index.
            if case .failure(.diskFull) = result { self?.noteRefused(bytes: batch.textSize * 2) }
            completion(result)
        }
    }

    /// The sync keys as kept now.
    package func syncKeys(completion: @escaping (Result<[SyncQueue: Int64], StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> [SyncQueue: Int64] in
            let keys = try access.connection.all("SELECT queue, value FROM sync_keys") { row in
                (SyncQueue(column: row.string(0)), row.int64(1))
            }
            return Dictionary(keys) { first, _ in first }
        } completion: {
            completion($0)
        }
    }
}

extension StoreAccess {
    mutating func insert(_ batch: ReceivedBatch) throws(DatabaseError) -> InsertOutcome {
        if let span = batch.history { return try insertHistory(batch, span) }
        var outcome = InsertOutcome()
        /// The last places of sessions of which something may be missing.
        var holes: [SessionID: Place?] = [:]
        var inserted: [Message] = []
        inserted.reserveCapacity(batch.items.count)
        // Rows to read again at the end, by id; an effect can hit a message of the same batch.
        var stale: Set<Int64> = []
        for item in batch.items {
            switch item {
            case .gap(let session): holes[session] = .some(try lastPlace(in: key(of: session)))
            case .message(var message, let isHistory):
                switch try insert(&message, isHistory: isHistory) {
                case .inserted(let hasEffects):
                    if !holes.isEmpty, let hole = holes.removeValue(forKey: message.session),
                        let id = Int64(message.id.rawValue)
                    {
                        try noteGap(key(of: message.session), after: hole, before: Place(order: message.order, id: id))
                    }
                    if hasEffects, let id = Int64(message.id.rawValue) { stale.insert(id) }
                    inserted.append(message)
                case .duplicate(let id):
                    holes[message.session] = nil
                    outcome.duplicates[message.id] = MessageID(String(id))
                    guard message.isOutgoing else { continue }
                    if try repair(id, with: message) { stale.insert(id) }
                    let order = message.order == 0 ? Int64(message.id.rawValue) : message.order
                    if let order, try place(id, order: order) { stale.insert(id) }
                case .notARow: break
                }
            case .group(let effect): try apply(effect)
            case .effect(let effect): stale.formUnion(try apply(effect))
            case .ownPlace(let message, let order):
                guard let id = Int64(message.rawValue) else { continue }
                // The server has it, whether or not that was written by itself already.
                if try isUnproved(id), try update(id, state: .sent, serverID: nil) { stale.insert(id) }
                if try place(id, order: order) { stale.insert(id) }
            }
        }
        for (queue, key) in batch.syncKeys {
            try connection.run(
                """
                INSERT INTO sync_keys (queue, value) VALUES (?, ?)
                ON CONFLICT (queue) DO UPDATE SET value = excluded.value WHERE excluded.value <> 0
                """,
                .text(queue.column), .integer(key))
        }
        if stale.isEmpty { swap(&outcome.inserted, &inserted) }
        for message in inserted {
            guard let id = Int64(message.id.rawValue), stale.remove(id) != nil else {
                outcome.inserted.append(message)
                continue
            }
            if let now = try self.message(id) { outcome.inserted.append(now) }
        }
        for id in stale.sorted() {
            if let now = try message(id) { outcome.changed.append(now) }
        }
        outcome.sessions = try finishSessions()
        return outcome
    }

    /// An own message came back from the server: it was sent, whatever we thought.
    mutating func repair(_ id: Int64, with message: Message) throws(DatabaseError) -> Bool {
        guard try isUnproved(id) else { return false }
        return try update(id, state: .sent, serverID: message.serverID)
    }

    /// Whether it is an own message that is not known to have arrived.
    private func isUnproved(_ id: Int64) throws(DatabaseError) -> Bool {
        let state = try connection.first("SELECT state FROM messages WHERE id = ?", .integer(id)) { row in row.int64(0)
        }
        return state.map { StateColumn.rank($0) == 0 && $0 != 0 } ?? false
    }

    /// Gives an own message the place that the server gave it, the first time it is told; until then it stands where it
    /// was written. It moves only if something stands in between, and what is still on its way does not count. Answers
    /// whether it moved.
    private mutating func place(_ id: Int64, order: Int64) throws(DatabaseError) -> Bool {
        guard let found = try target(id), found.flags.contains(.outgoing), !found.flags.contains(.placed) else {
            return false
        }
        let overtaking = try connection.first(
            "SELECT id FROM (\(Self.query(.after, ", flags"))) WHERE flags & 4 = 0 OR flags & 64 = 64 LIMIT 1",
            .integer(found.session), .integer(found.order), .integer(id)
        ) { row in row.int64(0) }
        guard overtaking != nil, order > found.order else {
            try connection.run("UPDATE messages SET flags = flags | 64 WHERE id = ?", .integer(id))
            return false
        }
        try connection.run(
            "UPDATE messages SET flags = flags | 64, ord = ?, version = version + 1 WHERE id = ?", .integer(order),
            .integer(id))
        try moveReadMark(found)
        if let message = try message(id) {
            touched[found.session, default: SessionChange()].offer(
                SessionChange.Newest(order: order, id: id, timestamp: message.timestamp, message: message))
        }
        return true
    }

    /// The read mark keeps its place when the message that it named goes.
    private func moveReadMark(_ moved: Target) throws(DatabaseError) {
        let previous = try previousPlace(in: moved.session, before: Place(order: moved.order, id: moved.id))
        try connection.run(
            "UPDATE sessions SET read_id = ? WHERE key = ? AND read_id = ?", .integer(previous?.id),
            .integer(moved.session), .integer(moved.id))
    }
}
