/// An executor without a thread, for tests, simulations and short commands: work runs inside `perform`, completions
/// inside `drain`.
package final class InlineDatabase: DatabaseExecutor {
    private let path: String
    private let configuration: DatabaseConfiguration
    private var connection: DatabaseConnection?
    private var isClosed = false
    private let notify: () -> Void
    private var pending = PendingCompletions()
    private var finished: [FinishedJob] = []

    /// Opens the file and brings its schema to the newest version; `prepare` then runs before `init` returns.
    package init(
        path: String = ":memory:", migrations: [Migration], configuration: DatabaseConfiguration = .init(),
        notify: @escaping () -> Void = {},
        prepare: (DatabaseConnection) throws(DatabaseError) -> Void = { _ in }
    ) throws(DatabaseError) {
        let connection = try DatabaseConnection(path: path, configuration: configuration)
        try connection.migrate(migrations)
        try prepare(connection)
        self.connection = connection
        self.path = path
        self.configuration = configuration
        self.notify = notify
    }

    /// See `DatabaseExecutor`.
    package func perform<T: Sendable>(
        _ kind: DatabaseWork, rows: Int,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void
    ) {
        let job = pending.register(kind, rows: rows, work, completion: completion)
        let wasEmpty = finished.isEmpty
        renewIfOutdated()
        var done = connection.map { Self.run(job, $0) }
        // Who reads without locks may have read half of a change; that is no damage.
        if done?.last?.error?.reason == .corrupt, connection?.isOutdated == true {
            renewIfOutdated()
            done = connection.map { Self.run(job, $0) } ?? done
        }
        let reason = isClosed ? DatabaseError.Reason.closed : .cannotOpen
        let error = DatabaseError(reason: reason, message: "\(reason)")
        finished += done ?? [FinishedJob(ticket: job.ticket, error: error)]
        if wasEmpty { notify() }
    }

    /// The old connection goes first: when a file is closed, all locks go that this process has on it
    /// ("How To Corrupt An SQLite Database File", section 2.2).
    private func renewIfOutdated() {
        guard !isClosed, connection?.isOutdated ?? true else { return }
        connection = nil
        connection = try? DatabaseConnection(path: path, configuration: configuration)
    }

    private static func run(_ job: DatabaseJob, _ connection: DatabaseConnection) -> [FinishedJob] {
        var commit = GroupCommit(connection: connection, maximumRows: 1, maximumAge: 0) { 0 }
        return commit.run(job) + commit.commit()
    }

    /// See `DatabaseExecutor`.
    @discardableResult
    package func drain() -> Int {
        let done = finished
        finished = []
        for job in done { pending.take(job.ticket)?(job.error) }
        return done.count
    }

    /// See `DatabaseExecutor`.
    package func close() {
        isClosed = true
        connection = nil
        drain()
    }
}
