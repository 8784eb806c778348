import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

/// What one client, or many that never log in, can take from the others: bounded.
@Suite struct LimitTests {
    @Test func theOldestStrangerGivesWay() throws {
        let fixture = try ServerFixture { $0.strangerLimit = 3 }
        let user = try fixture.logIn(1)
        let strangers = (0..<5).map { _ in fixture.connect() }
        fixture.settle()
        #expect(strangers.map(\.isClosed) == [true, true, false, false, false])
        #expect(!user.isClosed)
        #expect(fixture.core.statistics.strangersDropped == 2)
        // Who logs in leaves the strangers and makes room among them.
        let token = try fixture.core.grant(uid: 2, name: "two").token
        strangers[2].send(.authToken(platform: 2, token: token, deviceID: "d"))
        let more = (0..<2).map { _ in fixture.connect() }
        fixture.settle()
        #expect(strangers.map(\.isClosed) == [true, true, false, true, false])
        #expect(more.map(\.isClosed) == [false, false])
    }

    @Test func aFloodOfStrangersKeepsNobodyOut() throws {
        let fixture = try ServerFixture {
            $0.strangerLimit = 8
            $0.connectionLimit = 12
        }
        for _ in 0..<1_000 { _ = fixture.connect() }
        fixture.settle()
        #expect(fixture.core.connectionCount == 8)
        let users = try (1...11).map { try fixture.logIn($0) }
        fixture.settle()
        #expect(fixture.core.connectionCount == 12)
        #expect(users.allSatisfy { !$0.isClosed })
        for _ in 0..<100 { _ = fixture.connect() }
        fixture.settle()
        #expect(fixture.core.connectionCount == 12)
        #expect(users.allSatisfy { !$0.isClosed })
    }

    @Test func oneAccountHoldsHalfAtMost() throws {
        let fixture = try ServerFixture { $0.connectionLimit = 8 }
        let clients = try (0..<6).map { try fixture.logIn(1, device: "d\($0)") }
        fixture.settle()
        #expect(clients.map(\.isClosed) == [true, true, false, false, false, false])
    }

    @Test func withoutALogInTheTimeIsShort() throws {
        let fixture = try ServerFixture()
        let user = try fixture.logIn(1)
        let stranger = fixture.connect()
        for _ in 0..<2 {
            fixture.clock.advance(by: 29_000)
            stranger.send(.ping)
            stranger.send(.authToken(platform: 2, token: "wrong", deviceID: "d"))
        }
        #expect(stranger.take() == [.pong, .authStatus(1), .pong, .authStatus(1)])
        fixture.clock.advance(by: 2_000)
        #expect(stranger.isClosed)
        #expect(!user.isClosed)
        fixture.clock.advance(by: 299_000)
        #expect(!user.isClosed)
        fixture.clock.advance(by: 1_000)
        #expect(user.isClosed)
    }

    /// A packet may hold thousands of frames; each connection has its turn.
    @Test func framesAreTakenInTurns() throws {
        let fixture = try ServerFixture()
        let flooder = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        let before = fixture.core.statistics.framesIn
        let ping = try Frame(seq: 1, body: .ping).encoded()
        flooder.transport.receive([UInt8]((0..<5_000).map { _ in ping }.joined()))
        #expect(fixture.core.statistics.framesIn == before + 256)
        other.transport.receive(ping)
        #expect(other.take() == [.pong])
        fixture.settle()
        #expect(flooder.take().count == 5_000)
    }

    /// Each SYNC may answer with a megabyte; what is asked while one is answered is answered once.
    @Test func syncsAreFolded() throws {
        let fixture = try ServerFixture()
        let client = try fixture.logIn(1)
        client.say("x", from: 1, to: 2)
        _ = client.take()
        let packet = try (1...200).flatMap { try Frame(seq: $0, body: .sync(1)).encoded() }
        client.transport.receive(packet)
        fixture.settle()
        #expect(client.take().count { $0.command == .im } == 2)
        client.transport.receive(packet)
        fixture.settle()
        #expect(!client.transport.isPaused)
        #expect(client.take().count { $0.command == .syncEnd } == 2)
    }

    /// The next answer is read when the one before has been taken.
    @Test func aSyncWaitsForTheReader() throws {
        let fixture = try ServerFixture()
        let client = try fixture.logIn(1)
        client.say("x", from: 1, to: 2)
        _ = client.take()
        client.transport.pendingBytes = 70_000
        client.send(.sync(1))
        #expect(client.take().isEmpty)
        client.transport.pendingBytes = 0
        client.transport.deliver(.drained)
        fixture.settle()
        #expect(client.take().map(\.command) == [.syncBegin, .im, .syncEnd])
    }

