import Database
import IMModel

/// What is known to be missing. A gap lies between two places and holds nothing; without a lower one it reaches to the
/// beginning. Places stay what they are when their messages go.
extension StoreAccess {
    /// Notes that messages may be missing before one that was just stored.
    mutating func noteGap(_ session: Int64, after lower: Place?, before upper: Place) throws(DatabaseError) {
        try connection.run(
            """
            INSERT INTO gaps (session, kind, lo_ord, lo_id, hi_ord, hi_id) VALUES (?, 0, ?, ?, ?, ?)
            ON CONFLICT (session, kind, hi_ord, hi_id) DO NOTHING
            """, .integer(session), .integer(lower?.order), .integer(lower?.id), .integer(upper.order),
            .integer(upper.id))
    }

    /// The last message of a session.
    func lastPlace(in session: Int64) throws(DatabaseError) -> Place? {
        try connection.first(
            "SELECT ord, id FROM messages WHERE session = ? AND flags & 1 = 0 ORDER BY ord DESC, id DESC LIMIT 1",
            .integer(session)
        ) { row in Place(order: row.int64(0), id: row.int64(1)) }
    }

    /// The piece from one message to another is whole: what gaps said of it is over.
    func fillGaps(of session: Int64, _ first: Place, _ last: Place, _ span: HistorySpan) throws(DatabaseError) {
        let met = try connection.all(
            """
            SELECT key, lo_ord, lo_id, hi_ord, hi_id FROM gaps WHERE session = ?1 AND kind = 0
            AND (hi_ord, hi_id) >= (?2, ?3) AND (lo_ord IS NULL OR (lo_ord, lo_id) <= (?4, ?5))
            """, .integer(session), .integer(first.order), .integer(first.id), .integer(last.order),
            .integer(last.id)
        ) { row in
            (
                key: row.int64(0), low: row.int64OrNil(1).map { Place(order: $0, id: row.int64(2)) },
                high: Place(order: row.int64(3), id: row.int64(4))
            )
        }
        for gap in met {
            let isOurs = gap.key == span.gap
            // A page that lies in the piece but has nothing to do with the gap touches it at most.
            guard isOurs || (gap.low ?? Place(order: .min, id: .min)) < last && first < gap.high else { continue }
            try connection.run("DELETE FROM gaps WHERE key = ?", .integer(gap.key))
            let reachesLow = gap.low.map { first <= $0 } ?? span.reachesOldest
            if !reachesLow { try noteRest(session, gap.low, first) }
            let reachesHigh = last >= gap.high || isOurs && span.reachesNewest
            if !reachesHigh { try noteRest(session, last, gap.high) }
        }
    }

    private func noteRest(_ session: Int64, _ low: Place?, _ high: Place) throws(DatabaseError) {
        try connection.run(
            """
            INSERT INTO gaps (session, kind, lo_ord, lo_id, hi_ord, hi_id) VALUES (?, 0, ?, ?, ?, ?)
            ON CONFLICT (session, kind, hi_ord, hi_id) DO UPDATE SET lo_ord = excluded.lo_ord, lo_id = excluded.lo_id
            """, .integer(session), .integer(low?.order), .integer(low?.id), .integer(high.order), .integer(high.id))
    }

    /// The gaps right above a page's messages.
    func gaps(_ session: Int64, of messages: [Message]) throws(DatabaseError) -> [StoreGap] {
        guard let last = messages.last, let first = messages.first else { return [] }
        let places = messages.map { Place(order: $0.order, id: Int64($0.id.rawValue) ?? 0) }
        guard let lowest = places.first, let highest = places.last, first.session == last.session else { return [] }
        var found: [StoreGap] = []
        try connection.forEach(
            """
            SELECT key, kind, hi_ord, hi_id, lo_ord IS NULL FROM gaps
            WHERE session = ? AND (hi_ord, hi_id) <= (?, ?) ORDER BY hi_ord DESC, hi_id DESC
            """, values: [.integer(session), .integer(highest.order), .integer(highest.id)]
        ) { (row: Row) throws(DatabaseError) -> Bool in
            let high = Place(order: row.int64(2), id: row.int64(3))
            var index = places.partitionPoint { $0 >= high }
            if high <= lowest {
                index = 0
                // Nothing stands in between.
                if let found = try firstPlace(in: session, from: high), found < lowest { return false }
            }
            guard index < messages.count, let kind = StoreGap.Kind(rawValue: row.int64(1)) else { return true }
            found.append(
                StoreGap(key: row.int64(0), kind: kind, before: messages[index].id, isBeginning: row.bool(4)))
            return true
        }
        return found
    }
}

extension [StoreAccess.Place] {
    /// The first index from which on a condition holds; it must hold for an end of the array only. O(log n).
    fileprivate func partitionPoint(where holds: (StoreAccess.Place) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension DatabaseConnection {
    /// Where a gap begins; `nil` for the session's beginning.
    func gapStart(_ key: Int64) throws(DatabaseError) -> StoreAccess.Place? {
        try first("SELECT lo_ord, lo_id FROM gaps WHERE key = ? AND lo_ord IS NOT NULL", .integer(key)) { row in
            StoreAccess.Place(order: row.int64(0), id: row.int64(1))
        }
    }
}
