import CSQLite
import Glibc

/// One SQLite connection. Belongs to one thread at a time; everything it does blocks.
package final class DatabaseConnection {
    /// How a transaction takes its lock.
    package enum TransactionKind: Sendable {
        /// A read view; a write inside may fail with `busy`.
        case deferred
        /// The write lock at once.
        case immediate
    }

    /// The file's path, or `:memory:`.
    package let path: String
    /// Whether it only reads.
    package var isReadOnly: Bool { configuration.readOnly }
    private let configuration: DatabaseConfiguration
    private let handle: OpaquePointer
    private let stamp: DatabaseFile.Stamp?
    private var statements: [String: Statement] = [:]
    /// Some of the statements used last: a flood runs the same few again and again, and hashing their texts would cost more
    /// than looking at these.
    private var latest: [Statement] = []
    /// Where the files are; of a connection that writes to a file.
    private var place: DatabasePlace?
    private var level = Durability.normal
    private var depth = 0
    /// What `runAtCommit` was given, in its order.
    private var waiting: [(sql: String, values: [SQLValue])] = []

    /// Opens the file, making it (mode 0600) and its folder (mode 0700) if it is not read-only.
    package init(path: String, configuration: DatabaseConfiguration = DatabaseConfiguration()) throws(DatabaseError) {
        if DatabaseFile.isFolder(path) {
            throw DatabaseError(reason: .cannotOpen, message: "a folder is in its place")
        }
        let hasFile = !configuration.readOnly && path != ":memory:"
        let isMarked = hasFile && DatabaseFile.exists(path + DatabaseFile.openMark) && DatabaseFile.hasLog(path)
        if hasFile { DatabaseFile.prepare(path) }
        let opened = try Self.open(path, configuration)
        self.path = path
        self.configuration = configuration
        handle = opened.handle
        stamp = opened.stamp
        if hasFile { place = DatabasePlace(path, isMarked: isMarked) }
        sqlite3_busy_timeout(handle, configuration.busyTimeout)
        try configure(configuration)
    }

    /// Whether the file is read without locks and was written to since it was opened: what this connection reads then is no
    /// longer true.
    package var isOutdated: Bool { stamp.map { $0 != DatabaseFile.stamp(path) } ?? false }

    /// Notes beside the file that its log is needed until a clean close has taken it in: call it behind the first commit.
    /// A log that is lost before that is noticed then (`DatabaseFile.isLogLost`).
    package func markLog() { place?.mark() }

    /// Takes in a log that was left marked, so that it may be cut; false if somebody reads what was before.
    package func takeInLog() -> Bool { place?.takeInLog(handle) ?? true }

    deinit {
        latest.removeAll()
        statements.removeAll()
        place?.end(handle)
        sqlite3_close_v2(handle)
    }

    private func configure(_ configuration: DatabaseConfiguration) throws(DatabaseError) {
        try execute("PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF")
        try execute("PRAGMA cache_size=-\(configuration.cacheKibibytes)")
        if !configuration.readOnly {
            // The journal's mode is the first thing that touches the file, so a file that is no database fails here.
            try execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=20971520")
            // Pages that a flood touches again and again go into the file once in 16 MB, not once in 4; the log keeps its
            // room meanwhile.
            try execute("PRAGMA wal_autocheckpoint=4000")
        }
        if configuration.maximumPages > 0 { try execute("PRAGMA max_page_count=\(configuration.maximumPages)") }
        _ = try first("SELECT count(*) FROM sqlite_schema") { row in row.int64(0) }
    }

    /// Runs one or more statements without values.
    package func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw DatabaseError(database: handle, code: code, sql: sql) }
    }

    /// Runs one statement that answers nothing; returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: SQLValue...) throws(DatabaseError) -> Int {
        try run(sql, values: values)
    }

    /// Runs one statement that answers nothing; returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, values: [SQLValue]) throws(DatabaseError) -> Int {
        try forEach(sql, values: values) { _ in true }
        return Int(sqlite3_changes(handle))
    }

    /// Runs a statement at the end of the transaction that is open, behind all savepoints and in the order of the calls; at
    /// once if none is open. A savepoint that is taken back takes its own along; one that fails fails the commit.
    ///
    /// For tables that other modules keep: FTS5 writes out what it has gathered whenever a savepoint begins or ends and
    /// whenever a statement may have to be taken back alone, and it would do so for each message of a flood.
    package func runAtCommit(_ sql: String, _ values: SQLValue...) throws(DatabaseError) {
        if isInTransaction { waiting.append((sql, values)) } else { try run(sql, values: values) }
    }

    /// Answers every row of a query through `row`.
    package func all<T>(
        _ sql: String, _ values: SQLValue..., row: (Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> [T] {
        try all(sql, values: values, row: row)
    }

    /// Answers every row of a query through `row`.
    package func all<T>(
        _ sql: String, values: [SQLValue], row: (Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> [T] {
        var result: [T] = []
        try forEach(sql, values: values) { (current: Row) throws(DatabaseError) -> Bool in
            result.append(try row(current))
            return true
        }
        return result
    }

    /// Answers the first row of a query through `row`, or `nil` where there is none.
    package func first<T>(
        _ sql: String, _ values: SQLValue..., row: (Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        try first(sql, values: values, row: row)
    }

    /// Answers the first row of a query through `row`, or `nil` where there is none.
    package func first<T>(
        _ sql: String, values: [SQLValue], row: (Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        var result: T?
        try forEach(sql, values: values) { (current: Row) throws(DatabaseError) -> Bool in
            result = try row(current)
            return false
        }
        return result
    }

    /// Hands each row to `row` until it answers false; nothing is collected.
    package func forEach(
        _ sql: String, values: [SQLValue] = [], row: (Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        let statement = try statement(sql)
        statement.isBusy = true
        defer {
            statement.reset()
            statement.isBusy = false
        }
        try statement.bind(values)
        while try statement.step() {
            if try !row(statement.row) { return }
        }
    }

    /// The row id of the last insert.
    package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// What the statements that are kept compiled have done so far, in instructions: what tests hold costs against.
    package var instructions: Int {
        var count = 0
        var next = sqlite3_next_stmt(handle, nil)
        while let statement = next {
            count += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
            next = sqlite3_next_stmt(handle, statement)
        }
        return count
    }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` in a transaction: all of it is kept, or nothing. Inside another transaction it is a savepoint, whose
    /// durability is the outer one's.
    package func transaction<T>(
        _ kind: TransactionKind = .immediate, durability: Durability = .normal,
        _ body: () throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        if isInTransaction { return try savepoint(body) }
        try begin(kind, durability: durability)
        let result: T
        do {
            result = try body()
            try commit()
        } catch {
            rollback()
            throw error
        }
        return result
    }

    func begin(_ kind: TransactionKind, durability: Durability) throws(DatabaseError) {
        // The level cannot be changed inside a transaction.
        if durability != level {
            try execute(durability == .full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL")
            level = durability
        }
        waiting.removeAll(keepingCapacity: true)
        switch kind {
        case .deferred: try run("BEGIN DEFERRED")
        case .immediate: try run("BEGIN IMMEDIATE")
        }
    }

    func commit() throws(DatabaseError) {
        // A file without a name takes everything in and is gone with the last who has it open.
        if let place, sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE, !place.isUnmoved {
            throw DatabaseError(reason: .moved, message: "\(path) or its log was removed or replaced while it was open")
        }
        for statement in waiting { try run(statement.sql, values: statement.values) }
        waiting.removeAll(keepingCapacity: waiting.count <= 1_000)
        try run("COMMIT")
    }

    /// Takes everything back; quiet if SQLite has done so by itself.
    func rollback() {
        waiting = []
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    func savepoint<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
        let name = "s\(depth)"
        let before = waiting.count
        depth += 1
        defer { depth -= 1 }
        try run("SAVEPOINT \(name)")
        do {
            let result = try body()
            try run("RELEASE \(name)")
            return result
        } catch {
            waiting.removeLast(max(0, waiting.count - before))
            // After a full disk SQLite may have rolled back the whole transaction already.
            if isInTransaction {
                sqlite3_exec(handle, "ROLLBACK TO \(name)", nil, nil, nil)
                sqlite3_exec(handle, "RELEASE \(name)", nil, nil, nil)
            }
            throw error
        }
    }

    private func statement(_ sql: String) throws(DatabaseError) -> Statement {
        let length = sql.utf8.count
        for place in latest.indices {
            let statement = latest[place]
            // Texts of other lengths are told apart without a look at them.
            guard statement.length == length, statement.sql == sql, !statement.isBusy else { continue }
            // Those that are used most come to the front.
            if place > 0 { latest.swapAt(place, place - 1) }
            return statement
        }
        if let cached = statements[sql] {
            if !cached.isBusy { return remember(cached) }
            return try Statement(database: handle, sql: sql)
        }
        let statement = try Statement(database: handle, sql: sql)
        if statements.count >= 96 {
            statements = statements.filter { $0.value.isBusy }
            latest = []
        }
        statements[sql] = statement
        return remember(statement)
    }

    private func remember(_ statement: Statement) -> Statement {
        if latest.count >= 16 { latest.removeLast() }
        latest.append(statement)
        return statement
    }
}
