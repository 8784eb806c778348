import Database

extension MessageStore {
    /// Opens a file for reading only, also while its owner writes to it; nothing in it changes. Work is done inside the
    /// calls, completions run in `drain`. Fails with `cannotOpen` where there is no file, and
    /// with `olderVersion` where an older program has written it.
    package static func openReadOnly(
        path: String, account: String, codec: StoreCodec, notify: @escaping () -> Void = {}
    ) throws(StoreError) -> MessageStore {
        try refuseLost(path)
        do throws(DatabaseError) {
            var start: StoreStart?
            let database = try InlineDatabase(
                path: path, migrations: StoreSchema.migrations, configuration: DatabaseConfiguration(readOnly: true),
                notify: notify
            ) { (connection) throws(DatabaseError) in
                start = try StoreStart(reading: connection)
            }
            guard let start else { throw DatabaseError(reason: .other, message: "the store did not start") }
            return MessageStore(account: account, path: path, start: start, database: database, codec: codec)
        } catch {
            throw StoreError(error)
        }
    }

    /// Looks for damage; answers what is wrong, in the database's words. O(file).
    package static func check(path: String) throws(StoreError) -> [String] {
        try refuseLost(path)
        try refuseMissing(path)
        // Asked first: who reads makes a log.
        let isLogLost = DatabaseFile.isLogLost(path)
        return try (isLogLost ? [lostLog] : []) + faults(path)
    }

    /// What is wrong in the file itself.
    static func faults(_ path: String) throws(StoreError) -> [String] {
        do throws(DatabaseError) {
            let connection = try DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
            try refuseNewer(connection)
            var faults = try connection.all("PRAGMA integrity_check(100)") { row in row.string(0) }
            if faults == ["ok"] { faults = [] }
            faults += try connection.all("PRAGMA foreign_key_check") { row in
                "a row of \(row.string(0)) points at nothing in \(row.string(2))"
            }
            return faults
        } catch {
            throw StoreError(error)
        }
    }

    /// A file of a newer program is nothing that this one can speak of.
    static func refuseNewer(_ connection: DatabaseConnection) throws(DatabaseError) {
        let found = try connection.schemaVersion()
        let known = StoreSchema.migrations.map(\.version).max() ?? 0
        guard found <= known else {
            throw DatabaseError(reason: .newerSchema(found: found, known: known), message: "a newer program's file")
        }
    }

    /// Gives the room of deleted rows back to the disk. Needs as much room again meanwhile, and nobody else at the file.
    package static func compact(path: String) throws(StoreError) {
        try refuseLost(path)
        try refuseLostLog(path)
        do throws(DatabaseError) {
            let connection = try DatabaseConnection(path: path)
            try connection.migrate(StoreSchema.migrations)
            guard connection.takeInLog() else { throw DatabaseError(reason: .busy, message: "somebody reads it") }
            try connection.execute("VACUUM")
            _ = try connection.all("PRAGMA wal_checkpoint(TRUNCATE)") { _ in 0 }
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreStart {
    /// What a reader needs; writes nothing.
    init(reading connection: DatabaseConnection) throws(DatabaseError) {
        let device = try connection.first("SELECT value FROM meta WHERE name = 'device-id'") { row in row.string(0) }
        deviceID = device ?? ""
        syncKeys = [:]
        ids = IDReservation()
    }
}
