import Synchronization
import TestSupport
import Testing

@testable import Database

/// What a commit does to the disk, as the disk sees it.
@Suite struct DurabilityTests {
    private static let table = Migration(version: 1, sql: "CREATE TABLE t (v INTEGER, w TEXT) STRICT")

    private func open(_ place: TemporaryFolder, _ disk: FaultyDisk) throws -> DatabaseConnection {
        let connection = try DatabaseConnection(
            path: place.file("a.db"), configuration: DatabaseConfiguration(fileSystem: disk.name))
        try connection.migrate([Self.table])
        return connection
    }

    @Test func onlyDurableCommitsWaitForTheDisk() throws {
        let (place, disk) = (TemporaryFolder(), FaultyDisk())
        let connection = try open(place, disk)
        func syncs(_ durability: Durability) throws -> Int {
            let before = disk.total(.sync, of: "-wal")
            _ = try connection.transaction(.immediate, durability: durability) { () throws(DatabaseError) in
                try connection.run("INSERT INTO t VALUES (1, 'x')")
            }
            return disk.total(.sync, of: "-wal") - before
        }
        for _ in 0..<3 {
            #expect(try syncs(.normal) == 0)
            #expect(try syncs(.full) == 1)
            #expect(try syncs(.full) == 1)
        }
        // The file itself is only written to when the log is full.
        #expect(disk.total(.write, of: "a.db") <= 1)
    }

    /// Lets the thread wait at its first job until everything is queued, and counts what the disk is asked for.
    private func syncs(of jobs: Int, maximumRows: Int, _ durability: Durability) throws -> Int {
        let (place, disk) = (TemporaryFolder(), FaultyDisk())
        let thread = try DatabaseThread(
            path: place.file("a.db"), migrations: [Self.table],
            configuration: DatabaseConfiguration(fileSystem: disk.name), maximumRows: maximumRows, notify: {})
        let gate = Mutex(false)
        gate.withLock { isOpen in
            isOpen = true
            thread.perform(.read) { _ in
                gate.withLock { $0 }
            } completion: { (_: Result<Bool, DatabaseError>) in
            }
            for number in 0..<jobs {
                thread.perform(.write(durability)) { (connection) throws(DatabaseError) in
                    try connection.run("INSERT INTO t VALUES (?, 'x')", .integer(number))
                } completion: { (result: Result<Int, DatabaseError>) in
                    #expect(throws: Never.self) { try result.get() }
                }
            }
        }
        let before = disk.total(.sync, of: "-wal")
        thread.perform(.alone) { _ in
            disk.total(.sync, of: "-wal")
        } completion: { (result: Result<Int, DatabaseError>) in
            self.counts.withLock { $0.append(((try? result.get()) ?? -1) - before) }
        }
        thread.close()
        return counts.withLock { $0.removeLast() }
    }

    private let counts = Counts()

    private final class Counts: Sendable {
        private let list = Mutex<[Int]>([])
        func withLock<T: Sendable>(_ body: (inout sending [Int]) -> sending T) -> T { list.withLock(body) }
    }

    @Test func manyJobsShareACommit() throws {
        #expect(try syncs(of: 100, maximumRows: 5_000, .full) == 1)
        #expect(try syncs(of: 100, maximumRows: 10, .full) == 10)
        #expect(try syncs(of: 100, maximumRows: 10, .normal) == 0)
    }

    @Test func theRulesOfTheTablesHold() throws {
        let place = TemporaryFolder()
        let connection = try DatabaseConnection(path: place.file("a.db"))
        #expect(try connection.first("PRAGMA foreign_keys") { $0.int(0) } == 1)
        #expect(try connection.first("PRAGMA journal_mode") { $0.string(0) } == "wal")
        #expect(try connection.first("PRAGMA trusted_schema") { $0.int(0) } == 0)
        try connection.execute(
            """
            CREATE TABLE a (k INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE b (a INTEGER NOT NULL REFERENCES a (k), n INTEGER CHECK (n > 0)) STRICT
            """)
        for wrong in ["INSERT INTO b VALUES (7, 1)", "INSERT INTO b VALUES (NULL, 1)"] {
            #expect(throws: DatabaseError.self) { try connection.execute(wrong) }
        }
        try connection.execute("INSERT INTO a VALUES (7)")
        try connection.execute("INSERT INTO b VALUES (7, 1)")
        for wrong in ["INSERT INTO b VALUES (7, 0)", "INSERT INTO b VALUES (7, 'text')", "DELETE FROM a"] {
            #expect(throws: DatabaseError.self) { try connection.execute(wrong) }
        }
    }
}
