import Database
import IMModel

extension MessageStore {
    /// Removes a few old messages and their traces. What is unread, saved, still to be sent or failed stays, and so does all of
    /// a pinned session. Hand `next` of one step to the call for the next one, and leave the disk to others in between.
    package func removeOld(
        _ policy: RetentionPolicy, from cursor: RetentionStep.Cursor? = nil,
        completion: @escaping (Result<RetentionStep, StoreError>) -> Void
    ) {
        write(.normal, rows: StoreAccess.retentionBatch) { (access) throws(DatabaseError) -> RetentionStep in
            try access.removeOld(policy, from: cursor)
        } completion: {
            completion($0)
        }
    }
}

extension StoreAccess {
    /// Rows that one step looks at.
    static let retentionBatch = 200

    private struct Candidate {
        let place: Place
        let timestamp: Int64
        let flags: MessageFlags
        let state: Int64
    }

    mutating func removeOld(
        _ policy: RetentionPolicy, from cursor: RetentionStep.Cursor?
    ) throws(DatabaseError) -> RetentionStep {
        var step = RetentionStep()
        guard !policy.keepsAll else { return step }
        var place = cursor
        if place == nil { place = try firstPlace(behind: .min, policy) }
        guard let now = place, let name = try session(now.session)?.id else { return step }
        let limit = now.limit.map { Place(order: $0.order, id: $0.id) }
        let candidates = try connection.all(
            Self.query(.after, ", timestamp, flags, state") + " LIMIT \(Self.retentionBatch)",
            .integer(now.session), .integer(now.order), .integer(now.id)
        ) { row in
            Candidate(
                place: Place(order: row.int64(0), id: row.int64(1)), timestamp: row.int64(2),
                flags: MessageFlags(rawValue: row.int64(3)), state: row.int64(4))
        }
        var last: Place?
        var isOver = candidates.count < Self.retentionBatch
        var highest: Place?
        for candidate in candidates {
            let isTooOld = policy.notBefore.map { candidate.timestamp < $0 } ?? false
            guard isTooOld || limit.map({ candidate.place < $0 }) ?? false else {
                isOver = true
                break
            }
            last = candidate.place
            guard try mayGo(candidate) else { continue }
            try remove(candidate, session: now.session)
            step.removed[name, default: []].append(MessageID(String(candidate.place.id)))
            highest = candidate.place
        }
        if let highest { try noteRemoved(now.session, through: highest) }
        step.sessions = try finishSessions()
        if isOver {
            step.next = try firstPlace(behind: now.session, policy)
        } else if let last {
            step.next = RetentionStep.Cursor(
                session: now.session, order: last.order, id: last.id, limit: now.limit)
        }
        return step
    }

    private func mayGo(_ candidate: Candidate) throws(DatabaseError) -> Bool {
        // States 0 (received) and 3 to 5 (sent, delivered, read) are done with.
        guard !candidate.flags.contains(.unread), candidate.state == 0 || (3...5).contains(candidate.state) else {
            return false
        }
        let isKept = try connection.first(
            """
            SELECT 1 FROM saved WHERE message = ?1 UNION ALL SELECT 1 FROM outbox WHERE message = ?1 LIMIT 1
            """, .integer(candidate.place.id)
        ) { _ in true }
        return isKept == nil
    }

    private mutating func remove(_ candidate: Candidate, session: Int64) throws(DatabaseError) {
        let id = candidate.place.id
        if let found = try target(id) { try unindex(found) }
        try connection.run("DELETE FROM readers WHERE message = ?", .integer(id))
        try removeRow(id)
        try connection.run(
            "UPDATE sessions SET read_ord = NULL, read_id = NULL WHERE key = ? AND read_id = ?", .integer(session),
            .integer(id))
        let isLast = try connection.first(
            "SELECT 1 FROM sessions WHERE key = ? AND last_id = ?", .integer(session), .integer(id)
        ) { _ in true }
        if isLast != nil { touched[session, default: SessionChange()].previewIsStale = true }
    }

    /// The start of the first session behind one that the policy can take something of.
    private func firstPlace(
        behind session: Int64, _ policy: RetentionPolicy
    ) throws(DatabaseError) -> RetentionStep.Cursor? {
        let keys = try connection.all(
            "SELECT key FROM sessions WHERE key > ? AND pinned = 0 ORDER BY key", .integer(session)
        ) { row in row.int64(0) }
        for key in keys {
            var limit: Place?
            if let count = policy.messages { limit = try self.limit(of: key, keeping: count) }
            let oldest = try connection.first(
                "SELECT timestamp FROM messages WHERE session = ? AND flags & 1 = 0 ORDER BY ord, id LIMIT 1",
                .integer(key)
            ) { row in row.int64(0) }
            guard let oldest, limit != nil || policy.notBefore.map({ oldest < $0 }) ?? false else { continue }
            return RetentionStep.Cursor(
                session: key, order: .min, id: .min,
                limit: limit.map { RetentionStep.Cursor.Limit(order: $0.order, id: $0.id) })
        }
        return nil
    }

    /// The oldest message that stays when so many do; `nil` if there are no more. Counts in the index, O(count).
    private func limit(of session: Int64, keeping count: Int) throws(DatabaseError) -> Place? {
        guard count > 0 else { return nil }
        var place: Place?
        var seen = 0
        try connection.forEach(
            "SELECT ord, id FROM messages WHERE session = ? AND flags & 1 = 0 ORDER BY ord DESC, id DESC LIMIT ?",
            values: [.integer(session), .integer(count + 1)]
        ) { row in
            seen += 1
            if seen == count { place = Place(order: row.int64(0), id: row.int64(1)) }
            return true
        }
        return seen > count ? place : nil
    }

    /// Everything up to a place counts as removed on purpose; gaps there have nothing more to tell.
    private func noteRemoved(_ session: Int64, through place: Place) throws(DatabaseError) {
        let bound: [SQLValue] = [.integer(session), .integer(place.order), .integer(place.id)]
        try connection.run("DELETE FROM gaps WHERE session = ? AND (hi_ord, hi_id) <= (?, ?)", values: bound)
        try connection.run(
            "UPDATE gaps SET lo_ord = ?2, lo_id = ?3 WHERE session = ?1 AND kind = 0 AND lo_ord IS NULL", values: bound)
        try connection.run("DELETE FROM gaps WHERE session = ? AND kind = 1", .integer(session))
        try connection.run(
            "INSERT INTO gaps (session, kind, hi_ord, hi_id) VALUES (?, 1, ?, ?)", values: bound)
    }
}
