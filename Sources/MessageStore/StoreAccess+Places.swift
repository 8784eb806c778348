import Database

/// The messages of a session on one side of a place, by the index.
extension StoreAccess {
    /// A side of a place, nearest first.
    enum Side {
        /// Behind the place.
        case after
        /// The place itself and what is behind it.
        case from
        /// Before the place.
        case before
        /// The place itself and what is before it.
        case through
    }

    /// The query for rows on one side of a place: their order, id and the further columns. Its values are the session, the
    /// order and the id; a `LIMIT` can follow.
    ///
    /// Of `(ord, id) > (?, ?)` SQLite looks up only the order, as the row id is no column to it, and then steps over all rows
    /// of that order. Old messages have the order of the message behind them, so that could be the whole history. Hence
    /// the rows of this order and those of the others are looked up apart and merged.
    static func query(_ side: Side, _ columns: String = "") -> String {
        let (equal, other, direction) =
            switch side {
            case .after: (">", ">", "")
            case .from: (">=", ">", "")
            case .before: ("<", "<", " DESC")
            case .through: ("<=", "<", " DESC")
            }
        let select = "SELECT ord, id\(columns) FROM messages WHERE session = ?1 AND flags & 1 = 0 AND "
        return "\(select)ord = ?2 AND id \(equal) ?3 UNION ALL \(select)ord \(other) ?2 "
            + "ORDER BY ord\(direction), id\(direction)"
    }

    private static let next = query(.after) + " LIMIT 1"
    private static let this = query(.from) + " LIMIT 1"
    private static let previous = query(.before) + " LIMIT 1"

    /// The first message behind a place (`nil`: of the session).
    func nextPlace(in session: Int64, after place: Place?) throws(DatabaseError) -> Place? {
        try nearest(Self.next, session, place ?? Place(order: .min, id: .min))
    }

    /// The message at a place, or the first behind it.
    func firstPlace(in session: Int64, from place: Place) throws(DatabaseError) -> Place? {
        try nearest(Self.this, session, place)
    }

    /// The last message before a place.
    func previousPlace(in session: Int64, before place: Place) throws(DatabaseError) -> Place? {
        try nearest(Self.previous, session, place)
    }

    private func nearest(_ sql: String, _ session: Int64, _ place: Place) throws(DatabaseError) -> Place? {
        try connection.first(sql, .integer(session), .integer(place.order), .integer(place.id)) { row in
            Place(order: row.int64(0), id: row.int64(1))
        }
    }
}
