import Database
import IMModel

extension StoreAccess {
    private static let columns = """
        SELECT m.id, m.ord, m.timestamp, m.flags, m.state, m.origin, m.content, m.kind, m.version, m.failure,
        m.server_id, m.reply_to, m.anchor, m.readers, m.tags, c.id, c.name, s.kind, s.target
        FROM messages m JOIN sessions s ON s.key = m.session JOIN contacts c ON c.key = m.sender
        """

    /// Messages by a condition on `m`.
    func messages(where condition: String, _ values: [SQLValue]) throws(DatabaseError) -> [Message] {
        try connection.all(Self.columns + " WHERE " + condition, values: values) { row in message(row) }
    }

    /// A message that is not deleted.
    func message(_ id: Int64) throws(DatabaseError) -> Message? {
        try messages(where: "m.id = ? AND m.flags & 1 = 0", [.integer(id)]).first
    }

    /// The ids of messages with an origin id, deleted ones too, in their order; more than one only if somebody reused
    /// another's.
    func ids(originID: String, session: Int64) throws(DatabaseError) -> [Int64] {
        let origin = OriginColumn.value(originID)
        var found: [Int64] = []
        for id in try candidates(originKey.value(originID)) {
            let isIt = try connection.first(
                "SELECT 1 FROM messages WHERE id = ? AND origin = ? AND session = ?", .integer(id), origin,
                .integer(session)
            ) { _ in true }
            if isIt != nil { found.append(id) }
        }
        return found
    }

    /// Messages of one origin id that are not deleted.
    func messages(originID: String, session: Int64) throws(DatabaseError) -> [Message] {
        var found: [Message] = []
        for id in try ids(originID: originID, session: session) {
            if let message = try message(id) { found.append(message) }
        }
        return found
    }

    func message(_ row: Row) -> Message {
        let flags = MessageFlags(rawValue: row.int64(3))
        let originID = OriginColumn.string(row, 5)
        let stored = row.string(6)
        let raw = flags.contains(.shortened) ? ContentColumn.restore(stored, originID: originID) : stored
        let session = SessionID(
            account: account, kind: SessionKind(rawValue: row.string(17)) ?? .peer, target: row.string(18))
        let type = row.stringOrNil(7).map { MessageType(rawValue: $0) } ?? .text
        let content: MessageContent =
            flags.contains(.revoked)
            ? .revoked
            : codec.decode(StoredMessage(session: session, type: type, rawContent: raw, timestamp: row.int64(2)))
        return Message(
            id: MessageID(String(row.int64(0))), session: session, originID: originID, serverID: row.stringOrNil(10),
            sender: Contact(id: ContactID(row.string(15)), name: row.stringOrNil(16)),
            isOutgoing: flags.contains(.outgoing), timestamp: row.int64(2), order: row.int64(1), content: content,
            rawContent: raw, replyTo: OriginColumn.string(row, 11),
            state: StateColumn.state(row.int64(4), failure: row.stringOrNil(9)), version: row.int(8),
            anchor: row.stringOrNil(12), readerCount: row.int(13), tags: TagColumn.list(row.stringOrNil(14)),
            mentionsMe: flags.contains(.mention))
    }

    /// A page, by the index both ways; `nil` if the anchor is not in the session.
    func page(
        _ session: Int64, anchor: Int64?, direction: StorePageDirection, limit: Int
    ) throws(DatabaseError) -> StorePage? {
        let limit = max(0, limit)
        guard let anchor else {
            switch direction {
            case .older, .around:
                let found = try older(session, before: nil, limit: limit + 1)
                return StorePage(
                    messages: found.prefix(limit).reversed(), hasOlder: found.count > limit, hasNewer: false)
            case .newer:
                let found = try newer(session, after: nil, including: false, limit: limit + 1)
                return StorePage(messages: Array(found.prefix(limit)), hasOlder: false, hasNewer: found.count > limit)
            }
        }
        let place = try connection.first(
            "SELECT ord FROM messages WHERE id = ? AND session = ?", .integer(anchor), .integer(session)
        ) { row in Place(order: row.int64(0), id: anchor) }
        guard let place else { return nil }
        switch direction {
        case .older:
            let found = try older(session, before: place, limit: limit + 1)
            let hasNewer = try !newer(session, after: place, including: true, limit: 1).isEmpty
            return StorePage(
                messages: found.prefix(limit).reversed(), hasOlder: found.count > limit, hasNewer: hasNewer)
        case .newer:
            let found = try newer(session, after: place, including: false, limit: limit + 1)
            let hasOlder = try !older(session, before: Place(order: place.order, id: place.id + 1), limit: 1).isEmpty
            return StorePage(messages: Array(found.prefix(limit)), hasOlder: hasOlder, hasNewer: found.count > limit)
        case .around:
            let before = try older(session, before: place, limit: limit + 1)
            let after = try newer(session, after: place, including: true, limit: limit + 1)
            // Half on each side; what one side lacks the other may use.
            let wantedAfter = max(limit - limit / 2, limit - min(before.count, limit))
            let takenAfter = min(after.count, wantedAfter)
            let takenBefore = min(before.count, limit - takenAfter)
            return StorePage(
                messages: before.prefix(takenBefore).reversed() + after.prefix(takenAfter),
                hasOlder: before.count > takenBefore, hasNewer: after.count > takenAfter)
        }
    }

    private func older(_ session: Int64, before place: Place?, limit: Int) throws(DatabaseError) -> [Message] {
        guard let place else {
            return try messages(
                where: "m.session = ? AND m.flags & 1 = 0 ORDER BY m.ord DESC, m.id DESC LIMIT ?",
                [.integer(session), .integer(limit)])
        }
        // In two steps for the reason that `query` tells.
        let same = try messages(
            where: "m.session = ? AND m.flags & 1 = 0 AND m.ord = ? AND m.id < ? ORDER BY m.id DESC LIMIT ?",
            [.integer(session), .integer(place.order), .integer(place.id), .integer(limit)])
        guard same.count < limit else { return same }
        return try same
            + messages(
                where: "m.session = ? AND m.flags & 1 = 0 AND m.ord < ? ORDER BY m.ord DESC, m.id DESC LIMIT ?",
                [.integer(session), .integer(place.order), .integer(limit - same.count)])
    }

    private func newer(
        _ session: Int64, after place: Place?, including: Bool, limit: Int
    ) throws(DatabaseError) -> [Message] {
        guard let place else {
            return try messages(
                where: "m.session = ? AND m.flags & 1 = 0 ORDER BY m.ord, m.id LIMIT ?",
                [.integer(session), .integer(limit)])
        }
        let same = try messages(
            where: "m.session = ? AND m.flags & 1 = 0 AND m.ord = ? AND m.id \(including ? ">=" : ">") ? "
                + "ORDER BY m.id LIMIT ?",
            [.integer(session), .integer(place.order), .integer(place.id), .integer(limit)])
        guard same.count < limit else { return same }
        return try same
            + messages(
                where: "m.session = ? AND m.flags & 1 = 0 AND m.ord > ? ORDER BY m.ord, m.id LIMIT ?",
                [.integer(session), .integer(place.order), .integer(limit - same.count)])
    }
}
