import Database
import IMModel

/// The search index of messages that came without one: from a recovered file, from a file of an older program. It is made
/// from the newest message down, a few at a time; messages above the bound are indexed as they come.
extension StoreAccess {
    /// Messages that one step takes.
    static let indexBatch = 500

    /// Declares everything that is there as not indexed. The index must be empty.
    func forgetIndex() throws(DatabaseError) {
        let found = try connection.first("SELECT coalesce(max(id), 0), count(*) FROM messages") { row in
            (bound: row.int64(0), count: row.int64(1))
        }
        guard let found, found.count > 0 else { return }
        for (name, value) in [("index-below", found.bound), ("index-total", found.count), ("index-done", 0)] {
            try connection.run(
                "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
                .text(name), .integer(value))
        }
    }

    /// The largest id that is not in the index; `nil` if all are. Asked once a job.
    mutating func indexBound() throws(DatabaseError) -> Int64? {
        if let known = knownIndexBound { return known }
        let bound = try connection.first("SELECT value FROM meta WHERE name = 'index-below'") { row in row.int64(0) }
        knownIndexBound = .some(bound)
        return bound
    }

    /// How much is indexed, in percent; `nil` for all.
    mutating func indexedPercent() throws(DatabaseError) -> Int? {
        guard try indexBound() != nil else { return nil }
        func number(_ name: String) throws(DatabaseError) -> Int64 {
            try connection.first("SELECT value FROM meta WHERE name = ?", .text(name)) { row in row.int64(0) } ?? 0
        }
        let (done, total) = (try number("index-done"), try number("index-total"))
        return total > 0 ? Int(min(99, max(0, done) * 100 / total)) : 99
    }

    /// Indexes the next messages down.
    mutating func indexNext() throws(DatabaseError) -> Int? {
        guard let bound = try indexBound() else { return nil }
        let rows = try connection.all(
            "SELECT id, session, sender FROM messages WHERE id <= ? ORDER BY id DESC LIMIT \(Self.indexBatch)",
            .integer(bound)
        ) { row in (id: row.int64(0), session: row.int64(1), sender: row.int64(2)) }
        for row in rows {
            guard let message = try message(row.id) else { continue }
            try addToIndex(message, id: row.id, session: row.session, sender: row.sender)
        }
        guard let last = rows.last, rows.count == Self.indexBatch, last.id > .min else {
            try connection.run("DELETE FROM meta WHERE name IN ('index-below', 'index-total', 'index-done')")
            knownIndexBound = .some(nil)
            return nil
        }
        try connection.run("UPDATE meta SET value = ? WHERE name = 'index-below'", .integer(last.id - 1))
        try connection.run(
            "UPDATE meta SET value = value + ? WHERE name = 'index-done'", .integer(Int64(rows.count)))
        knownIndexBound = .some(last.id - 1)
        return try indexedPercent()
    }
}
