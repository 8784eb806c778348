import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

/// What the server does with input that no good client sends: it closes, or is silent, and goes on for everybody else.
@Suite struct BadInputTests {
    private func header(_ length: Int32, _ command: UInt8, version: UInt8 = 2) -> [UInt8] {
        let bits = UInt32(bitPattern: length)
        return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)) } + [0, 0, 0, 1, command, version, 0, 0]
    }

    private func words(_ numbers: Int64...) -> [UInt8] {
        numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    }

    /// The smallest bodies that the decoder takes, by command; every other command ends the connection.
    private static let smallest: [UInt8: Int] = [
        4: 24, 5: 5, 8: 24, 13: 0, 14: 0, 15: 4, 17: 16, 18: 8, 19: 8, 20: 16, 22: 4, 24: 36, 25: 36, 26: 8, 30: 16,
        34: 8, 35: 16, 37: 32, 64: 36,
    ]

    @Test func everyCommandAtEveryShortLength() throws {
        let fixture = try ServerFixture()
        let witness = try fixture.logIn(2)
        for command in UInt8.min...UInt8.max {
            for length in [0, 1, 3, 4, 7, 8, 15, 16, 19, 20, 23, 24, 31, 32, 35, 36, 40] {
                let client = try fixture.logIn(1)
                client.transport.receive(header(Int32(length), command) + [UInt8](repeating: 0, count: length))
                fixture.settle()
                if let least = Self.smallest[command] {
                    if length < least { #expect(client.isClosed, "command \(command), \(length) bytes") }
                    if command == 13 || command == 14 { #expect(client.isClosed == (length > 0)) }
                } else {
                    #expect(client.isClosed, "command \(command), \(length) bytes")
                }
                client.transport.fail()
            }
        }
        fixture.settle()
        #expect(fixture.core.connectionCount == 1)
        witness.send(.ping)
        #expect(witness.take().contains(.pong))
    }

    @Test(arguments: [-1, Int32.min, 32_768, Int32.max])
    func aWrongLengthEndsTheConnectionAtOnce(_ length: Int32) throws {
        let fixture = try ServerFixture()
        let client = try fixture.logIn(1)
        client.transport.receive(header(length, 4))
        #expect(client.isClosed)
        #expect(client.take() == [])
    }

    /// Forged, negative and absent ids: silence, and nothing is kept.
    @Test func forgedSendersAreMetWithSilence() throws {
        let fixture = try ServerFixture()
        fixture.core.putGroup(ServerGroup(id: 100, appID: 7, name: "g", master: 2, members: [.init(uid: 2)]))
        let client = try fixture.logIn(1)
        let victim = try fixture.logIn(2)
        let stored = fixture.core.statistics.stored
        for sender in [2, 0, -1, Int64.min, Int64.max] {
            let chat = FrameBody.ChatMessage(sender: sender, receiver: 2, content: "x")
            client.send(.im(chat))
            client.send(.groupIM(FrameBody.ChatMessage(sender: sender, receiver: 100, content: "x")))
            client.send(.rt(FrameBody.PlainMessage(sender: sender, receiver: 2, content: "x")))
            for app in [7, 1_453, 0] as [Int64] {
                client.send(
                    .customerV2(
                        FrameBody.CustomerMessage(
                            senderAppID: app, sender: sender, receiverAppID: 1_453, receiver: 9, content: "x")))
            }
        }
        // Another application's group, and one that never was.
        #expect(client.take() == [])
        #expect(victim.take() == [])
        #expect(fixture.core.statistics.stored == stored)
        for group in [100, 0, -5, Int64.max] {
            client.send(.groupIM(FrameBody.ChatMessage(sender: 1, receiver: group, content: "x")))
        }
        let refusals = client.take().map { body in if case .ack(_, let status) = body { Int(status) } else { 0 } }
        #expect(refusals == [64, 65, 65, 65])
        #expect(!client.isClosed)
    }

    /// The server's clock alone counts, and nobody is reached under a number that is none.
    @Test func timesAndReceiversThatAreNone() throws {
        let fixture = try ServerFixture()
        let client = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        let now = Int32(1_764_500_000)
        for time in [Int32.min, -1, 0, now &+ 100_000_000, .max] {
            client.send(.im(FrameBody.ChatMessage(sender: 1, receiver: 2, timestamp: time, content: "x")))
            client.send(
                .customerV2(
                    FrameBody.CustomerMessage(
                        senderAppID: 7, sender: 1, receiverAppID: 1_453, receiver: 9, timestamp: time, content: "x")))
        }
        let times = other.take().compactMap { body in if case .im(let message) = body { message.timestamp } else { nil }
        }
        #expect(times == Array(repeating: now, count: 5))
        client.send(.sync(1))
        let kept = client.take().compactMap { body -> Int32? in
            switch body {
            case .im(let message): message.timestamp
            case .customerV2(let message): message.timestamp
            default: nil
            }
        }
        #expect(kept == Array(repeating: now, count: 10))
        let stored = fixture.core.statistics.stored
        for receiver in [0, -1, Int64.min] {
            client.say("x", from: 1, to: receiver)
            client.send(.rt(FrameBody.PlainMessage(sender: 1, receiver: receiver, content: "x")))
            client.send(
                .customerV2(
                    FrameBody.CustomerMessage(
                        senderAppID: 7, sender: 1, receiverAppID: 1_453, receiver: receiver, content: "x")))
            client.send(.enterRoom(receiver))
        }
        #expect(client.take() == [])
        #expect(!client.isClosed)
        #expect(fixture.core.statistics.stored == stored)
    }

    @Test func acksAndKeysForNothing() throws {
        let fixture = try ServerFixture()
        let client = try fixture.logIn(1)
        for seq in [Int32.min, -1, 0, 1, .max] { client.send(.ack(seq: seq, status: 9)) }
        client.send(.pong)
        client.send(.metadata(key: -1, previous: .max))
        client.send(.unreadCount(.min))
        client.send(.groupSyncKey(group: 55, key: 1))
        client.send(.syncGroup(group: 55, key: 0))
        client.send(.leaveRoom(-3))
        #expect(client.take() == [])
        #expect(!client.isClosed)
        // A key far ahead costs the client nothing but what it asked for.
        client.send(.syncKey(.max))
        client.say("x", from: 1, to: 2)
        _ = client.take()
        client.send(.sync(0))
        #expect(client.take().map(\.command) == [.syncBegin, .syncEnd])
        client.send(.sync(1))
        #expect(client.take().map(\.command) == [.syncBegin, .im, .syncEnd])
    }

    @Test func textThatIsNoTextTravelsUnchanged() throws {
        let fixture = try ServerFixture { $0.wordFilter = WordFilter(words: ["x"]) }
        let client = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        let contents: [[UInt8]] = [
            [], [0xE4, 0xBD], [0xFF, 0x00, 0xC0], Array("[1,2]".utf8), Array("{\"text\":".utf8),
            [UInt8](repeating: UInt8(ascii: "["), count: 30_000),
        ]
        for content in contents {
            let message = FrameBody.ChatMessage(sender: 1, receiver: 2, content: WireText(bytes: content))
            client.send(.im(message), flags: .text)
        }
        let came = other.take().compactMap { body in
            if case .im(let message) = body { message.content.bytes } else { nil }
        }
        #expect(came == contents)
    }

    @Test func anyVersionIsServed() throws {
        let fixture = try ServerFixture()
        for version in [0, 1, 2, 3, 200, 255] as [UInt8] {
            let client = try fixture.logIn(1, version: version)
            client.say("x", from: 1, to: 2)
            #expect(client.takeFrames().map(\.version) == [version, version], "version \(version)")
        }
    }

    /// Before the log-in nothing is stored, kept or answered but a PING.
    @Test func strangersCostNothing() throws {
        let fixture = try ServerFixture()
        let stored = fixture.core.statistics.stored
        let client = fixture.connect()
        client.say("x", from: 1, to: 2)
        client.send(.sync(1))
        client.send(.enterRoom(1))
        client.send(.syncKey(5))
        for token in ["", "nobody", String(repeating: "t", count: 255)] {
            client.send(.authToken(platform: 2, token: token, deviceID: "d"))
        }
        client.send(.ping)
        #expect(client.take() == [.authStatus(1), .authStatus(1), .authStatus(1), .pong])
        #expect(fixture.core.statistics.stored == stored)
        #expect(fixture.core.directory.users.isEmpty)
    }

    /// One that writes without end is read no further than the disk goes along, and nobody waits for it.
    @Test func aFloodStarvesNobody() throws {
        let fixture = try ServerFixture { $0.writeLimit = 8 }
        let flooder = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        let message = FrameBody.im(FrameBody.ChatMessage(sender: 1, receiver: 3, content: "x"))
        let frame = try Frame(seq: 1, body: message).encoded()
        flooder.transport.receive([UInt8]((0..<8).map { _ in frame }.joined()))
        #expect(flooder.transport.isPaused)
        #expect(!other.transport.isPaused)
        other.transport.receive(try Frame(seq: 5, body: .ping).encoded())
        fixture.clock.runDue()
        #expect(other.take() == [.pong])
        fixture.settle()
        #expect(!flooder.transport.isPaused)
        #expect(flooder.take().count { $0.command == .ack } == 8)
    }

    /// A sync of a long queue is answered in bounded pieces.
    @Test func aLongSyncComesInPieces() throws {
        let fixture = try ServerFixture { $0.syncByteLimit = 20_000 }
        let client = try fixture.logIn(1)
        let text = String(repeating: "x", count: 1_000)
        for _ in 0..<60 { client.say(text, from: 1, to: 2) }
        let other = try fixture.logIn(2)
        var (key, rounds, messages) = (Int64(0), 0, 0)
        while messages < 60, rounds < 10 {
            other.send(.sync(key))
            let bytes = other.take()
            #expect(bytes.count < 25)
            messages += bytes.count { $0.command == .im }
            if case .syncBegin(let final)? = bytes.first { key = final }
            rounds += 1
        }
        #expect(messages == 60)
    }
}
