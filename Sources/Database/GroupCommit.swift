/// Puts the writes of several jobs into one commit.
///
/// Every job is a savepoint, so one that throws is taken back alone. If the commit itself fails, or SQLite gives up the
/// whole transaction (full disk), all jobs of the commit fail.
struct GroupCommit {
    private let connection: DatabaseConnection
    private let maximumRows: Int
    private var open: [FinishedJob] = []
    private var rows = 0
    private var durability = Durability.normal

    init(connection: DatabaseConnection, maximumRows: Int) {
        self.connection = connection
        self.maximumRows = maximumRows
    }

    /// Whether jobs wait for their commit.
    var isOpen: Bool { !open.isEmpty }

    /// Whether the open commit may wait a little for more jobs.
    var mayWait: Bool { isOpen && durability == .normal }

    /// Runs a job; answers the jobs that are done by now, in order.
    mutating func run(_ job: DatabaseJob) -> [FinishedJob] {
        switch job.kind {
        case .read, .alone:
            var done = commit()
            let error: DatabaseError?
            do throws(DatabaseError) {
                if job.kind == .read {
                    try connection.transaction(.deferred) { () throws(DatabaseError) in try job.run(connection) }
                } else {
                    try job.run(connection)
                }
                error = nil
            } catch let failure {
                connection.rollback()
                error = failure
            }
            done.append(FinishedJob(ticket: job.ticket, error: error))
            return done
        case .write(let wanted):
            var done: [FinishedJob] = []
            if isOpen, wanted > durability { done = commit() }
            done += write(job, durability: wanted)
            return done
        }
    }

    private mutating func write(_ job: DatabaseJob, durability wanted: Durability) -> [FinishedJob] {
        do throws(DatabaseError) {
            if !isOpen {
                try connection.begin(.immediate, durability: wanted)
                durability = wanted
                rows = 0
            }
            try connection.savepoint { () throws(DatabaseError) in try job.run(connection) }
            open.append(FinishedJob(ticket: job.ticket, error: nil))
        } catch {
            open.append(FinishedJob(ticket: job.ticket, error: error))
            if !connection.isInTransaction { return fail(error) }
        }
        rows += job.rows
        return rows >= maximumRows ? commit() : []
    }

    /// Commits what is open; answers its jobs, in order.
    mutating func commit() -> [FinishedJob] {
        guard isOpen else { return [] }
        do throws(DatabaseError) {
            try connection.commit()
        } catch {
            connection.rollback()
            return fail(error)
        }
        defer { open.removeAll() }
        return open
    }

    private mutating func fail(_ error: DatabaseError) -> [FinishedJob] {
        defer { open.removeAll() }
        return open.map { FinishedJob(ticket: $0.ticket, error: $0.error ?? error) }
    }
}
