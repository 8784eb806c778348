import EventLoop
import TestSupport

@testable import Database

/// A database on a simulated disk.
final class SimulatedDatabase: DatabaseExecutor {
    private let disk: SimulatedDisk
    private var connection: DatabaseConnection?
    private var pending = PendingCompletions()
    private var queue: [DatabaseJob] = []
    private var finished: [FinishedJob] = []
    private var isAwake = false
    private var isTelling = false

    init(
        disk: SimulatedDisk, path: String, migrations: [Migration],
        prepare: (DatabaseConnection) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        self.disk = disk
        let connection = try DatabaseConnection(path: path)
        // What survives a power loss is another test's; here it would only cost time.
        try connection.execute("PRAGMA synchronous=OFF")
        try connection.migrate(migrations)
        try prepare(connection)
        self.connection = connection
    }

    func perform<T: Sendable>(
        _ kind: DatabaseWork, rows: Int,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void
    ) {
        queue.append(pending.register(kind, rows: rows, work, completion: completion))
        wake()
    }

    @discardableResult
    func drain() -> Int {
        var count = tell()
        while disk.isCalm, !queue.isEmpty {
            work(.max)
            count += tell()
        }
        return count
    }

    func close() {
        while !queue.isEmpty || !finished.isEmpty {
            work(.max)
            tell()
        }
        connection = nil
    }

    /// Nothing that was not committed is left, and nobody hears of what was.
    func kill() {
        connection = nil
        queue = []
        finished = []
        pending = PendingCompletions()
    }

    private func wake() {
        guard !isAwake else { return }
        isAwake = true
        disk.clock.schedule(after: max(1, disk.delay())) { [weak self] in
            guard let self else { return }
            isAwake = false
            work(disk.turn())
            if !queue.isEmpty { wake() }
        }
    }

    private func work(_ limit: Int) {
        let jobs = queue.prefix(limit)
        queue.removeFirst(jobs.count)
        guard !jobs.isEmpty else { return }
        if let connection {
            let refusal = disk.refusal()
            var commit = GroupCommit(connection: connection, maximumRows: 256, maximumAge: .max) { 0 }
            for job in jobs {
                guard let refusal, case .write = job.kind else {
                    finished += commit.run(job)
                    continue
                }
                finished.append(refuse(job, refusal, connection))
            }
            finished += commit.commit()
        } else {
            let error = DatabaseError(reason: .closed, message: "closed")
            finished += jobs.map { FinishedJob(ticket: $0.ticket, error: error) }
        }
        guard !isTelling, !finished.isEmpty else { return }
        isTelling = true
        disk.clock.schedule(after: max(0, disk.delay())) { [weak self] in
            guard let self else { return }
            isTelling = false
            tell()
        }
    }

    /// Does the work and fails its commit.
    private func refuse(
        _ job: DatabaseJob, _ reason: DatabaseError.Reason, _ connection: DatabaseConnection
    ) -> FinishedJob {
        var failure = DatabaseError(reason: reason, message: "refused")
        do throws(DatabaseError) {
            try connection.begin(.immediate, durability: .normal)
            try job.run(connection)
        } catch {
            if !error.isTransient { failure = error }
        }
        connection.rollback()
        return FinishedJob(ticket: job.ticket, error: failure)
    }

    @discardableResult
    private func tell() -> Int {
        let done = finished
        finished = []
        for job in done { pending.take(job.ticket)?(job.error) }
        return done.count
    }
}
