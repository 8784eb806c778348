import Database
import IMModel

/// Read marks. A message is unread if its flag says so and no sweep that is still to be done covers it.
extension StoreAccess {
    /// How many flags are cleared at once; the rest of a long stretch is left to `sweepRead`.
    private static let readAtOnce = 500
    /// How many flags a sweep clears.
    private static let sweepStep = 2_000

    /// Marks everything up to a place as read.
    ///
    /// A few messages lose their flags here and now. Of many only the new count is taken, from the index, and a sweep is
    /// left to be done.
    mutating func markRead(_ session: Int64, through place: (order: Int64, id: Int64)) throws(DatabaseError) {
        let sweep = try sweepPlace(of: session) ?? (.min, .min)
        let bound: [SQLValue] = [
            .integer(session), .integer(sweep.order), .integer(sweep.id), .integer(place.order), .integer(place.id),
        ]
        let unread = "session = ? AND flags & 2 = 2 AND (ord, id) > (?, ?) AND (ord, id) <= (?, ?)"
        func number(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> Int {
            try connection.first(sql, values: values) { row in row.int(0) } ?? 0
        }
        let few = try number(
            "SELECT count(*) FROM (SELECT 1 FROM messages WHERE \(unread) LIMIT \(Self.readAtOnce + 1))", bound)
        if few > Self.readAtOnce {
            try leaveSweep(session, place)
        } else if few > 0 {
            let mentions = try number("SELECT count(*) FROM messages WHERE \(unread) AND flags & 8 = 8", bound)
            try connection.run("UPDATE messages SET flags = flags & ~2 WHERE \(unread)", values: bound)
            count(session, unread: -few, mentions: -mentions)
        }
        try connection.run(
            """
            UPDATE sessions SET read_ord = ?, read_id = ?
            WHERE key = ? AND (read_ord IS NULL OR (read_ord, read_id) < (?, ?))
            """,
            .integer(place.order), .integer(place.id), .integer(session), .integer(place.order), .integer(place.id))
    }

    /// Counts what stays unread behind a place, and notes that what lies before is read.
    private mutating func leaveSweep(_ session: Int64, _ place: (order: Int64, id: Int64)) throws(DatabaseError) {
        let behind: [SQLValue] = [.integer(session), .integer(place.order), .integer(place.id)]
        let counts = try connection.first(
            "SELECT unread, mentions FROM sessions WHERE key = ?", .integer(session)
        ) { row in (unread: row.int(0), mentions: row.int(1)) }
        let left = try connection.first(
            "SELECT count(*) FROM messages WHERE session = ? AND flags & 2 = 2 AND (ord, id) > (?, ?)", values: behind
        ) { row in row.int(0) }
        let leftMentions = try connection.first(
            """
            SELECT count(*) FROM messages WHERE session = ? AND flags & 2 = 2 AND (ord, id) > (?, ?)
            AND flags & 8 = 8
            """, values: behind
        ) { row in row.int(0) }
        // What this job has counted so far is in the rows already.
        let pending = touched[session] ?? SessionChange()
        count(
            session, unread: (left ?? 0) - (counts?.unread ?? 0) - pending.unread,
            mentions: (leftMentions ?? 0) - (counts?.mentions ?? 0) - pending.mentions)
        try connection.run(
            """
            INSERT INTO read_sweeps VALUES (?, ?, ?)
            ON CONFLICT (session) DO UPDATE SET ord = excluded.ord, id = excluded.id
            """, values: behind)
    }

    /// The place up to which a session's flags say nothing.
    func sweepPlace(of session: Int64) throws(DatabaseError) -> (order: Int64, id: Int64)? {
        try connection.first("SELECT ord, id FROM read_sweeps WHERE session = ?", .integer(session)) { row in
            (row.int64(0), row.int64(1))
        }
    }

    /// Clears some flags that a mark has left; answers whether there may be more.
    func sweepRead() throws(DatabaseError) -> Bool {
        let found = try connection.first("SELECT session, ord, id FROM read_sweeps LIMIT 1") { row in
            [SQLValue.integer(row.int64(0)), .integer(row.int64(1)), .integer(row.int64(2))]
        }
        guard let place = found else { return false }
        let cleared = try connection.run(
            """
            UPDATE messages SET flags = flags & ~2 WHERE id IN (
                SELECT id FROM messages WHERE session = ? AND flags & 2 = 2 AND (ord, id) <= (?, ?)
                ORDER BY ord, id LIMIT \(Self.sweepStep))
            """, values: place)
        if cleared < Self.sweepStep { try connection.run("DELETE FROM read_sweeps WHERE session = ?", place[0]) }
        return true
    }

    /// Takes a message out of the unread counts.
    mutating func forget(_ target: Target) throws(DatabaseError) {
        guard target.flags.contains(.unread) else { return }
        if let sweep = try sweepPlace(of: target.session), (target.order, target.id) <= sweep { return }
        count(target.session, unread: -1, mentions: target.flags.contains(.mention) ? -1 : 0)
    }
}
