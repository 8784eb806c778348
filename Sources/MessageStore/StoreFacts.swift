import Database

/// What a store holds, in numbers.
package struct StoreFacts: Sendable, Hashable {
    /// Messages, deleted ones left out.
    package var messages = 0
    /// Sessions.
    package var sessions = 0
    /// The size of the file.
    package var bytes: Int64 = 0
    /// Room in the file that nothing uses.
    package var freeBytes: Int64 = 0
    /// How much can be searched, in percent; `nil` for all.
    package var indexed: Int?
    /// Places where messages are known to be missing.
    package var gaps = 0
    /// Whether the server is thought to have older messages.
    package var missesHistory = false
}

extension MessageStore {
    /// Counts what a file holds, without changing it. O(messages).
    package static func facts(path: String) throws(StoreError) -> StoreFacts {
        try refuseLost(path)
        do throws(DatabaseError) {
            let connection = try DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
            try refuseNewer(connection)
            let known = StoreSchema.migrations.map(\.version).max() ?? 0
            guard try connection.schemaVersion() > 0 else {
                throw DatabaseError(reason: .olderSchema(found: 0, known: known), message: "nothing is in it yet")
            }
            func number(_ sql: String) throws(DatabaseError) -> Int64 {
                try connection.first(sql) { row in row.int64(0) } ?? 0
            }
            var facts = StoreFacts()
            facts.messages = Int(try number("SELECT count(*) FROM messages WHERE flags & 1 = 0"))
            facts.sessions = Int(try number("SELECT count(*) FROM sessions"))
            let page = try number("PRAGMA page_size")
            facts.bytes = try number("PRAGMA page_count") * page
            facts.freeBytes = try number("PRAGMA freelist_count") * page
            // A file of an older program has no such table yet.
            if try number("SELECT count(*) FROM sqlite_schema WHERE name = 'gaps'") > 0 {
                facts.gaps = Int(try number("SELECT count(*) FROM gaps WHERE kind = 0"))
            }
            facts.missesHistory = try number("SELECT count(*) FROM meta WHERE name = 'setting-missing-history'") > 0
            let (done, total) = (
                try number("SELECT value FROM meta WHERE name = 'index-done'"),
                try number("SELECT value FROM meta WHERE name = 'index-total'")
            )
            if total > 0 { facts.indexed = Int(min(99, done * 100 / total)) }
            return facts
        } catch {
            throw StoreError(error)
        }
    }
}
