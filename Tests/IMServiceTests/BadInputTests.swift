import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

/// What a broken or hostile server may send: defined behaviour for each, nothing lost, nothing trusted, memory bounded.
/// Wrong lengths and commands are in `IMServiceConnectionTests`.
struct BadInputTests {
    private static func bytes(_ seq: Int32, _ command: UInt8, _ body: [UInt8], version: UInt8 = 2) -> [UInt8] {
        var result: [UInt8] = []
        for word in [UInt32(body.count), UInt32(bitPattern: seq)] {
            for shift in [24, 16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return result + [command, version, 0, 0] + body
    }

    /// A push with a place of its own, and what the store then has.
    private static func pushed(_ body: FrameBody) -> (Bench, [IncomingMessage]) {
        let bench = Bench()
        bench.loginIdle()
        bench.push(body, key: 120, after: 100)
        return (bench, bench.store.batches.flatMap(\.messages))
    }

    @Test(
        arguments: [
            Array("[1,2]".utf8), Array("\"x\"".utf8), Array("null".utf8), Array("7".utf8), [], Array("{".utf8),
            Array("{\"text\":\"cut \u{e4}".utf8.dropLast()), [0xff, 0xfe, 0x00], Array("{\"text\":{\"text\":1}}".utf8),
            Array("{\"uuid\":7,\"text\":[]}".utf8), [UInt8](repeating: 0x5b, count: 30_000),
        ] as [[UInt8]])
    func contentThatIsNoObjectIsKeptByteForByte(content: [UInt8]) {
        let (bench, stored) = Self.pushed(.im(.init(sender: 2, receiver: 1, content: WireText(bytes: content))))
        guard case .peer(let message)? = stored.first?.payload, stored.count == 1 else {
            Issue.record("\(stored)")
            return
        }
        #expect(message.content.bytes == content)
        // Read into something that can be shown, whatever it is.
        _ = message.content.details
        #expect(bench.service.syncKeys.personal == 120)
    }

    @Test func aMillionNestedArraysAreReadInNoTime() {
        for bytes in [
            [UInt8](repeating: 0x5b, count: 1_000_000),
            Array(#"{"text":"#.utf8) + [UInt8](repeating: 0x5b, count: 1_000_000),
            Array(String(repeating: #"{"a":"#, count: 200_000).utf8),
            Array(#"{"notification":"#.utf8) + [UInt8](repeating: 0x5b, count: 1_000_000),
        ] {
            let clock = ContinuousClock()
            let time = clock.measure {
                _ = RawContent(bytes: bytes).details
                _ = GroupNotice(content: RawContent(bytes: bytes)).notification
                _ = RawContent(bytes: bytes).replacingOriginID(with: "x")
            }
            #expect(time < .seconds(5))
        }
    }

    @Test(arguments: [Int32.min, -1, 0, 1, .max])
    func anyTimeIsTaken(timestamp: Int32) {
        let (_, stored) = Self.pushed(.im(.init(sender: 2, receiver: 1, timestamp: timestamp, content: "x")))
        guard case .peer(let message)? = stored.first?.payload else {
            Issue.record("\(stored)")
            return
        }
        #expect(message.timestamp == Int64(timestamp))
    }

    /// Ids that nobody has: a message is for us if it names us, whoever else it names; a group has an id above zero.
    @Test(arguments: [0, -1, Int64.min, Int64.max])
    func anyOtherIDIsTakenAndIsNobodyToWriteTo(id: Int64) throws {
        let (bench, stored) = Self.pushed(.im(.init(sender: id, receiver: 1, content: "x")))
        #expect(stored.count == 1)
        let (groups, inGroup) = Self.pushed(.groupIM(.init(sender: 2, receiver: id, content: "x")))
        #expect(inGroup.count == (id > 0 ? 1 : 0))
        #expect(groups.service.syncKeys.personal == 120, "what is not delivered keeps its place")
        guard id <= 0 else { return }
        for target in [.peer(id), .group(id), .customer(appID: 8, uid: id)] as [SendTarget] {
            #expect(throws: SendFailure.unsupported) { try bench.service.send("x", to: target, localID: 1) }
        }
        bench.service.followSuperGroup(id)
        bench.reply(.syncGroupNotify(group: id, key: 5))
        #expect(bench.frames().filter { if case .syncGroup = $0 { true } else { false } } == [])
    }

    @Test func forgedMessagesAreNotDelivered() {
        for body in [
            FrameBody.im(.init(sender: 2, receiver: 3, content: "x")),
            .customerV2(.init(senderAppID: 8, sender: 2, receiverAppID: 8, receiver: 1, content: "x")),
            .customerV2(.init(senderAppID: 8, sender: 1, receiverAppID: 9, receiver: 4, content: "x")),
        ] {
            let (bench, stored) = Self.pushed(body)
            #expect(stored == [])
            #expect(bench.service.syncKeys.personal == 120)
        }
        // A group's answer holds that group's messages only.
        let bench = Bench(keys: SyncKeys(personal: 100, groups: [7: 50]))
        bench.loginIdle()
        bench.reply(
            .syncGroupBegin(group: 7, key: 60), .groupIM(.init(sender: 2, receiver: 8, content: "of another")),
            bench.peer("no group's"), .groupIM(.init(sender: 2, receiver: 7, content: "right")),
            .syncGroupEnd(group: 7, key: 60))
        #expect(bench.recorder.take().filter { !$0.hasPrefix("advanced") } == ["group 2>7 right"])
    }

    @Test func liveFramesForOthersAreNotTold() {
        let bench = Bench()
        bench.loginIdle()
        bench.service.enterRoom(30)
        bench.reply(
            .rt(.init(sender: 2, receiver: 3, content: "x")), .rt(.init(sender: 2, receiver: 0, content: "x")),
            .roomIM(.init(sender: 2, receiver: 31, content: "x")),
            .roomIM(.init(sender: 2, receiver: -30, content: "x")))
        #expect(bench.recorder.take() == ["in room 30"])
        bench.service.leaveRoom(30)
        bench.reply(.roomIM(.init(sender: 2, receiver: 30, content: "late")))
        #expect(bench.recorder.take() == ["in room 0"])
    }

    @Test func acksForNothingChangeNothing() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.send("x", to: .peer(2), localID: 5)
        let seq = try #require(bench.takeFrames().last?.seq)
        for wrong in [0, -1, Int32.min, Int32.max, seq + 1, seq - 1] {
            bench.reply(.metadata(key: 130, previous: 100))
            bench.reply(.ack(seq: wrong, status: 0))
        }
        #expect(bench.service.isPeerMessageSending(peer: 2, localID: 5))
        #expect(bench.service.syncKeys.personal == 100, "a place that nobody asked for moves no key")
        #expect(bench.recorder.take() == [])
        bench.reply(.ack(seq: seq, status: 0))
        bench.reply(.ack(seq: seq, status: 3))
        #expect(bench.recorder.take() == ["peer ack 5 2"])
    }

    @Test func keysThatNoServerHasChangeNothing() {
        let bench = Bench()
        bench.loginIdle()
        for (key, previous) in [(0, 100), (-5, 100), (Int64.min, 100), (90, 80), (100, 100)] as [(Int64, Int64)] {
            bench.push(bench.peer("x"), key: key, after: previous)
            for body in bench.frames() {
                if case .sync = body { bench.reply(.syncBegin(100), .syncEnd(100)) }
            }
            bench.clock.advance(by: 20_000)
        }
        #expect(bench.service.syncKeys.personal == 100)
        bench.reply(.syncEnd(-1))
        bench.reply(.syncNotify(-1), .syncNotify(Int64.min))
        #expect(bench.service.syncKeys.personal == 100)
        #expect(bench.service.state.isOnline)
    }

    @Test func aKeyAtTheEndOfNumbersIsTakenAndLeftAgain() {
        let (bench, stored) = Self.pushed(bench: Int64.max)
        #expect(stored == 1)
        #expect(bench.service.syncKeys.personal == .max)
        bench.reply(.syncNotify(.max))
        // The server's true end, told at the next login.
        bench.transport.fail(.reset)
        bench.service.retryNow()
        #expect(bench.accept() == [.sync(.max)])
        bench.reply(.syncBegin(150), .syncEnd(150))
        #expect(bench.service.syncKeys.personal == 150)
    }

    private static func pushed(bench key: Int64) -> (Bench, Int) {
        let bench = Bench()
        bench.loginIdle()
        bench.push(bench.peer("x"), key: key, after: 100)
        return (bench, bench.store.batches.flatMap(\.messages).count)
    }

    @Test func aSyncThatDoesNotEndIsEnded() {
        let bench = Bench()
        bench.login()
        bench.reply(.syncBegin(200))
        var count = 0
        while bench.service.state.isOnline, count < 1_000 {
            bench.clock.advance(by: 10_000)
            bench.reply(bench.peer("\(count)"))
            count += 1
        }
        // Ten minutes of a message each ten seconds; nothing of it was handed over.
        #expect((50...70).contains(count))
        #expect(bench.store.batches.isEmpty)
        guard case .waiting(_, .protocolViolation) = bench.service.state else {
            Issue.record("\(bench.service.state)")
            return
        }
        // And comes again, whole.
        bench.service.retryNow()
        #expect(bench.accept() == [.sync(100)])
    }

    @Test func aSlowLinkMayTakeItsTime() {
        let bench = Bench()
        bench.login()
        bench.reply(.syncBegin(200))
        let big = String(repeating: "x", count: 30_000)
        // Six kilobytes a second for half an hour.
        for _ in 0..<360 {
            bench.clock.advance(by: 5_000)
            bench.reply(bench.peer(big))
        }
        bench.reply(.syncEnd(200))
        #expect(bench.service.state.isOnline)
        #expect(bench.store.batches.flatMap(\.messages).count == 360)
    }

    @Test func aFloodOfPushesDuringASyncIsBounded() {
        let bench = Bench()
        bench.login()
        bench.reply(.syncBegin(100))
        for number in 0..<5_000 as Range<Int64> {
            bench.push(bench.peer("\(number)"), key: 101 + number, after: 100 + number)
        }
        bench.reply(.syncEnd(100))
        let kept = bench.store.batches.flatMap(\.messages).count
        #expect(kept == HeldPushes.limit)
        // The rest is fetched.
        #expect(bench.frames().contains(.sync(100 + Int64(kept))))
    }

    @Test(arguments: [0, 1, 2, 3, 200] as [UInt8])
    func anyVersionByteIsRead(version: UInt8) throws {
        let bench = Bench()
        bench.loginIdle()
        let head: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 1]
        let time: [UInt8] = version == 0 ? [] : [0, 0, 0, 9]
        let body = head + time + [0, 0, 0, 4] + Array("{}".utf8)
        let metadata = bench.encode(.metadata(key: 120, previous: 100))
        bench.transport.receive(metadata)
        var frame = Self.bytes(Int32(metadata[7]) + 1, 4, body, version: version)
        frame[10] = FrameFlags.push.rawValue
        bench.transport.receive(frame)
        guard case .peer(let message)? = bench.store.batches.first?.messages.first?.payload else {
            Issue.record("nothing came")
            return
        }
        #expect(message.localID == 4 && message.timestamp == (version == 0 ? 0 : 9))
    }

    @Test func frameFragmentsAreNotHeldForever() {
        // A frame that never ends holds at most its length, and the heartbeat ends the link.
        let bench = Bench()
        bench.loginIdle()
        bench.transport.receive([0, 0, 0x7f, 0xff, 0, 0, 0, 1, 4, 2, 0, 0] + [UInt8](repeating: 1, count: 100))
        for _ in 0..<20 {
            bench.clock.advance(by: 10_000)
            bench.transport.receive([1])
        }
        #expect(!bench.service.state.isOnline, "bytes are no sign of life, frames are")
    }

    @Test func manyGroupsThatNotifyAreBounded() {
        let bench = Bench()
        bench.loginIdle()
        for group in 1...Int64(SyncState.groupLimit + 500) { bench.reply(.syncGroupNotify(group: group, key: 5)) }
        #expect(bench.service.syncKeys.groups.count == SyncState.groupLimit)
        #expect(bench.service.state.isOnline)
    }

    @Test func strangeSignallingIsHeardOrPassedOver() {
        let bench = Bench { $0.server = .year2016 }
        bench.login()
        bench.recorder.lines = []
        var seq: Int32 = 50
        for payload in [[], [1], [0, 0, 0, 2], [0xff, 0xff, 0xff, 0xff, 9]] as [[UInt8]] {
            seq += 1
            let ids: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]
            bench.transport.receive(Self.bytes(seq, 64, ids + payload, version: 1))
        }
        #expect(bench.recorder.take() == ["call 2 0 -", "call 2 0 -", "call 2 2 -", "call 2 4294967295 -"])
        #expect(bench.service.state.isOnline)
    }
}
