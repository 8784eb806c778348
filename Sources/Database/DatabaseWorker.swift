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
    ///
    /// A lone write is committed at once. In a flood (the last commit is younger than the greatest age) a commit of
    /// normal durability waits for more jobs until it has that age or enough rows; reads and durable writes end the wait.
    func work() {
        var commit = GroupCommit(connection: connection, maximumRows: maximumRows)
        var openedAt: Int64 = 0
        var committedAt = WorkQueue.now() - maximumAge
        while true {
            let deadline: Int64? = commit.isOpen ? (commit.mayWait ? waitEnd(openedAt, committedAt) : 0) : nil
            switch queue.take(until: deadline) {
            case .job(let job):
                let wasOpen = commit.isOpen
                let done = commit.run(job)
                if !done.isEmpty { committedAt = WorkQueue.now() }
                if commit.isOpen, !wasOpen || !done.isEmpty { openedAt = WorkQueue.now() }
                outlet.publish(done)
                if commit.isOpen, WorkQueue.now() - openedAt >= maximumAge {
                    outlet.publish(commit.commit())
                    committedAt = WorkQueue.now()
                }
            case .timedOut:
                outlet.publish(commit.commit())
                committedAt = WorkQueue.now()
            case .closed:
                outlet.publish(commit.commit())
                return
            }
        }
    }

    private func waitEnd(_ openedAt: Int64, _ committedAt: Int64) -> Int64 {
        openedAt - committedAt < maximumAge ? openedAt + maximumAge : 0
    }
}
