import Database

/// Local ids, given out from a block that the file knows as taken, so that a crash skips ids but never repeats one.
struct IDReservation: Sendable {
    private static let block: Int64 = 4_096
    private var upcoming: Int64
    private var limit: Int64

    /// No block at all, for who only reads.
    init() { (upcoming, limit) = (0, .max) }

    /// Takes the first block.
    init(_ connection: DatabaseConnection) throws(DatabaseError) {
        let reserved = try connection.first("SELECT value FROM meta WHERE name = 'id-limit'") { row in row.int64(0) }
        let used = try connection.first("SELECT coalesce(max(id), 0) FROM messages") { row in row.int64(0) }
        upcoming = max(reserved ?? 1, (used ?? 0) + 1)
        limit = upcoming + Self.block
        try Self.save(limit: limit, to: connection)
    }

    /// The next id, and a new limit to write down if the block comes to its end.
    mutating func next() -> (id: Int64, newLimit: Int64?) {
        let id = upcoming
        upcoming += 1
        guard limit - upcoming == Self.block / 2 || limit <= upcoming else { return (id, nil) }
        limit = upcoming + Self.block + Self.block / 2
        return (id, limit)
    }

    static func save(limit: Int64, to connection: DatabaseConnection) throws(DatabaseError) {
        try connection.run(
            """
            INSERT INTO meta (name, value) VALUES ('id-limit', ?1)
            ON CONFLICT (name) DO UPDATE SET value = max(value, ?1)
            """, .integer(limit))
    }
}
