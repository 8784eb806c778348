import Database
import IMModel

extension StoreAccess {
    private static let columns = """
        SELECT kind, target, name, unread, mentions, muted, pinned, draft, draft_caret, draft_reply, preview,
        last_activity, read_id, member_count, CASE WHEN preview IS NULL OR preview = '' THEN (
            SELECT CASE WHEN flags & 16 = 16 THEN 'revoked' ELSE coalesce(messages.kind, 'text') END
            FROM messages WHERE id = last_id
        ) END FROM sessions
        """

    /// All sessions: the pinned ones first, then by the last activity. Reads no message but of a last
    /// one without words what it is.
    func sessions() throws(DatabaseError) -> [Session] {
        try connection.all(Self.columns + " ORDER BY pinned DESC, last_activity DESC, key") { row in session(row) }
    }

    func session(_ key: Int64) throws(DatabaseError) -> Session? {
        try connection.first(Self.columns + " WHERE key = ?", .integer(key)) { row in session(row) }
    }

    private func session(_ row: Row) -> Session {
        let draft = row.stringOrNil(7).map { text in
            Draft(text: text, caret: row.int(8), replyTo: row.stringOrNil(9))
        }
        return Session(
            id: SessionID(
                account: account, kind: SessionKind(rawValue: row.string(0)) ?? .peer, target: row.string(1)),
            name: row.stringOrNil(2), unreadCount: row.int(3), mentionCount: row.int(4), isMuted: row.bool(5),
            isPinned: row.bool(6), draft: draft, preview: row.stringOrNil(10), lastActivity: row.int64(11),
            lastRead: row.int64OrNil(12).map { MessageID(String($0)) }, memberCount: row.int64OrNil(13).map(Int.init),
            lastType: row.stringOrNil(14).map { MessageType(rawValue: $0) })
    }

    /// Writes what the job changed about sessions; answers them as they are now.
    mutating func finishSessions() throws(DatabaseError) -> [Session] {
        var result: [Session] = []
        for (key, change) in touched.sorted(by: { $0.key < $1.key }) {
            if change.unread != 0 || change.mentions != 0 {
                try connection.run(
                    "UPDATE sessions SET unread = max(0, unread + ?), mentions = max(0, mentions + ?) WHERE key = ?",
                    .integer(change.unread), .integer(change.mentions), .integer(key))
            }
            if let newest = change.newest {
                try connection.run(
                    """
                    UPDATE sessions SET last_ord = ?, last_id = ?, preview = ?, last_activity = ?
                    WHERE key = ? AND (last_ord IS NULL OR (last_ord, last_id) < (?, ?))
                    """,
                    .integer(newest.order), .integer(newest.id), .text(preview(of: newest.message)),
                    .integer(newest.timestamp),
                    .integer(key), .integer(newest.order), .integer(newest.id))
            }
            if change.previewIsStale { try renewPreview(key) }
            if let session = try session(key) { result.append(session) }
        }
        touched = [:]
        return result
    }

    /// Takes the preview from the last message anew; the session keeps its place in the list.
    private func renewPreview(_ session: Int64) throws(DatabaseError) {
        let last = try page(session, anchor: nil, direction: .older, limit: 1)?.messages.last
        try connection.run(
            "UPDATE sessions SET last_ord = ?, last_id = ?, preview = ? WHERE key = ?", .integer(last?.order),
            .integer(last.flatMap { Int64($0.id.rawValue) }), .text(last.flatMap { preview(of: $0) }),
            .integer(session))
    }
}
