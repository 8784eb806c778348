/// An executor without a thread, for tests, simulations and short commands: work runs inside `perform`, completions
/// inside `drain`.
package final class InlineDatabase: DatabaseExecutor {
    private var connection: DatabaseConnection?
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
        if let renewed = connection?.renewed() { connection = renewed }
        if let connection {
            var done = Self.run(job, connection)
            // Who reads without locks may have read half of a change; that is no damage.
            if done.last?.error?.reason == .corrupt, let renewed = connection.renewed() {
                self.connection = renewed
                done = Self.run(job, renewed)
            }
            finished += done
        } else {
            finished.append(
                FinishedJob(ticket: job.ticket, error: DatabaseError(reason: .closed, message: "closed")))
        }
        if wasEmpty { notify() }
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
        connection = nil
        drain()
    }
}