    /// Many connections of one account that ask for everything and read nothing.
    @Test func oneAccountsUnreadAnswersAreBounded() throws {
        let fixture = try ServerFixture {
            $0.syncByteLimit = 10_000
            $0.accountOutputLimit = 80_000
            $0.outputLimit = 200_000
            $0.syncPendingLimit = 1_000
        }
        let writer = try fixture.logIn(2)
        for _ in 0..<20 { writer.say(String(repeating: "x", count: 1_000), from: 2, to: 1) }
        let greedy = try (0..<50).map { try fixture.logIn(1, device: "d\($0)") }
        for client in greedy {
            client.transport.onSend = { [unowned transport = client.transport] in transport.pendingBytes += $0.count }
            for _ in 0..<50 { client.send(.sync(1)) }
        }
        fixture.settle()
        #expect(fixture.core.statistics.outputBytes <= 60_000)
        #expect(greedy.count { !$0.transport.takeSent().isEmpty } <= 6)
        #expect(greedy.allSatisfy { !$0.isClosed })
        // Others are answered as ever.
        writer.send(.sync(1))
        #expect(writer.take().contains { $0.command == .syncEnd })
        // Who takes nothing makes room for the next of the account.
        fixture.clock.advance(by: 60_000)
        fixture.settle()
        fixture.clock.advance(by: 100)
        fixture.settle()
        #expect(fixture.core.statistics.slowDropped >= 4)
        #expect(greedy.contains { !$0.isClosed && !$0.transport.takeSent().isEmpty })
        #expect(fixture.core.statistics.outputBytes <= 60_000)
        for client in greedy { client.transport.fail() }
        fixture.settle()
        #expect(fixture.core.statistics.outputBytes == 0)
    }

    /// Answers of HTTP that nobody takes count with the rest, of the account and of all, also while they are being read.
    @Test func answersOfHTTPAreBoundedToo() throws {
        let fixture = try ServerFixture {
            $0.syncByteLimit = 10_000
            $0.accountOutputLimit = 80_000
            $0.outputLimit = 200_000
        }
        let service = DirectoryService(core: fixture.core)
        let client = try fixture.logIn(1)
        client.say("hello", from: 1, to: 2)
        _ = client.take()
        let (one, two) = (UserKey(appID: 7, uid: 1), UserKey(appID: 7, uid: 2))
        let other = try fixture.logIn(2)
        for transport in [client.transport, other.transport] { transport.deliver(.drained) }
        #expect(fixture.core.statistics.outputBytes == 0)
        var answers: [HTTPResponse] = []
        func ask(_ token: String) {
            service.answer(HTTPRequest("GET", "/messages", token: token)) { answers.append($0) }
        }
        let (mine, theirs) = ("token1", "token2")
        // As many as may be read at a time: each counts for the most that it could be.
        for _ in 0..<20 { ask(mine) }
        #expect(fixture.core.statistics.outputBytes == 60_000)
        #expect(answers.map(\.status) == Array(repeating: 503, count: 14))
        ask(theirs)
        fixture.settle()
        #expect(answers.dropFirst(14).map(\.status) == Array(repeating: 200, count: 7))
        #expect(answers.dropFirst(14).map(\.account) == Array(repeating: one, count: 6) + [two])
        #expect(fixture.core.statistics.outputBytes == 0)
        // What a port holds leaves no room, neither there nor for a SYNC.
        #expect(fixture.core.hasRoom(forHTTP: 60_000, of: one))
        fixture.core.changeHTTP(one, by: 55_000)
        #expect(!fixture.core.hasRoom(forHTTP: 5_001, of: one))
        #expect(fixture.core.hasRoom(forHTTP: 4_096, of: one), "a refusal")
        client.send(.sync(1))
        #expect(client.take().isEmpty)
        other.send(.sync(1))
        #expect(other.take().contains { $0.command == .syncEnd })
        fixture.core.changeHTTP(one, by: -55_000)
        fixture.clock.advance(by: 100)
        fixture.settle()
        #expect(client.take().contains { $0.command == .syncEnd })
        // Who says no name counts among all.
        fixture.core.changeHTTP(nil, by: 145_000)
        #expect(!fixture.core.hasRoom(forHTTP: 5_001, of: two))
        let summary = OperatorService(core: fixture.core)
        var refused: HTTPResponse?
        #expect(summary.answer(HTTPRequest("GET", "/load_latest_message?appid=7&uid=1&limit=5")) { refused = $0 })
        #expect(refused?.status == 503)
        fixture.core.changeHTTP(nil, by: -145_000)
        for transport in [client.transport, other.transport] { transport.deliver(.drained) }
        #expect(fixture.core.statistics.outputBytes == 0)
    }

