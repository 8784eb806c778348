import Database
package import IMModel

extension MessageStore {
    /// Keeps an own message before its first byte leaves; survives a power loss. Answers the message as kept (its order
    /// filled in) and the session as it is now.
    ///
    /// - Parameters:
    ///   - inOutbox: whether it is sent again after a restart until it is acknowledged or fails.
    ///   - clearsDraft: whether the session's draft became this message: it goes in the same commit.
    package func insertOwn(
        _ message: Message, inOutbox: Bool = true, clearsDraft: Bool = false,
        completion: @escaping (Result<(message: Message, session: Session), StoreError>) -> Void
    ) {
        write(.full) { (access) throws(DatabaseError) -> StoredOwn in
            var kept = message
            guard case .inserted = try access.insert(&kept, isHistory: true) else {
                throw DatabaseError(reason: .duplicate, message: "an own message with this origin id exists")
            }
            if inOutbox {
                try access.connection.run("INSERT INTO outbox (message) VALUES (?)", .integer(Int64(kept.id.rawValue)))
            }
            if clearsDraft {
                try access.connection.run(
                    "UPDATE sessions SET draft = NULL, draft_caret = NULL, draft_reply = NULL WHERE key = ?",
                    .integer(try access.key(of: kept.session)))
            }
            guard let session = try access.finishSessions().first else {
                throw DatabaseError(reason: .other, message: "an own message without a session")
            }
            return StoredOwn(message: kept, session: session)
        } completion: {
            completion($0.map { ($0.message, $0.session) })
        }
    }

    /// Brings an own message to a state; sent, delivered, read and failed take it out of the outbox. A state never falls
    /// back: a late failure of a message that was sent changes nothing. Answers the message as it is now.
    package func update(
        _ id: MessageID, state: DeliveryState, serverID: String? = nil,
        completion: @escaping (Result<Message, StoreError>) -> Void
    ) {
        change(id, .normal) { (access, id) throws(DatabaseError) in
            guard try access.update(id, state: state, serverID: serverID) else { return nil }
            return try access.message(id)
        } completion: {
            completion($0)
        }
    }

    /// Puts a failed message back at the end of the outbox, state `waiting`; survives a power loss. A message that was
    /// sent meanwhile stays as it is; one that was taken back has nothing to send and is unknown here.
    package func requeue(_ id: MessageID, completion: @escaping (Result<Message, StoreError>) -> Void) {
        change(id, .full) { (access, id) throws(DatabaseError) in
            guard try access.target(id)?.flags.contains(.revoked) == false,
                try access.update(id, state: .waiting, serverID: nil), let message = try access.message(id)
            else { return nil }
            if message.state == .waiting {
                try access.connection.run("INSERT OR IGNORE INTO outbox (message) VALUES (?)", .integer(id))
            }
            return message
        } completion: {
            completion($0)
        }
    }

    /// Forgets an own message with its session, where the session holds nothing else and nobody has begun to use it: the
    /// server has refused it, and whoever sent it has the text. Answers whether it did.
    package func discard(
        _ id: MessageID, with session: SessionID, completion: @escaping (Result<Bool, StoreError>) -> Void
    ) {
        let number = Int64(id.rawValue)
        write(.normal) { (access) throws(DatabaseError) -> Bool in
            guard let number, let key = try access.knownKey(of: session), let found = try access.target(number) else {
                return false
            }
            let isUntouched = try access.connection.first(
                "SELECT 1 FROM sessions WHERE key = ? AND draft IS NULL AND pinned = 0 AND muted = 0", .integer(key)
            ) { _ in true }
            guard isUntouched == true else { return false }
            let held = try access.connection.all(
                "SELECT id FROM messages WHERE session = ? AND flags & 1 = 0 LIMIT 2", .integer(key)
            ) { row in row.int64(0) }
            guard held == [number] else { return false }
            try access.unindex(found)
            for table in ["outbox", "readers", "saved"] {
                try access.connection.run("DELETE FROM \(table) WHERE message = ?", .integer(number))
            }
            try access.removeRow(number)
            for table in ["members", "gaps", "effects", "read_sweeps"] {
                try access.connection.run("DELETE FROM \(table) WHERE session = ?", .integer(key))
            }
            try access.connection.run("DELETE FROM sessions WHERE key = ?", .integer(key))
            return true
        } completion: {
            completion($0)
        }
    }

    /// Counts an attempt to send.
    package func countAttempt(_ id: MessageID) {
        guard let number = Int64(id.rawValue) else { return }
        write(.normal) { (access) throws(DatabaseError) in
            try access.connection.run(
                "UPDATE outbox SET attempts = attempts + 1 WHERE message = ?", .integer(number))
        } completion: { (_: Result<Int, StoreError>) in
        }
    }

    /// What waits for an acknowledgement, in the order of writing.
    package func outbox(completion: @escaping (Result<[OutboxEntry], StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> [OutboxEntry] in
            let rows = try access.connection.all("SELECT message, attempts FROM outbox ORDER BY position") { row in
                (id: row.int64(0), attempts: row.int(1))
            }
            var entries: [OutboxEntry] = []
            for row in rows {
                guard let message = try access.message(row.id) else { continue }
                entries.append(OutboxEntry(message: message, attempts: row.attempts))
            }
            return entries
        } completion: {
            completion($0)
        }
    }

    /// A change of one message; `nil` from `work` means that there is none.
    func change(
        _ id: MessageID, _ durability: Durability,
        _ work: @escaping @Sendable (inout StoreAccess, Int64) throws(DatabaseError) -> Message?,
        completion: @escaping (Result<Message, StoreError>) -> Void
    ) {
        let number = Int64(id.rawValue)
        write(durability) { (access) throws(DatabaseError) -> Message? in
            guard let number else { return nil }
            return try work(&access, number)
        } completion: { result in
            completion(result.flatMap { $0.map(Result.success) ?? .failure(.unknownMessage) })
        }
    }
}

/// What `insertOwn` brings back.
private struct StoredOwn: Sendable {
    let message: Message
    let session: Session
}
