import EventLoop
import TestSupport
import Testing

@testable import Database

/// When shared commits happen: by size, by age, at once where nothing else comes. A witness sees nothing before.
@Suite struct GroupCommitTests {
    /// As in the program: rows, and milliseconds.
    private static let size = 5_000
    private static let age: Int64 = 20

    private final class Bench {
        let folder = TemporaryFolder()
        let clock = ManualClock()
        let witness: DatabaseConnection
        var commit: GroupCommit
        private var ticket: UInt64 = 0

        init() throws {
            let connection = try DatabaseConnection(path: folder.file("a.db"))
            try connection.execute("CREATE TABLE t (v INTEGER)")
            witness = try DatabaseConnection(path: folder.file("a.db"))
            let clock = clock
            commit = GroupCommit(connection: connection, maximumRows: size, maximumAge: age * 1_000_000) {
                clock.now.milliseconds * 1_000_000
            }
        }

        /// Runs a job; answers how many are done.
        @discardableResult
        func run(_ kind: DatabaseWork = .write(.normal), rows: Int = 1) -> Int {
            ticket += 1
            let job = DatabaseJob(ticket: ticket, kind: kind, rows: rows) { (connection) throws(DatabaseError) in
                if kind == .read { return }
                try connection.run("INSERT INTO t VALUES (1)")
            }
            let done = commit.run(job)
            #expect(done.allSatisfy { $0.error == nil })
            return done.count
        }

        /// How many rows others see.
        var seen: Int { (try? witness.first("SELECT count(*) FROM t") { $0.int(0) }) ?? -1 }

        /// How long the open commit waits, in milliseconds; `nil` where none is open.
        var wait: Int64? { commit.deadline.map { max(0, $0 / 1_000_000 - clock.now.milliseconds) } }

        /// A commit just now: what follows is a flood.
        func flood() {
            run()
            #expect(commit.commit().count == 1)
            #expect(wait == nil)
        }
    }

    @Test func aLoneWriteDoesNotWait() throws {
        let bench = try Bench()
        #expect(bench.wait == nil)
        #expect(bench.run() == 0)
        #expect(bench.wait == 0)
        #expect(bench.commit.commit().count == 1 && bench.seen == 1)
        // Nor does one that comes long after.
        bench.clock.advance(by: Self.age)
        #expect(bench.run() == 0)
        #expect(bench.wait == 0)
        // A read is no flood either.
        #expect(bench.commit.commit().count == 1)
        bench.clock.advance(by: Self.age)
        #expect(bench.run(.read) == 1)
        bench.run()
        #expect(bench.wait == 0)
    }

    @Test func aFloodIsCommittedBySize() throws {
        let bench = try Bench()
        bench.flood()
        for _ in 1..<Self.size { #expect(bench.run() == 0) }
        #expect(bench.wait == Self.age && bench.seen == 1)
        #expect(bench.run() == Self.size)
        #expect(bench.wait == nil && bench.seen == 1 + Self.size)
        // Rows count, not jobs; the next commit begins anew.
        #expect(bench.run(rows: 3_000) == 0)
        #expect(bench.run(rows: 1_999) == 0)
        #expect(bench.run(rows: 1) == 3)
        #expect(bench.run(rows: 9_000) == 1)
        #expect(bench.seen == 1 + Self.size + 4)
    }

    @Test func aFloodIsCommittedByAge() throws {
        let bench = try Bench()
        bench.flood()
        #expect(bench.run() == 0)
        #expect(bench.wait == Self.age)
        bench.clock.advance(by: Self.age - 1)
        // Later jobs do not make it younger.
        #expect(bench.run() == 0)
        #expect(bench.wait == 1 && bench.seen == 1)
        // Nothing more comes: whoever waits commits then.
        bench.clock.advance(by: 1)
        #expect(bench.wait == 0)
        #expect(bench.commit.commit().count == 2 && bench.seen == 3)
        // More comes all the time: the job that finds it old enough commits.
        var (jobs, latest) = (0, bench.seen)
        for _ in 0..<200 {
            jobs += 1
            bench.clock.advance(by: 1)
            bench.run()
            if bench.seen > latest {
                #expect(jobs <= Int(Self.age) + 1)
                (jobs, latest) = (0, bench.seen)
            }
        }
        #expect(latest >= 3 + 180)
    }

    @Test func readsAndDurableWritesEndTheWait() throws {
        let bench = try Bench()
        bench.flood()
        bench.run()
        bench.run()
        #expect(bench.run(.read) == 3 && bench.seen == 3)
        bench.run()
        #expect(bench.run(.alone) == 2 && bench.seen == 5)
        bench.run()
        // What came before is committed by itself; the durable one shares its commit with nothing weaker, and has no time.
        #expect(bench.run(.write(.full)) == 1 && bench.seen == 6)
        #expect(bench.wait == 0)
        #expect(bench.run(.write(.full)) == 0)
        #expect(bench.wait == 0)
        #expect(bench.commit.commit().count == 2 && bench.seen == 8)
    }
}
