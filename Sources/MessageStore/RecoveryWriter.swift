import Database

/// Puts the rows of a damaged file into a new one.
///
/// Rows come without the names of their tables: a table is told by its number of columns and their types. Whatever
/// points at a row that is lost gets a stand-in, for a message under a made-up name is better than none.
struct RecoveryWriter {
    let connection: DatabaseConnection
    let account: String
    let codec: StoreCodec
    private var report = StoreRecovery()
    private var outbox: [(position: Int64, message: Int64, attempts: SQLValue)] = []
    /// Rows of small tables whose old states do harm; for where the database cannot read the table itself.
    private var loose: [(table: String, values: [SQLValue])] = []

    init(connection: DatabaseConnection, account: String, codec: StoreCodec) {
        self.connection = connection
        self.account = account
        self.codec = codec
    }

    /// Reads and writes everything. Inside a transaction of the new file.
    mutating func run(_ path: String, isLogLost: Bool = false) throws(DatabaseError) -> StoreRecovery {
        try connection.execute("PRAGMA defer_foreign_keys=ON")
        var salvage = Salvage()
        var writer = self
        try salvage.read(path) { (row) throws(DatabaseError) in try writer.take(row) }
        self = writer
        let whole = try copyTables(path)
        for row in loose where !whole.contains(row.table) {
            try put("INSERT OR IGNORE INTO \(row.table) VALUES (\(Self.marks(row.values.count)))", row.values)
        }
        if salvage.damagedPages > 0 || salvage.isCut || isLogLost { try MessageStore.askForTheLost(connection) }
        report.logWasLost = isLogLost
        report.pages = salvage.pages
        report.damagedPages = salvage.damagedPages
        try standIn()
        try writeRest()
        try finishMessages()
        func count(_ sql: String) throws(DatabaseError) -> Int { try connection.first(sql) { $0.int(0) } ?? 0 }
        report.messages = try count("SELECT count(*) FROM messages WHERE flags & 1 = 0")
        report.unsent = try count("SELECT count(*) FROM outbox")
        report.sessions = try count("SELECT count(*) FROM sessions") - lostSessions
        report.nameless += lostSessions
        return report
    }

    /// What becomes of a table of the schema.
    enum Fate {
        /// Its rows are read out of the pages.
        case salvaged
        /// So are they where they can be told from others; as far as the database can read the table, it is copied.
        case copied
        /// It says nothing that the others do not, and is made anew.
        case derived
    }

    /// Every table of the schema but those of the search index.
    static let tables: [String: Fate] = [
        "meta": .copied, "contacts": .copied, "sessions": .copied, "messages": .salvaged, "outbox": .salvaged,
        "readers": .copied, "effects": .copied, "saved": .copied, "members": .copied, "sync_keys": .copied,
        "gaps": .copied,
        // By triggers, by `finishMessages`, by the read marks.
        "times": .derived, "origins": .derived, "recent_origins": .derived, "read_sweeps": .derived,
    ]

    private var lostSessions = 0

    private mutating func take(_ row: SalvagedRow) throws(DatabaseError) {
        let values = row.values
        guard let id = row.id else { return try takeKeyed(values) }
        switch values.count {
        case 18 where values[0] == .null && Self.isInteger(values[1]) && Self.isText(values[8]):
            // An older state of the same row may lie in a page that is no longer in use.
            try put(
                "INSERT INTO messages VALUES (\(Self.marks(18))) ON CONFLICT (id) DO UPDATE SET "
                    + "ord = excluded.ord, flags = excluded.flags, state = excluded.state, content = excluded.content, "
                    + "version = excluded.version, failure = excluded.failure, server_id = excluded.server_id, "
                    + "readers = excluded.readers, tags = excluded.tags WHERE excluded.version > messages.version",
                [.integer(id)] + values.dropFirst())
        case 18 where values[0] == .null && Self.isText(values[1]) && Self.isText(values[2]):
            // The one that was used last, of several.
            try put(
                "INSERT OR REPLACE INTO sessions SELECT \((1...18).map { "?\($0)" }.joined(separator: ", ")) "
                    + "WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE key = ?1 AND last_activity > ?13)",
                [.integer(id)] + values.dropFirst())
        case 4 where values[0] == .null && Self.isText(values[1]) && Self.isInteger(values[3]):
            try put("INSERT OR REPLACE INTO contacts VALUES (?, ?, ?, ?)", [.integer(id)] + values.dropFirst())
        case 3:
            guard values[0] == .null, case .integer(let message) = values[1], Self.isInteger(values[2]) else { return }
            outbox.append((id, message, values[2]))
        case 2 where values[0] == .null && Self.isInteger(values[1]): keep("saved", id, values)
        case 7 where values[0] == .null && Self.isInteger(values[1]) && Self.isInteger(values[5]):
            keep(Self.isText(values[6]) ? "effects" : "gaps", id, values)
        default: break
        }
    }

    private mutating func keep(_ table: String, _ id: Int64, _ values: [SQLValue]) {
        loose.append((table, [.integer(id)] + values.dropFirst()))
    }

