import Synchronization

/// The thread's side of `DatabaseThread`: owns the connection, takes jobs, publishes what is done.
final class DatabaseWorker {
    /// Shared with the loop's side.
    final class Outlet: Sendable {
        let finished = Mutex<[FinishedJob]>([])
        let notify: @Sendable () -> Void

        init(notify: @escaping @Sendable () -> Void) { self.notify = notify }

        func publish(_ jobs: [FinishedJob]) {
            guard !jobs.isEmpty else { return }
            let wasEmpty = finished.withLock { list in
                defer { list += jobs }
                return list.isEmpty
            }
            if wasEmpty { notify() }
        }
    }

    private let connection: DatabaseConnection
    private let queue: WorkQueue
    private let outlet: Outlet
    private let maximumRows: Int
    private let maximumAge: Int64

    init(connection: DatabaseConnection, queue: WorkQueue, outlet: Outlet, maximumRows: Int, maximumAge: Int64) {
        self.connection = connection
        self.queue = queue
        self.outlet = outlet
        self.maximumRows = maximumRows
        self.maximumAge = maximumAge
    }

    /// Works until the queue is closed and empty.
    func work() {
        var commit = GroupCommit(
            connection: connection, maximumRows: maximumRows, maximumAge: maximumAge, now: WorkQueue.now)
        while true {
            switch queue.take(until: commit.deadline) {
            case .job(let job): outlet.publish(commit.run(job))
            case .timedOut: outlet.publish(commit.commit())
            case .closed: return outlet.publish(commit.commit())
            }
        }
    }
}
