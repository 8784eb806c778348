import Glibc
import Synchronization

/// An executor whose connection lives on a thread of its own. All calls come from the loop's thread.
///
/// End it with `close`: dropped without, it forgets what is queued, as a crash would.
package final class DatabaseThread: DatabaseExecutor {
    private let queue = WorkQueue()
    private let outlet: DatabaseWorker.Outlet
    private var pending = PendingCompletions()
    private var thread: pthread_t?

    /// Opens the file, brings its schema to the newest version, and starts the thread.
    ///
    /// - Parameters:
    ///   - maximumRows: how many rows a shared commit takes at most.
    ///   - maximumAge: how old a shared commit gets at most, in milliseconds.
    ///   - notify: called from the thread when results begin to wait; let it wake the loop, which then calls `drain`.
    ///   - prepare: runs on the calling thread before the connection moves to its own: reads what is needed at once.
    package init(
        path: String, migrations: [Migration], configuration: DatabaseConfiguration = .init(),
        maximumRows: Int = 5_000, maximumAge: Int = 20, notify: @escaping @Sendable () -> Void,
        prepare: (DatabaseConnection) throws(DatabaseError) -> Void = { _ in }
    ) throws(DatabaseError) {
        let connection = try DatabaseConnection(path: path, configuration: configuration)
        try connection.migrate(migrations)
        try prepare(connection)
        outlet = DatabaseWorker.Outlet(notify: notify)
        let worker = DatabaseWorker(
            connection: connection, queue: queue, outlet: outlet, maximumRows: maximumRows,
            maximumAge: Int64(maximumAge) * 1_000_000)
        try start(worker)
    }

    deinit {
        if let thread {
            queue.close(abandon: true)
            pthread_detach(thread)
        }
    }

    private func start(_ worker: DatabaseWorker) throws(DatabaseError) {
        // Signals belong to the loop's thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(worker)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<DatabaseWorker>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw DatabaseError(reason: .other, message: "cannot start a thread: error \(code)")
        }
        self.thread = thread
    }

    /// See `DatabaseExecutor`.
    package func perform<T: Sendable>(
        _ kind: DatabaseWork, rows: Int,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void
    ) {
        let job = pending.register(kind, rows: rows, work, completion: completion)
        if !queue.add(job) {
            outlet.publish([
                FinishedJob(ticket: job.ticket, error: DatabaseError(reason: .closed, message: "closed"))
            ])
        }
    }

    /// See `DatabaseExecutor`.
    @discardableResult
    package func drain() -> Int {
        let done = outlet.finished.withLock { list in
            defer { list = [] }
            return list
        }
        for job in done { pending.take(job.ticket)?(job.error) }
        return done.count
    }

    /// See `DatabaseExecutor`.
    package func close() {
        guard let thread else { return }
        queue.close()
        pthread_join(thread, nil)
        self.thread = nil
        drain()
    }
}
