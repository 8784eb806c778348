import Database
import IMModel

extension StoreAccess {
    /// What became of an offered message.
    enum Insertion {
        /// It is new; `hasEffects` if effects had been waiting for it.
        case inserted(hasEffects: Bool)
        /// The same sender sent one with this origin id in this session before.
        case duplicate(of: Int64)
        /// It has no row of its own.
        case notARow
    }

    /// Takes in a message; the caller finishes with `finishSessions`.
    ///
    /// The message is given its order in place: a flood has no time for copies.
    mutating func insert(_ message: inout Message, isHistory: Bool) throws(DatabaseError) -> Insertion {
        guard message.type != .control else { return .notARow }
        guard let id = Int64(message.id.rawValue) else {
            throw DatabaseError(reason: .other, message: "the message id \(message.id) is not one of the store's")
        }
        let hasOrder = message.order != 0
        if !hasOrder { message.order = id }
        let session = try key(of: message.session)
        let sender = try key(of: message.sender)
        let (origin, key) = (OriginColumn.value(message.originID), originKey.value(message.originID))
        if let known = try known(origin, key: key, session: session, sender: sender) { return .duplicate(of: known) }
        if isHistory, message.state != .waiting, !hasOrder,
            let known = try place(recovered: &message, session: session, sender: sender)
        {
            return .duplicate(of: known)
        }
        let (content, isShortened) = ContentColumn.shorten(message.rawContent, originID: message.originID)
        let counts = !isHistory && Self.countsAsUnread(message)
        var flags: MessageFlags = []
        if message.isOutgoing { flags.insert(.outgoing) }
        if message.mentionsMe { flags.insert(.mention) }
        if isShortened { flags.insert(.shortened) }
        if message.content == .revoked { flags.insert(.revoked) }
        if counts { flags.insert(.unread) }
        // What is still to be sent has no place in the server's order yet.
        if message.isOutgoing, StateColumn.rank(StateColumn.number(message.state)) > 0 { flags.insert(.placed) }
        try connection.run(
            """
            INSERT INTO messages (id, session, ord, sender, timestamp, flags, state, origin, content, kind, version,
            failure, server_id, reply_to, anchor, readers, tags)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            values: [
                .integer(id), .integer(session), .integer(message.order), .integer(sender),
                .integer(message.timestamp), .integer(flags.rawValue), .integer(StateColumn.number(message.state)),
                origin, .text(content),
                message.type == .text ? .null : .text(message.type.rawValue), .integer(message.version),
                StateColumn.failure(message.state), .text(message.serverID), OriginColumn.value(message.replyTo),
                .text(message.anchor), .integer(message.readerCount), .text(TagColumn.text(message.tags)),
            ])
        try noteTime(message.timestamp, of: id)
        if key != .null { try addOrigin(key, of: id) }
        try index(message, id: id, session: session, sender: sender)
        if counts { count(session, unread: 1, mentions: message.mentionsMe ? 1 : 0) }
        // Whoever wrote here on another device has read what stood before. In rooms nobody has checked who it was.
        if message.isOutgoing, !isHistory, message.session.kind != .room {
            try markRead(session, through: (message.order, id))
        }
        touched[session, default: SessionChange()].offer(
            SessionChange.Newest(
                order: message.order, id: id, timestamp: message.timestamp, message: message))
        let hasEffects = try applyWaitingEffects(to: id, session: session, originID: message.originID)
        return .inserted(hasEffects: hasEffects)
    }

    /// The message of a sender with an origin id in a session. No index keeps these apart; whoever adds rows asks before,
    /// inside the same transaction.
    func known(
        _ origin: SQLValue, key: SQLValue, session: Int64, sender: Int64
    ) throws(DatabaseError) -> Int64? {
        guard origin != .null else { return nil }
        for id in try candidates(key) {
            let found = try connection.first(
                "SELECT id FROM messages WHERE id = ? AND origin = ? AND session = ? AND sender = ?", .integer(id),
                origin, .integer(session), .integer(sender)
            ) { row in row.int64(0) }
            if let found { return found }
        }
        return nil
    }

    /// Not ours, not a notice about the group, not call signalling, not taken back.
    static func countsAsUnread(_ message: Message) -> Bool {
        guard !message.isOutgoing, message.state == .incoming else { return false }
        switch message.type {
        case .control, .revoked, .notification, .call: return false
        default: return true
        }
    }

    /// A preview of bounded size, on one line.
    func preview(of message: Message) -> String? {
        guard let text = codec.preview(message) else { return nil }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(160) {
            scalars.append(scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar)
        }
        return String(scalars)
    }

    /// Brings an own message to a state; answers false if it is not there. A state never falls behind what is proved.
    mutating func update(_ id: Int64, state: DeliveryState, serverID: String?) throws(DatabaseError) -> Bool {
        let current = try connection.first("SELECT state FROM messages WHERE id = ? AND flags & 1 = 0", .integer(id)) {
            row in row.int64(0)
        }
        guard let current else { return false }
        let next = StateColumn.number(state)
        let isStep = StateColumn.rank(next) > StateColumn.rank(current) || StateColumn.rank(current) == 0
        if isStep || serverID != nil {
            try connection.run(
                """
                UPDATE messages SET state = ?, failure = ?, server_id = coalesce(?, server_id), version = version + 1
                WHERE id = ?
                """,
                .integer(isStep ? next : current), isStep ? StateColumn.failure(state) : .null, .text(serverID),
                .integer(id))
        }
        if next >= 3 { try connection.run("DELETE FROM outbox WHERE message = ?", .integer(id)) }
        return true
    }

    /// Hides a message and forgets its content (unless it is saved); answers false if it is not there.
    mutating func delete(_ id: Int64) throws(DatabaseError) -> Bool {
        guard let found = try target(id), !found.flags.contains(.deleted) else { return false }
        try forget(found)
        try unindex(found)
        try connection.run("DELETE FROM outbox WHERE message = ?", .integer(id))
        try connection.run(
            """
            UPDATE messages SET flags = (flags | 1) & ~2, version = version + 1,
            content = CASE WHEN id IN (SELECT message FROM saved) THEN content ELSE '' END WHERE id = ?
            """, .integer(id))
        touched[found.session, default: SessionChange()].previewIsStale = true
        return true
    }

    /// A message that something is done to.
    struct Target {
        let id: Int64
        let session: Int64
        let sender: Int64
        let order: Int64
        let flags: MessageFlags
    }

    func target(_ id: Int64) throws(DatabaseError) -> Target? {
        try connection.first("SELECT id, session, sender, ord, flags FROM messages WHERE id = ?", .integer(id)) { row in
            Target(
                id: row.int64(0), session: row.int64(1), sender: row.int64(2), order: row.int64(3),
                flags: MessageFlags(rawValue: row.int64(4)))
        }
    }
}
