import Database
import EventLoop
import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@Suite struct ServerCoreTests {
    @Test func anAcknowledgementComesOnlyAfterTheCommit() throws {
        let fixture = try ServerFixture()
        let one = try fixture.logIn(1)
        one.transport.receive(
            try Frame(seq: 9, body: .im(FrameBody.ChatMessage(sender: 1, receiver: 2, content: "hi"))).encoded())
        fixture.clock.runDue()
        #expect(one.take() == [])
        fixture.settle()
        #expect(one.take() == [.metadata(key: 33, previous: 0), .ack(seq: 9, status: 0)])
    }

    @Test func aFailedCommitIsMetWithSilence() throws {
        let fixture = try ServerFixture()
        let one = try fixture.logIn(1)
        var lines: [String] = []
        fixture.core.log = { lines.append($0) }
        fixture.database.close()
        one.say("hi", from: 1, to: 2)
        #expect(one.take() == [])
        #expect(!one.isClosed)
        #expect(fixture.core.statistics.storageFailures == 1)
        #expect(lines.count == 1)
    }

    @Test func aRestartKeepsQueuesKeysGroupsAndTokens() throws {
        let path = "/tmp/imserver-test-\(UInt64.random(in: 0...UInt64.max))/server.db"
        var token = ""
        do {
            let fixture = try ServerFixture(path: path)
            token = try fixture.core.grant(uid: nil, name: "alice").token
            let one = try fixture.logIn(1)
            one.say("first", from: 1, to: 1_001)
            try fixture.core.createGroup(name: "g", master: UserKey(appID: 7, uid: 1), members: [1_001])
            fixture.settle()
            one.sayInGroup("second", from: 1, to: 100)
            one.send(.syncKey(40))
            fixture.database.close()
        }
        let fixture = try ServerFixture(path: path)
        #expect(fixture.core.directory.user(named: "alice", appID: 7) == UserKey(appID: 7, uid: 1_001))
        let alice = fixture.connect()
        alice.send(.authToken(platform: 2, token: token, deviceID: "d"))
        alice.send(.sync(0))
        let bodies = alice.take()
        #expect(bodies.map(\.command) == [.authStatus, .syncBegin, .im, .groupNotification, .groupIM, .syncEnd])
        #expect(fixture.core.directory.users[UserKey(appID: 7, uid: 1)]?.syncKey == 40)
        let last = fixture.core.directory.lastID
        alice.say("third", from: 1_001, to: 1)
        #expect(alice.take() == [.metadata(key: last + 2, previous: last), .ack(seq: 3, status: 0)])
        fixture.database.close()
    }

    @Test func aSyncComesInBatches() throws {
        let fixture = try ServerFixture { $0.syncLimit = 3 }
        let one = try fixture.logIn(1)
        for number in 1...5 { one.say("m\(number)", from: 1, to: 2) }
        let two = try fixture.logIn(2)
        two.send(.sync(0))
        let first = two.take()
        #expect(first.map(\.command) == [.syncBegin, .im, .im, .im, .syncEnd, .syncNotify])
        #expect(first.first == .syncBegin(36))
        #expect(first.suffix(2) == [.syncEnd(36), .syncNotify(37)])
        two.send(.sync(36))
        let second = two.take()
        #expect(second.map(\.command) == [.syncBegin, .im, .im, .syncEnd])
        #expect(second.last == .syncEnd(40))
    }

    @Test func aSyncIsAlsoBoundedInBytes() throws {
        let fixture = try ServerFixture { $0.syncByteLimit = 1_000 }
        let one = try fixture.logIn(1)
        for _ in 1...3 { one.say(String(repeating: "x", count: 5_000), from: 1, to: 2) }
        let two = try fixture.logIn(2)
        var key: Int64 = 0
        for round in 1...3 {
            two.send(.sync(key))
            let bodies = two.take()
            #expect(bodies.count == (round < 3 ? 4 : 3))
            guard case .syncBegin(let final)? = bodies.first else { break }
            key = final
        }
    }

    @Test func aSuperGroupAnswersTheNewestHundredAndNothingFromBeforeTheJoin() throws {
        let fixture = try ServerFixture { $0.groupSyncLimit = 2 }
        let one = try fixture.logIn(1)
        let group = try fixture.core.createGroup(
            name: "s", master: UserKey(appID: 7, uid: 1), members: [], isSuper: true)
        fixture.settle()
        for number in 1...3 { one.sayInGroup("m\(number)", from: 1, to: group.id) }
        let two = try fixture.logIn(2)
        two.send(.syncGroup(group: group.id, key: 1))
        #expect(two.take() == [])
        try fixture.core.addMember(2, to: group.id)
        fixture.settle()
        _ = two.take()
        two.send(.syncGroup(group: group.id, key: 0))
        #expect(two.take().map(\.command) == [.syncGroupBegin, .groupNotification, .syncGroupEnd])
        two.send(.syncGroup(group: group.id, key: 1))
        let bodies = two.take()
        #expect(bodies.map(\.command) == [.syncGroupBegin, .groupIM, .groupNotification, .syncGroupEnd])
    }

    @Test func anIdleConnectionEnds() throws {
        let fixture = try ServerFixture()
        let silent = try fixture.logIn(2)
        let one = try fixture.logIn(1)
        fixture.clock.advance(by: 200_000)
        one.send(.ping)
        fixture.clock.advance(by: 159_999)
        #expect(!silent.isClosed)
        fixture.clock.advance(by: 1)
        #expect(silent.isClosed)
        #expect(!one.isClosed)
        // Half a frame is no sign of life.
        one.transport.receive([0, 0, 0])
        fixture.clock.advance(by: 200_000)
        #expect(one.isClosed)
        fixture.clock.runDue()
        #expect(fixture.core.connectionCount == 0)
    }

    @Test func aReaderTooSlowIsDropped() throws {
        let fixture = try ServerFixture { $0.dropLimit = 10_000 }
        let one = try fixture.logIn(1)
        let two = try fixture.logIn(2)
        two.transport.pendingBytes = 9_900
        one.say("short", from: 1, to: 2)
        #expect(two.isClosed)
        #expect(!one.isClosed)
        #expect(fixture.core.statistics.dropped == 1)
        let again = try fixture.logIn(2)
        again.send(.sync(0))
        #expect(again.take().map(\.command) == [.syncBegin, .im, .syncEnd])
    }

    @Test func aReaderThatLagsIsNotReadFrom() throws {
        let fixture = try ServerFixture { $0.pauseLimit = 1_000 }
        let one = try fixture.logIn(1)
        one.transport.pendingBytes = 2_000
        one.send(.ping)
        #expect(one.transport.isPaused)
        one.transport.pendingBytes = 0
        one.transport.deliver(.drained)
        #expect(!one.transport.isPaused)
    }

    @Test func aFloodWaitsForTheDisk() throws {
        let fixture = try ServerFixture { $0.writeLimit = 2 }
        let one = try fixture.logIn(1)
        let message = FrameBody.im(FrameBody.ChatMessage(sender: 1, receiver: 2, content: "x"))
        let frame = try Frame(seq: 1, body: message).encoded()
        one.transport.receive(frame + frame)
        #expect(one.transport.isPaused)
        fixture.settle()
        #expect(!one.transport.isPaused)
        #expect(one.take().filter { $0.command == .ack }.count == 2)
    }

    @Test func loginPointsTellOfOtherDevices() throws {
        let fixture = try ServerFixture { $0.sendsLoginPoints = true }
        let first = try fixture.logIn(1, device: "a", platform: 1)
        let second = fixture.connect()
        second.send(.authToken(platform: 2, token: "token1", deviceID: "b"))
        let now: Int32 = 1_764_500_000
        #expect(second.take() == [.authStatus(0), .loginPoint(timestamp: now, platform: 1, deviceID: "a")])
        #expect(first.take() == [.loginPoint(timestamp: now, platform: 2, deviceID: "b")])
    }

    @Test func itKnowsWhenTheLastClientLeft() throws {
        let fixture = try ServerFixture()
        #expect(fixture.core.lastClientLeftAt == fixture.clock.now)
        let one = fixture.connect()
        #expect(fixture.core.lastClientLeftAt == nil)
        fixture.clock.advance(by: 5_000)
        one.transport.fail()
        #expect(fixture.core.lastClientLeftAt == fixture.clock.now)
        let two = fixture.connect()
        fixture.core.shutdown()
        fixture.settle()
        #expect(two.isClosed)
        #expect(fixture.core.connectionCount == 0)
    }

    @Test func oddIDsHaveNoEffect() throws {
        let fixture = try ServerFixture()
        let one = try fixture.logIn(1)
        for receiver in [0, -1, Int64.min] { one.say("x", from: 1, to: receiver) }
        for room in [0, -1, Int64.max] {
            one.send(.enterRoom(room))
            one.send(.roomIM(FrameBody.PlainMessage(sender: 1, receiver: room, content: "x")))
        }
        one.send(.leaveRoom(5))
        one.send(.syncKey(.min))
        one.send(.groupSyncKey(group: -1, key: .max))
        one.send(.syncGroup(group: .min, key: .min))
        #expect(one.take().map(\.command) == [.ack, .ack, .ack])
        one.send(.sync(.min))
        one.send(.sync(.max))
        #expect(one.take().map(\.command) == [.syncBegin, .syncEnd, .syncBegin, .syncEnd])
        #expect(!one.isClosed)
    }

    @Test func membersChange() throws {
        let fixture = try ServerFixture()
        let master = UserKey(appID: 7, uid: 1)
        let one = try fixture.logIn(1)
        let group = try fixture.core.createGroup(name: "g", master: master, members: [2])
        fixture.settle()
        let core = fixture.core
        try core.addMember(3, to: group.id, inviter: 1)
        try core.renameGroup(group.id, to: "h")
        try core.muteMember(2, of: group.id, true)
        try core.removeMember(2, from: group.id)
        fixture.settle()
        #expect(throws: DirectoryRefusal.notFound) { try core.removeMember(2, from: group.id) }
        one.send(.sync(1))
        let changes = one.take().compactMap { body in
            if case .groupNotification(let text) = body { GroupNotificationCodec.decode(text).change } else { nil }
        }
        let user1 = Contact(id: ContactID("1"), name: "user1")
        let two = Contact(id: ContactID("2"))
        #expect(
            changes == [
                .create(master: user1, name: "g", members: [user1, two]),
                .addMember(Contact(id: ContactID("3")), inviter: user1), .rename("h"), .mute(member: two, muted: true),
                .removeMember(two),
            ])
        let gone = try fixture.logIn(2)
        gone.sayInGroup("x", from: 2, to: group.id)
        #expect(gone.take() == [.ack(seq: 2, status: 64)])
        try core.disbandGroup(group.id)
        fixture.settle()
        _ = one.take()
        let seq = one.sayInGroup("x", from: 1, to: group.id)
        #expect(one.take() == [.ack(seq: seq, status: 65)])
    }
}
