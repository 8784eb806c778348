import Database
package import IMModel

extension MessageStore {
    /// All sessions with previews, counts and drafts: pinned ones first, then by the last activity. `capabilities` is
    /// empty; the engine fills it. Reads no message.
    package func sessions(completion: @escaping (Result<[Session], StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> [Session] in
            try access.sessions()
        } completion: {
            completion($0)
        }
    }

    /// Makes sure that the session is in the list, and answers it.
    package func ensure(_ session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void) {
        change(session, .normal, completion: completion)
    }

    /// Marks everything up to a message as read (`nil`: everything). The mark never goes back.
    package func markRead(
        _ session: SessionID, through id: MessageID?, completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        let number = id.map { Int64($0.rawValue) ?? .min }
        change(session, .normal) { (access, key) throws(DatabaseError) in
            let place: (order: Int64, id: Int64)?
            if let number {
                place = try access.target(number).flatMap { $0.session == key ? ($0.order, $0.id) : nil }
            } else {
                place = try access.connection.first(
                    """
                    SELECT ord, id FROM messages WHERE session = ? AND flags & 1 = 0 ORDER BY ord DESC, id DESC LIMIT 1
                    """, .integer(key)
                ) { row in (row.int64(0), row.int64(1)) }
            }
            if let place { try access.markRead(key, through: place) }
        } completion: { [weak self] result in
            completion(result)
            self?.sweepRead()
        }
    }

    /// The origin id of the last message that was received at a place or before it, among so many rows back: what a read
    /// mark names. `nil` if none of these has one. Takes no message apart.
    package func lastReceived(
        in session: SessionID, through id: MessageID, reach: Int,
        completion: @escaping (Result<String?, StoreError>) -> Void
    ) {
        let number = Int64(id.rawValue)
        read { (access) throws(DatabaseError) -> String? in
            guard let number, let key = try access.knownKey(of: session), let found = try access.target(number),
                found.session == key
            else { return nil }
            var origin: String?
            try access.connection.forEach(
                StoreAccess.query(.through, ", state, origin") + " LIMIT ?4",
                values: [.integer(key), .integer(found.order), .integer(number), .integer(reach)]
            ) { row in
                guard row.int64(2) == StateColumn.number(.incoming), !row.isNull(3) else { return true }
                origin = OriginColumn.string(row, 3)
                return false
            }
            return origin
        } completion: {
            completion($0)
        }
    }

    /// Clears what marks have left to be cleared, a little at a time, so that others get their turn in between.
    func sweepRead() {
        guard !isSweeping else { return }
        isSweeping = true
        write(.normal, rows: 1_000) { (access) throws(DatabaseError) -> Bool in
            try access.sweepRead()
        } completion: { [weak self] result in
            self?.isSweeping = false
            if case .success(true) = result { self?.sweepRead() }
        }
    }

    /// Keeps the unsent text (`nil` or empty: none); survives a power loss.
    package func setDraft(
        _ draft: Draft?, in session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        let kept = draft.flatMap { $0.text.isEmpty && $0.replyTo == nil ? nil : $0 }
        set(
            "draft = ?, draft_caret = ?, draft_reply = ?",
            [.text(kept?.text), .integer(kept.map { Int64($0.caret) }), .text(kept?.replyTo)], in: session, .full,
            completion: completion)
    }

    /// Keeps the session quiet, or not.
    package func setMuted(
        _ muted: Bool, in session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) { set("muted = ?", [.bool(muted)], in: session, .normal, completion: completion) }

    /// Keeps the session on top, or not.
    package func setPinned(
        _ pinned: Bool, in session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) { set("pinned = ?", [.bool(pinned)], in: session, .normal, completion: completion) }

    /// Names the session (`nil`: no name known).
    package func setName(
        _ name: String?, of session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) { set("name = ?", [.text(name)], in: session, .normal, completion: completion) }

    private func set(
        _ assignment: String, _ values: [SQLValue], in session: SessionID, _ durability: Durability,
        completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        change(session, durability) { (access, key) throws(DatabaseError) in
            try access.connection.run(
                "UPDATE sessions SET \(assignment) WHERE key = ?", values: values + [.integer(key)])
        } completion: {
            completion($0)
        }
    }

    /// A change of one session, made if missing; answers it as it is then.
    func change(
        _ session: SessionID, _ durability: Durability,
        _ work: @escaping @Sendable (inout StoreAccess, Int64) throws(DatabaseError) -> Void = { _, _ in },
        completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        write(durability) { (access) throws(DatabaseError) -> Session in
            let key = try access.key(of: session)
            try work(&access, key)
            _ = try access.finishSessions()
            return try access.session(key) ?? Session(id: session)
        } completion: {
            completion($0)
        }
    }
}
