import Database
import EventLoop
import Foundation
import IMServer
import IMWire
import TestSupport
import Testing

/// What was acknowledged is there after a crash: at each acknowledgement the file alone, read by another server as if
/// this one had died, holds it.
@Suite struct RestartTests {
    private let path = "/tmp/imserver-restart-\(UInt64.random(in: 0...UInt64.max)).db"

    /// Passes everything on and keeps the completions until they are let go.
    private final class HeldStorage: ServerStorage {
        let inner: SQLiteServerStorage
        var isHeld = false
        var held: [() -> Void] = []

        init(_ inner: SQLiteServerStorage) { self.inner = inner }

        private func hold<T>(
            _ completion: @escaping (Result<T, DatabaseError>) -> Void
        ) -> (Result<T, DatabaseError>) -> Void {
            { [weak self] result in
                guard let self, isHeld else { return completion(result) }
                held.append { completion(result) }
            }
        }

        func append(_ entries: [QueueEntry], completion: @escaping (Result<Void, DatabaseError>) -> Void) {
            inner.append(entries, completion: hold(completion))
        }

        func read(_ slice: QueueSlice, completion: @escaping (Result<QueueBatch, DatabaseError>) -> Void) {
            inner.read(slice, completion: hold(completion))
        }

        func count(_ queue: QueueID, after key: Int64, completion: @escaping (Result<Int?, DatabaseError>) -> Void) {
            inner.count(queue, after: key, completion: hold(completion))
        }

        func save(_ changes: [DirectoryChange], completion: @escaping (Result<Void, DatabaseError>) -> Void) {
            inner.save(changes, completion: hold(completion))
        }
    }

    private func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    @Test func eachAcknowledgementIsOnTheDisk() throws {
        defer { remove() }
        let fixture = try ServerFixture(path: path)
        let group = try fixture.core.createGroup(
            name: "g", master: UserKey(appID: 7, uid: 1), members: [2], isSuper: true)
        let one = try fixture.logIn(1)
        var acknowledged = 0
        for number in 1...12 {
            if number.isMultiple(of: 3) {
                one.sayInGroup("m\(number)", from: 1, to: group.id)
            } else {
                one.say("m\(number)", from: 1, to: 2)
            }
            acknowledged += one.take().count { if case .ack(_, 0) = $0 { true } else { false } }
            #expect(acknowledged == number)
            let other = try ServerFixture(path: path) { $0.quirks = [] }
            let two = try other.logIn(2)
            two.send(.sync(1))
            two.send(.syncGroup(group: group.id, key: 1))
            let texts = two.take().compactMap { body -> String? in
                switch body {
                case .im(let message), .groupIM(let message): message.content.string
                default: nil
                }
            }
            #expect(Set(texts) == Set((1...number).map { "m\($0)" }))
            other.database.close()
        }
    }

    /// No commit, no word: neither the sender nor the receiver hears of what a crash would lose.
    @Test func nothingIsToldBeforeTheCommit() throws {
        let clock = ManualClock(wallClock: 1_764_500_000_000)
        let database = try InlineDatabase(migrations: ServerSchema.migrations)
        let storage = HeldStorage(SQLiteServerStorage(database: database))
        let core = ServerCore(scheduler: clock, storage: storage)
        let service = DirectoryService(core: core)
        func settle() {
            repeat { clock.runDue() } while database.drain() > 0
            clock.runDue()
        }
        core.admit(token: "a", user: UserKey(appID: 7, uid: 1))
        settle()
        let transport = ScriptedTransport(endpoint: .unix(path: "t"), scheduler: clock)
        core.accept(transport)
        transport.connected()
        transport.receive(try Frame(seq: 1, body: .authToken(platform: 2, token: "a", deviceID: "d")).encoded())
        settle()
        _ = transport.takeSent()
        storage.isHeld = true
        let message = FrameBody.ChatMessage(sender: 1, receiver: 1, content: "x")
        transport.receive(try Frame(seq: 2, version: 2, body: .im(message)).encoded())
        var answers: [Int] = []
        for call in [
            DirectoryCall.grant(uid: nil, name: "ann", platform: 1, deviceID: ""),
            .createGroup(name: "g", members: [], isSuper: false),
        ] {
            service.answer(HTTPRequest(call.request(token: "a"))) { answers.append($0.status) }
        }
        let router = ServerRouter(core: core, directory: service)
        router.answer(HTTPRequest(ManagementCall.request(.addUser(name: "ben"))), from: .owner) {
            answers.append($0.status)
        }
        OperatorServiceTests.post(core, "/post_peer_message?appid=7&sender=1&receiver=2", "x") {
            answers.append($0.status)
        }
        settle()
        #expect(transport.takeSent().isEmpty)
        #expect(answers.isEmpty)
        storage.isHeld = false
        for completion in storage.held { completion() }
        settle()
        #expect(!transport.takeSent().isEmpty)
        #expect(answers == [200, 200, 200, 200])
    }

    /// A database of the first versions: what it could not say has its default.
    @Test func anOlderDatabaseIsTakenOver() throws {
        defer { remove() }
        var old: DatabaseConnection? = try DatabaseConnection(path: path, configuration: DatabaseConfiguration())
        try old?.migrate(Array(ServerSchema.migrations.prefix(2)))
        try old?.run("INSERT INTO user(app, uid, name, unread, sync_key, forbidden) VALUES(7, 1, 'ann', 0, 0, 0)")
        try old?.run("INSERT INTO token(token, app, uid) VALUES('secret', 7, 1)")
        try old?.run("INSERT INTO chat_group(id, app, name, notice, master, super, disbanded) VALUES(5,7,'g','',1,0,0)")
        try old?.run("INSERT INTO member(group_id, place, uid, nickname, muted, joined) VALUES(5, 0, 1, '', 0, 0)")
        old = nil
        let fixture = try ServerFixture(path: path)
        #expect(fixture.core.directory.tokens["secret"] == ServerToken(user: UserKey(appID: 7, uid: 1), madeAt: 0))
        let group = try #require(fixture.core.directory.groups[5])
        #expect(!group.isOpen && group.members == [ServerGroup.Member(uid: 1)])
    }
}
