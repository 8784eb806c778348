internal import Database

/// Opens the server's database. A file that is empty where one was, or damaged, is set aside under a dated name and
/// another is begun, and `trouble` says so: never is a server empty without a word, and never is the old file written.
struct ServerOpening {
    private let path: String
    /// What the database holds.
    private(set) var directory = ServerDirectory()
    /// What was wrong and where the old file is; `nil` where nothing was.
    private(set) var trouble: String?

    init(path: String) { self.path = path }

    /// Opens the file, or another for it. `now` is the time in milliseconds since 1970.
    mutating func open(
        commitAge: Int, now: Int64, notify: @escaping @Sendable () -> Void
    ) throws(DatabaseError) -> DatabaseThread {
        if DatabaseFile.isEmpty(path) || DatabaseFile.isOnlyLog(path) {
            DatabaseFile.prepare(path)
            try setAside("is empty", DatabaseError(reason: .corrupt, message: "\(path) is empty"))
        }
        do throws(DatabaseError) {
            return try start(commitAge, now, notify)
        } catch {
            guard trouble == nil, error.reason == .corrupt || error.reason == .notADatabase else { throw error }
            try setAside("is damaged (\(error.message))", error)
            return try start(commitAge, now, notify)
        }
    }

    private mutating func setAside(_ what: String, _ error: DatabaseError) throws(DatabaseError) {
        guard let kept = DatabaseFile.setAside(path) else { throw error }
        trouble =
            "the database \(what): kept as \(kept); the server begins anew without its users, tokens and messages. "
            + "If you have a copy: stop the server, put the copy at \(path), start again"
    }

    private mutating func start(
        _ commitAge: Int, _ now: Int64, _ notify: @escaping @Sendable () -> Void
    ) throws(DatabaseError) -> DatabaseThread {
        var loaded = ServerDirectory()
        let isAnew = trouble != nil
        let database = try DatabaseThread(
            path: path, migrations: ServerSchema.migrations, maximumAge: commitAge, notify: notify,
            prepare: { (connection: DatabaseConnection) throws(DatabaseError) in
                if isAnew {
                    // Clients know the old server's message ids: new ones begin well above them, in nobody's queue.
                    try connection.run(
                        "INSERT INTO queue(kind, app, owner, last) VALUES(0, 0, 0, ?)", .integer(now / 1_000))
                }
                loaded = try ServerDirectory.load(connection)
            })
        directory = loaded
        return database
    }
}