    /// What is pushed to readers that do not read is bounded too, of one account and of all.
    @Test func unreadPushesAreBounded() throws {
        let fixture = try ServerFixture {
            $0.accountOutputLimit = 50_000
            $0.outputLimit = 120_000
        }
        let writer = try fixture.logIn(100)
        var readers: [ServerClient] = []
        for uid in 1...4 as ClosedRange<Int64> {
            for device in 0..<10 { readers.append(try fixture.logIn(uid, device: "d\(device)")) }
        }
        for client in readers {
            client.transport.onSend = { [unowned transport = client.transport] in transport.pendingBytes += $0.count }
            client.send(.enterRoom(5))
        }
        writer.send(.enterRoom(5))
        for _ in 0..<50 {
            let words = FrameBody.PlainMessage(
                sender: 100, receiver: 5, content: WireText(String(repeating: "x", count: 1_000)))
            writer.send(.roomIM(words))
            #expect(fixture.core.statistics.outputBytes <= 120_000)
        }
        #expect(!writer.isClosed)
        #expect(writer.take().count { $0.command == .ack } == 50)
        #expect(fixture.core.statistics.slowDropped > 30)
    }

    /// Who takes a little stays; who takes nothing for a minute goes.
    @Test func aStalledReaderIsDropped() throws {
        let fixture = try ServerFixture()
        let writer = try fixture.logIn(1)
        let slow = try fixture.logIn(2)
        slow.transport.onSend = { [unowned transport = slow.transport] in transport.pendingBytes += $0.count }
        for _ in 0..<5 {
            writer.say("hello", from: 1, to: 2)
            slow.transport.pendingBytes -= 10
            fixture.clock.advance(by: 59_999)
            #expect(!slow.isClosed)
        }
        slow.transport.pendingBytes -= 10
        fixture.clock.advance(by: 60_000)
        #expect(!slow.isClosed)
        fixture.clock.advance(by: 60_000)
        #expect(slow.isClosed)
        #expect(!writer.isClosed)
    }

    /// A message to many counts for its copies; the frames behind it wait and keep their order.
    @Test func aMessageToManyCountsForMany() throws {
        let fixture = try ServerFixture()
        let members = (1...600).map { ServerGroup.Member(uid: $0) }
        fixture.core.putGroup(ServerGroup(id: 100, appID: 7, name: "g", master: 1, members: members))
        let client = try fixture.logIn(1)
        let message = FrameBody.groupIM(FrameBody.ChatMessage(sender: 1, receiver: 100, content: "x"))
        client.transport.receive(try (1...20).flatMap { try Frame(seq: $0, body: message).encoded() })
        #expect(client.transport.isPaused)
        #expect(fixture.core.statistics.stored == 0)
        fixture.settle()
        let acks = client.take().compactMap { body in if case .ack(let seq, _) = body { seq } else { nil } }
        #expect(acks == Array(1...20))
        #expect(fixture.core.statistics.stored == 12_000)
    }

    /// Keys and counts are written too; whoever sends them without end waits for the disk.
    @Test func keysWaitForTheDisk() throws {
        let fixture = try ServerFixture { $0.writeLimit = 8 }
        let client = try fixture.logIn(1)
        let before = fixture.core.statistics.framesIn
        client.transport.receive(try (1...100).flatMap { try Frame(seq: 1, body: .syncKey($0)).encoded() })
        #expect(fixture.core.statistics.framesIn == before + 8)
        fixture.settle()
        #expect(fixture.core.directory.users[UserKey(appID: 7, uid: 1)]?.syncKey == 100)
        // A key for a group that is not the user's is not kept.
        client.send(.groupSyncKey(group: 5, key: 9))
        #expect(fixture.core.directory.groupSyncKey(UserKey(appID: 7, uid: 1), group: 5) == 0)
    }

    /// Who reads nothing is dropped, and what was stored meanwhile comes at the next log-in.
    @Test func aSlowReadersQueueIsOnTheDisk() throws {
        let fixture = try ServerFixture { $0.dropLimit = 20_000 }
        let writer = try fixture.logIn(1)
        let slow = try fixture.logIn(2)
        slow.transport.pendingBytes = 15_000
        let text = String(repeating: "x", count: 1_000)
        for _ in 0..<20 {
            writer.say(text, from: 1, to: 2)
            slow.transport.pendingBytes += 1_000
        }
        #expect(slow.isClosed)
        #expect(writer.take().count { $0.command == .ack } == 20)
        let again = try fixture.logIn(2)
        again.send(.sync(1))
        #expect(again.take().count { $0.command == .im } == 20)
    }
}