    /// The few rows without row ids that cannot be mistaken for entries of an index.
    private mutating func takeKeyed(_ values: [SQLValue]) throws(DatabaseError) {
        guard values.count == 2, case .text(let name) = values[0] else { return }
        if name == "device-id" || name.hasPrefix("setting-") {
            try put("INSERT OR REPLACE INTO meta VALUES (?, ?)", values)
        } else if name == "id-limit", Self.isInteger(values[1]) {
            try put(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)",
                values)
        } else if name.isEmpty, Self.isInteger(values[1]) {
            try put(
                "INSERT INTO sync_keys VALUES (?, ?) ON CONFLICT (queue) DO UPDATE SET value = max(value, excluded.value)",
                values)
        }
    }

    /// What the database itself can still read, from both ends: rows without row ids, and the present state of those that
    /// may lie about in an older one too. Answers the tables that it could read from one end to the other.
    private func copyTables(_ path: String) throws(DatabaseError) -> Set<String> {
        guard let source = try? DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
        else { return [] }
        var whole: Set<String> = []
        // The new file's trouble is another matter than the old one's.
        var trouble: DatabaseError?
        for table in Self.tables.filter({ $0.value == .copied }).keys {
            let there = Self.columns(of: table, source)
            let columns = Self.columns(of: table, connection).filter { there.contains($0) }
            guard let order = columns.first else { continue }
            let names = columns.joined(separator: ", ")
            for direction in ["ASC", "DESC"] {
                do throws(DatabaseError) {
                    try source.forEach("SELECT \(names) FROM \(table) ORDER BY \(order) \(direction)") {
                        (row: Row) throws(DatabaseError) -> Bool in
                        let values = (0..<Int32(columns.count)).map { row.value($0) }
                        let sql = "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(Self.marks(columns.count)))"
                        do throws(DatabaseError) { try put(sql, values) } catch { trouble = error }
                        return trouble == nil
                    }
                    whole.insert(table)
                    break
                } catch {}
                if let trouble { throw trouble }
            }
        }
        return whole
    }

    private static func columns(of table: String, _ connection: DatabaseConnection) -> [String] {
        (try? connection.all("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.string(0) }) ?? []
    }

    /// Rows for what messages point at and is lost.
    private mutating func standIn() throws(DatabaseError) {
        lostSessions = try connection.run(
            """
            INSERT OR IGNORE INTO sessions (key, kind, target, name) SELECT DISTINCT session, 'peer',
            'recovered-' || session, 'recovered ' || session FROM messages WHERE session NOT IN (SELECT key FROM sessions)
            """)
        report.nameless += try connection.run(
            """
            INSERT OR IGNORE INTO contacts (key, id) SELECT DISTINCT sender, 'recovered-' || sender FROM messages
            WHERE sender NOT IN (SELECT key FROM contacts)
            """)
    }

    /// What points at messages, as far as they are there.
    private func writeRest() throws(DatabaseError) {
        for entry in outbox.sorted(by: { $0.position < $1.position }) {
            // A stale row of a message that has long been sent must not send it again.
            try put(
                "INSERT OR IGNORE INTO outbox SELECT ?, id, ? FROM messages WHERE id = ? AND state IN (0, 1, 2)",
                [.integer(entry.position), entry.attempts, .integer(entry.message)])
        }
        // A message to be sent whose entry is lost is not forgotten, and not sent behind the user's back.
        try connection.run(
            """
            UPDATE messages SET state = 6, failure = 'refused:its place in the outbox was lost with the damaged file' WHERE state IN (1, 2)
            AND flags & 4 = 4 AND id NOT IN (SELECT message FROM outbox)
            """)
        for (table, column, target, key) in [
            ("effects", "session", "sessions", "key"), ("effects", "author", "contacts", "key"),
            ("members", "session", "sessions", "key"), ("members", "contact", "contacts", "key"),
            ("readers", "message", "messages", "id"), ("readers", "contact", "contacts", "key"),
            ("gaps", "session", "sessions", "key"), ("saved", "message", "messages", "id"),
        ] {
            try connection.run("DELETE FROM \(table) WHERE \(column) NOT IN (SELECT \(key) FROM \(target))")
        }
    }

    /// The keys of origin ids and the counts, made anew; the search index is made later, while the program runs.
    private func finishMessages() throws(DatabaseError) {
        let device = try connection.first("SELECT value FROM meta WHERE name = 'device-id'") { $0.string(0) }
        let originKey = OriginKey(deviceID: device ?? "")
        let access = StoreAccess(connection: connection, account: account, codec: codec, originKey: originKey)
        var last = Int64.min
        while true {
            let rows = try connection.all(
                "SELECT id, origin FROM messages WHERE id > ? ORDER BY id LIMIT 1000", .integer(last)
            ) { row in (id: row.int64(0), origin: OriginColumn.string(row, 1)) }
            guard let end = rows.last else { break }
            for row in rows where row.origin != nil {
                try connection.run(
                    "INSERT INTO origins (key, message) VALUES (?, ?)", originKey.value(row.origin), .integer(row.id))
            }
            last = end.id
        }
        try access.forgetIndex()
        try access.renewTimes()
        // A mark that had flags still to be cleared says more than they do.
        try connection.run(
            """
            UPDATE messages SET flags = flags & ~2 WHERE flags & 2 = 2 AND (ord, id) <= (
                SELECT read_ord, read_id FROM sessions WHERE key = messages.session)
            """)
        try connection.run(
            """
            UPDATE sessions SET
            unread = (SELECT count(*) FROM messages WHERE session = sessions.key AND flags & 2 = 2),
            mentions = (SELECT count(*) FROM messages WHERE session = sessions.key AND flags & 10 = 10),
            last_activity = max(last_activity, coalesce(
                (SELECT max(timestamp) FROM messages WHERE session = sessions.key), 0))
            """)
    }

    /// Writes a row; one that the new file refuses is left out.
    private func put(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) {
        do throws(DatabaseError) {
            try connection.run(sql, values: values)
        } catch {
            guard error.reason == .constraint || error.reason == .duplicate || error.isMismatch else { throw error }
        }
    }

    private static func marks(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

    private static func isInteger(_ value: SQLValue) -> Bool {
        if case .integer = value { return true }
        return false
    }

    private static func isText(_ value: SQLValue) -> Bool {
        if case .text = value { return true }
        return false
    }
}
