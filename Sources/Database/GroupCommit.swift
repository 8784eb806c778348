/// Puts the writes of several jobs into one commit.
///
/// Every job is a savepoint, so one that throws is taken back alone. If the commit itself fails, or SQLite gives up the
/// whole transaction (full disk), all jobs of the commit fail.
///
/// A lone write is committed at once. In a flood (the last commit is younger than the greatest age) a commit of normal
/// durability waits for more jobs until it has that age or enough rows; reads and durable writes end the wait.
struct GroupCommit {
    private let connection: DatabaseConnection
    private let maximumRows: Int
    private let maximumAge: Int64
    private let now: () -> Int64
    private var openedAt: Int64 = 0
    private var committedAt: Int64
    private var open: [FinishedJob] = []
    private var rows = 0
    private var durability = Durability.normal

    /// Ages and instants are nanoseconds of a clock that does not go back.
    init(connection: DatabaseConnection, maximumRows: Int, maximumAge: Int64, now: @escaping () -> Int64) {
        self.connection = connection
        self.maximumRows = maximumRows
        self.maximumAge = maximumAge
        self.now = now
        committedAt = now() - maximumAge
    }

    private var isOpen: Bool { !open.isEmpty }

    /// Until when the open commit waits for more jobs, which may be over; `nil` where none is open.
    var deadline: Int64? {
        guard isOpen else { return nil }
        let isFlood = openedAt - committedAt < maximumAge
        return durability == .normal && isFlood ? openedAt + maximumAge : openedAt
    }

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
                openedAt = now()
            }
            try connection.savepoint { () throws(DatabaseError) in try job.run(connection) }
            open.append(FinishedJob(ticket: job.ticket, error: nil))
        } catch {
            open.append(FinishedJob(ticket: job.ticket, error: error))
            if !connection.isInTransaction { return fail(error) }
        }
        rows += job.rows
        return rows >= maximumRows || now() - openedAt >= maximumAge ? commit() : []
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
        committedAt = now()
        defer { open.removeAll() }
        return open
    }

    private mutating func fail(_ error: DatabaseError) -> [FinishedJob] {
        committedAt = now()
        defer { open.removeAll() }
        return open.map { FinishedJob(ticket: $0.ticket, error: $0.error ?? error) }
    }
}
