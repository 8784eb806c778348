import Database
package import IMModel

extension MessageStore {
    /// At most `limit` messages beside an anchor, which stays valid when its message is deleted; without an anchor the
    /// last ones (or the first, for `newer`). Fails with `unknownMessage` if the anchor is not of this session.
    package func page(
        _ session: SessionID, anchor: MessageID?, direction: StorePageDirection, limit: Int,
        completion: @escaping (Result<StorePage, StoreError>) -> Void
    ) {
        // An id that is no number of ours is no message of ours.
        let number = anchor.map { Int64($0.rawValue) ?? .min }
        read { (access) throws(DatabaseError) -> StorePage? in
            guard let key = try access.knownKey(of: session) else {
                return number == nil ? StorePage(messages: [], hasOlder: false, hasNewer: false) : nil
            }
            var page = try access.page(key, anchor: number, direction: direction, limit: limit)
            if let messages = page?.messages { page?.gaps = try access.gaps(key, of: messages) }
            return page
        } completion: { result in
            completion(result.flatMap { $0.map(Result.success) ?? .failure(.unknownMessage) })
        }
    }

    /// One message, or `nil`.
    package func message(_ id: MessageID, completion: @escaping (Result<Message?, StoreError>) -> Void) {
        let number = Int64(id.rawValue) ?? .min
        read { (access) throws(DatabaseError) -> Message? in
            try access.message(number)
        } completion: {
            completion($0)
        }
    }

    /// The message with an origin id (the first to come, if somebody reused it), or `nil`.
    package func message(
        originID: String, in session: SessionID, completion: @escaping (Result<Message?, StoreError>) -> Void
    ) {
        read { (access) throws(DatabaseError) -> Message? in
            guard let key = try access.knownKey(of: session) else { return nil }
            return try access.messages(originID: originID, session: key).first
        } completion: {
            completion($0)
        }
    }

    /// The newest texts that the user sent in a session, oldest first, at most `limit`; looked for among the last
    /// `sentReach` messages.
    package func sentTexts(
        in session: SessionID, limit: Int, completion: @escaping (Result<[Message], StoreError>) -> Void
    ) {
        read { (access) throws(DatabaseError) -> [Message] in
            guard let key = try access.knownKey(of: session) else { return [] }
            return try access.messages(
                where: """
                    m.id IN (
                        SELECT id FROM (
                            SELECT id, flags, kind FROM messages WHERE session = ? AND flags & 1 = 0
                            ORDER BY ord DESC, id DESC LIMIT ?
                        ) WHERE flags & 4 = 4 AND flags & 16 = 0 AND kind IS NULL LIMIT ?
                    ) ORDER BY m.ord, m.id
                    """, [.integer(key), .integer(Self.sentReach), .integer(limit)])
        } completion: {
            completion($0)
        }
    }

    /// No key may cost in proportion to the history.
    private static let sentReach = 10_000

    /// Does an effect of our own (a revoke that the server has acknowledged, a tag); answers the changed messages and
    /// sessions. Effects from others travel in `ReceivedBatch`.
    package func apply(
        _ effect: MessageEffect, completion: @escaping (Result<InsertOutcome, StoreError>) -> Void
    ) {
        insert(ReceivedBatch(items: [.effect(effect)]), completion: completion)
    }

    /// Deletes a message here. It is not taken in again; a saved one stays in the collection. Answers the session, or
    /// `nil` if there was no such message.
    package func delete(_ id: MessageID, completion: @escaping (Result<Session?, StoreError>) -> Void) {
        let number = Int64(id.rawValue) ?? .min
        write(.normal) { (access) throws(DatabaseError) -> Session? in
            guard try access.delete(number) else { return nil }
            return try access.finishSessions().first
        } completion: {
            completion($0)
        }
    }

    /// Puts a message into the user's collection; again is no error.
    package func save(
        _ id: MessageID, at milliseconds: Int64, completion: @escaping (Result<Message, StoreError>) -> Void
    ) {
        change(id, .full) { (access, id) throws(DatabaseError) in
            guard let message = try access.message(id) else { return nil }
            try access.connection.run(
                "INSERT OR IGNORE INTO saved (message, saved_at) VALUES (?, ?)", .integer(id), .integer(milliseconds))
            return message
        } completion: {
            completion($0)
        }
    }

    /// Puts messages into the user's collection in one commit; those that are not there are passed over.
    package func save(
        _ times: [(id: MessageID, milliseconds: Int64)], completion: @escaping (Result<Void, StoreError>) -> Void
    ) {
        let rows = times.compactMap { time in Int64(time.id.rawValue).map { ($0, time.milliseconds) } }
        write(.full, rows: max(1, rows.count)) { (access) throws(DatabaseError) in
            for (id, time) in rows where try access.message(id) != nil {
                try access.connection.run(
                    "INSERT OR IGNORE INTO saved (message, saved_at) VALUES (?, ?)", .integer(id), .integer(time))
            }
        } completion: {
            completion($0)
        }
    }

    /// The collection, last saved first, at most `limit`; `before` is the last message of the page before.
    package func savedMessages(
        before: MessageID? = nil, limit: Int, completion: @escaping (Result<[Message], StoreError>) -> Void
    ) {
        let number = before.map { Int64($0.rawValue) ?? .min }
        read { (access) throws(DatabaseError) -> [Message] in
            let ids: [Int64]
            if let number {
                ids = try access.connection.all(
                    """
                    SELECT v.message FROM saved v, saved a WHERE a.message = ?
                    AND (v.saved_at, v.message) < (a.saved_at, a.message)
                    ORDER BY v.saved_at DESC, v.message DESC LIMIT ?
                    """, .integer(number), .integer(limit)
                ) { row in row.int64(0) }
            } else {
                ids = try access.connection.all(
                    "SELECT message FROM saved ORDER BY saved_at DESC, message DESC LIMIT ?", .integer(limit)
                ) { row in row.int64(0) }
            }
            var messages: [Message] = []
            for id in ids { messages += try access.messages(where: "m.id = ?", [.integer(id)]) }
            return messages
        } completion: {
            completion($0)
        }
    }

    /// When which messages of a session were put into the collection.
    package func savedTimes(
        in session: SessionID, completion: @escaping (Result<[MessageID: Int64], StoreError>) -> Void
    ) {
        read { (access) throws(DatabaseError) -> [MessageID: Int64] in
            guard let key = try access.knownKey(of: session) else { return [:] }
            let found = try access.connection.all(
                "SELECT v.message, v.saved_at FROM saved v JOIN messages m ON m.id = v.message WHERE m.session = ?",
                .integer(key)
            ) { row in (MessageID(String(row.int64(0))), row.int64(1)) }
            return Dictionary(found) { first, _ in first }
        } completion: {
            completion($0)
        }
    }

    /// Takes a message out of the collection.
    package func unsave(_ id: MessageID, completion: @escaping (Result<Void, StoreError>) -> Void) {
        let number = Int64(id.rawValue) ?? .min
        write(.normal) { (access) throws(DatabaseError) in
            try access.connection.run("DELETE FROM saved WHERE message = ?", .integer(number))
        } completion: {
            completion($0.map { _ in () })
        }
    }
}
