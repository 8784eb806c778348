import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Database

@Suite struct DatabaseThreadTests {
    private static let table = Migration(version: 1, sql: "CREATE TABLE t (v INTEGER UNIQUE, w TEXT) STRICT")

    /// A loop's wake pipe: `notify` writes, `wait` reads.
    private final class Bell: Sendable {
        let ends: [Int32]

        init() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            self.ends = ends
        }

        deinit { for end in ends { close(end) } }

        func ring() {
            var byte: UInt8 = 1
            write(ends[1], &byte, 1)
        }

        func wait() -> Bool {
            var entry = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 10_000) == 1 else { return false }
            var byte: UInt8 = 0
            return read(ends[0], &byte, 1) == 1
        }
    }

    @Test func completionsComeInOrderAfterTheCommit() throws {
        let folder = TemporaryFolder()
        let bell = Bell()
        let thread = try DatabaseThread(path: folder.file("a.db"), migrations: [Self.table], maximumRows: 7) {
            bell.ring()
        }
        let witness = try DatabaseConnection(path: folder.file("a.db"))
        var random = SeededRandom(seed: 5)
        var order: [Int] = []
        var expected: [Int] = []
        for number in 0..<300 {
            expected.append(number)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                thread.perform(.read) { (connection) throws(DatabaseError) -> Int in
                    try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? -1
                } completion: { _ in
                    order.append(number)
                }
            default:
                let durability: Durability = Bool.random(using: &random) ? .full : .normal
                thread.perform(.write(durability)) { (connection) throws(DatabaseError) in
                    try connection.run("INSERT INTO t (v) VALUES (?)", .integer(number))
                } completion: { (_: Result<Int, DatabaseError>) in
                    order.append(number)
                    let seen = try? witness.first("SELECT v FROM t WHERE v = ?", .integer(number)) { $0.int(0) }
                    #expect(seen == number)
                }
            }
        }
        while order.count < 300 {
            try #require(bell.wait())
            thread.drain()
        }
        #expect(order == expected)
        thread.close()
    }

    @Test func aFailedJobTakesBackOnlyItself() throws {
        let folder = TemporaryFolder()
        let thread = try DatabaseThread(path: folder.file("a.db"), migrations: [Self.table]) {}
        var results: [String] = []
        for number in [1, 2, 1, 3] {
            thread.perform(.write(.normal)) { (connection) throws(DatabaseError) in
                try connection.run("INSERT INTO t (v) VALUES (?)", .integer(number + 100))
                return try connection.run("INSERT INTO t (v) VALUES (?)", .integer(number))
            } completion: { (result: Result<Int, DatabaseError>) in
                switch result {
                case .success: results.append("ok")
                case .failure(let error): results.append("\(error.reason)")
                }
            }
        }
        thread.close()
        #expect(results == ["ok", "ok", "duplicate", "ok"])
        let connection = try DatabaseConnection(path: folder.file("a.db"))
        #expect(try connection.all("SELECT v FROM t ORDER BY v") { $0.int(0) } == [1, 2, 3, 101, 102, 103])
    }

    @Test func afterCloseJobsEndWithClosed() throws {
        let folder = TemporaryFolder()
        let thread = try DatabaseThread(path: folder.file("a.db"), migrations: [Self.table]) {}
        thread.close()
        thread.close()
        var reason: DatabaseError.Reason?
        thread.perform(.read) { _ in
            1
        } completion: { result in
            if case .failure(let error) = result { reason = error.reason }
        }
        #expect(reason == nil)
        thread.drain()
        #expect(reason == .closed)
    }

    @Test func aFullDiskFailsTheCommitAndTheThreadGoesOn() throws {
        let folder = TemporaryFolder()
        let thread = try DatabaseThread(
            path: folder.file("a.db"), migrations: [Self.table], configuration: DatabaseConfiguration(maximumPages: 8)
        ) {}
        var results: [String] = []
        func insert(_ number: Int, bytes: Int) {
            thread.perform(.write(.full)) { (connection) throws(DatabaseError) in
                try connection.run(
                    "INSERT INTO t VALUES (?, ?)", .integer(number),
                    .text(String(repeating: "x", count: bytes)))
            } completion: { (result: Result<Int, DatabaseError>) in
                switch result {
                case .success: results.append("ok")
                case .failure(let error): results.append("\(error.reason)")
                }
            }
        }
        insert(1, bytes: 50_000)
        thread.perform(.alone) { _ in
            0
        } completion: { _ in
        }
        insert(2, bytes: 10)
        thread.close()
        #expect(results == ["diskFull", "ok"])
    }

    @Test func completionsMayAskForMore() throws {
        let database = try InlineDatabase(migrations: [Self.table])
        var steps: [String] = []
        database.perform(.write(.normal)) { (connection) throws(DatabaseError) in
            try connection.run("INSERT INTO t (v) VALUES (1)")
        } completion: { (_: Result<Int, DatabaseError>) in
            steps.append("first")
            database.perform(.read) { (connection) throws(DatabaseError) in
                try connection.first("SELECT v FROM t") { $0.int(0) }
            } completion: { result in
                steps.append("second \((try? result.get()) ?? nil ?? 0)")
            }
        }
        #expect(steps.isEmpty)
        #expect(database.drain() == 1)
        #expect(database.drain() == 1)
        #expect(steps == ["first", "second 1"])
    }

    @Test func aHandleThatIsDroppedEndsItsThread() throws {
        let folder = TemporaryFolder()
        for _ in 0..<20 {
            _ = try DatabaseThread(path: folder.file("a.db"), migrations: [Self.table]) {}
        }
    }
}
