import Database

/// The short way from an origin id to its messages.
extension StoreAccess {
    /// How many messages come in between two moves.
    private static let moveInterval: Int64 = 2_048
    /// How many moves go once through all keys.
    private static let stretches: Int64 = 64

    /// The messages whose origin ids have a key, in the order of their ids: mostly none or one, now and then one with
    /// another origin id.
    func candidates(_ key: SQLValue) throws(DatabaseError) -> [Int64] {
        try connection.all(
            """
            SELECT message FROM recent_origins WHERE key = ?1 UNION ALL SELECT message FROM origins WHERE key = ?1
            """, key
        ) { row in row.int64(0) }.sorted()
    }

    /// Makes a new message known by the key of its origin id.
    ///
    /// Keys gather in a small table. Every so many messages those of one stretch of the keys move to the large one, in
    /// their order, so that a page of the large one is written for many keys and not for one. Nothing has to be kept
    /// about that: a stretch whose turn was missed moves the next time.
    func addOrigin(_ key: SQLValue, of id: Int64) throws(DatabaseError) {
        try connection.run("INSERT INTO recent_origins (key, message) VALUES (?, ?)", key, .integer(id))
        guard id % Self.moveInterval == 0 else { return }
        let width = (Int64(UInt32.max) + 1) / Self.stretches
        let start = Int64(Int32.min) + (id / Self.moveInterval & (Self.stretches - 1)) * width
        let range: [SQLValue] = [.integer(start), .integer(start + width - 1)]
        try connection.run(
            "INSERT INTO origins SELECT key, message FROM recent_origins WHERE key BETWEEN ? AND ? ORDER BY key, message",
            values: range)
        try connection.run("DELETE FROM recent_origins WHERE key BETWEEN ? AND ?", values: range)
    }

    /// Removes a message's row, and its origin id from the keys; whatever else points at it has to be gone.
    func removeRow(_ id: Int64) throws(DatabaseError) {
        let origin = try connection.first("SELECT origin FROM messages WHERE id = ?", .integer(id)) { row in
            OriginColumn.string(row, 0)
        }
        try connection.run("DELETE FROM messages WHERE id = ?", .integer(id))
        guard let origin = origin ?? nil else { return }
        for table in ["recent_origins", "origins"] {
            try connection.run(
                "DELETE FROM \(table) WHERE key = ? AND message = ?", originKey.value(origin), .integer(id))
        }
    }
}
