import Database
import EventLoop
import IMWire
import TestSupport
import Testing

@testable import IMServer

/// What the disk refused is made good before anything that follows from it.
@Suite struct OwedChangesTests {
    /// A database whose writes fail while it is told to.
    private final class FailingDatabase: DatabaseExecutor {
        let inner: InlineDatabase
        var isFailing = false

        init(_ inner: InlineDatabase) { self.inner = inner }

        func perform<T: Sendable>(
            _ kind: DatabaseWork, rows: Int,
            _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
            completion: @escaping (Result<T, DatabaseError>) -> Void
        ) {
            guard isFailing, kind != .read else {
                return inner.perform(kind, rows: rows, work, completion: completion)
            }
            inner.perform(.read, rows: 0, { (_: DatabaseConnection) throws(DatabaseError) in }) { _ in
                completion(.failure(DatabaseError(reason: .diskFull, message: "full")))
            }
        }

        func drain() -> Int { inner.drain() }
        func close() { inner.close() }
    }

    private let clock = ManualClock(wallClock: 1_764_500_000_000)
    private let database: FailingDatabase
    private let core: ServerCore

    init() throws {
        database = FailingDatabase(try InlineDatabase(path: ":memory:", migrations: ServerSchema.migrations))
        core = ServerCore(
            configuration: ServerConfiguration(), scheduler: clock, storage: SQLiteServerStorage(database: database))
    }

    private func settle() {
        repeat { clock.runDue() } while database.drain() > 0
        clock.runDue()
    }

    /// The directory as a restart finds it.
    private func kept() throws -> ServerDirectory {
        var result: Result<ServerDirectory, DatabaseError>?
        database.inner.perform(
            .read, { (connection: DatabaseConnection) throws(DatabaseError) in try ServerDirectory.load(connection) }
        ) { result = $0 }
        settle()
        return try #require(result).get()
    }

    private func makeGroup() throws -> Int64 {
        let id = try core.createGroup(name: "g", master: UserKey(appID: 7, uid: 1), members: [2]).id
        settle()
        return id
    }

    @Test func whatTheDiskRefusedIsWrittenSoon() throws {
        let id = try makeGroup()
        database.isFailing = true
        try core.renameGroup(id, to: "h")
        settle()
        #expect(core.directory.groups[id]?.name == "h")
        #expect(try kept().groups[id]?.name == "g")
        clock.advance(by: 5_000)
        settle()
        #expect(core.statistics.storageFailures < 20, "tried again with pauses")
        database.isFailing = false
        clock.advance(by: 3_000)
        settle()
        #expect(try kept().groups[id] == core.directory.groups[id])
        // And then there is nothing to do.
        let failures = core.statistics.storageFailures
        clock.advance(by: 60_000)
        settle()
        #expect(core.statistics.storageFailures == failures)
        #expect(clock.nextInstant == nil)
    }

    /// A message to a super group lies in a queue that is there only if the group is one after a restart too.
    @Test func noMessageIsKeptWithoutWhatItFollowsFrom() throws {
        let id = try makeGroup()
        database.isFailing = true
        try core.upgradeGroup(id)
        // Before the failure is heard of nothing else is written, and after it the change goes with the message.
        settle()
        #expect(try kept().groups[id]?.isSuper == false)
        database.isFailing = false
        var outcome: PostOutcome?
        core.postGroup(from: UserKey(appID: 7, uid: 1), group: id, content: "hi") { outcome = $0 }
        settle()
        #expect(outcome == .done)
        #expect(try kept().groups[id]?.isSuper == true)
    }

    /// A token that was taken back does not come to life again.
    @Test func aRevokedTokenStaysRevoked() throws {
        let token = try core.grant(uid: 1, name: "alice").token
        settle()
        database.isFailing = true
        core.revoke(tokens: [token])
        settle()
        #expect(core.directory.user(token: token) == nil)
        #expect(try kept().user(token: token) != nil)
        database.isFailing = false
        clock.advance(by: 3_000)
        settle()
        #expect(try kept().user(token: token) == nil)
    }

    @Test func theLaterWordCounts() {
        func group(_ name: String) -> DirectoryChange {
            .group(ServerGroup(id: 1, appID: 7, name: name, master: 1, members: []))
        }
        let user = DirectoryChange.user(ServerUser(key: UserKey(appID: 7, uid: 1)))
        for isSecondWritten in [true, false] {
            var owed = OwedChanges()
            let first = owed.begin([group("a"), user])
            let second = owed.begin([group("b")])
            #expect(first.changes.count == 2 && second.changes == [group("b")])
            owed.end(first, isWritten: false)
            owed.end(second, isWritten: isSecondWritten)
            let third = owed.begin()
            #expect(Set(third.changes) == (isSecondWritten ? [user] : [user, group("b")]))
            owed.end(third, isWritten: true)
            #expect(owed.isEmpty && owed.begin().changes.isEmpty)
        }
        var owed = OwedChanges()
        owed.end(owed.begin([group("a"), user]), isWritten: false)
        // Messages take the groups along, and nothing else.
        for isWritten in [false, true] {
            let messages = owed.beginMessages()
            #expect(messages.changes == [group("a")])
            owed.end(messages, isWritten: isWritten)
        }
        #expect(owed.beginMessages().changes.isEmpty && !owed.isEmpty)
        owed.end(owed.begin([group("a")]), isWritten: false)
        let newer = owed.begin([group("b")])
        #expect(Set(newer.changes) == [group("b"), user], "a newer word takes the place of what is owed")
    }
}
