import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

struct IMServiceConnectionTests {
    @Test func theStatesOfALoginAndOfItsEnd() {
        let bench = Bench()
        bench.service.start()
        bench.transport.deliver(.resolving)
        bench.transport.deliver(.connecting)
        bench.accept()
        #expect(
            bench.recorder.take() == [
                "state resolving", "state resolving", "state connecting", "state authenticating", "state online",
            ])
        bench.service.enterBackground()
        #expect(bench.transport.isClosedByUs)
        bench.service.enterForeground()
        #expect(bench.connector.transports.count == 2)
        bench.service.stop()
        #expect(bench.recorder.take() == ["state suspended", "state resolving", "state stopped"])
        bench.clock.advance(by: 1_000_000)
        #expect(bench.connector.transports.count == 2, "stopped is stopped")
        #expect(bench.clock.pendingCount == 0, "and sleeps")
    }

    @Test func reconnectsComeAtGrowingPauses() {
        let bench = Bench(jitter: 0.9)
        bench.service.start()
        var instants: [Int64] = []
        for _ in 0..<8 {
            bench.transport.fail(.refused("nobody"))
            let before = bench.clock.now
            let count = bench.connector.transports.count
            while bench.connector.transports.count == count, bench.clock.advanceToNext() {}
            instants.append(bench.clock.now.since(before))
        }
        #expect(instants == [900, 1_800, 3_600, 7_200, 14_400, 28_800, 54_000, 54_000])
    }

    @Test func retryNowEndsAPause() {
        let bench = Bench()
        bench.service.start()
        bench.transport.fail(.unreachable)
        bench.service.retryNow()
        bench.service.retryNow()
        #expect(bench.connector.transports.count == 2)
    }

    @Test func aChangeOfTheNetworkConnectsAtOnceAndStaleEventsAreIgnored() {
        let bench = Bench()
        bench.loginIdle()
        let old = bench.transport
        bench.service.networkChanged()
        #expect(old.isClosedByUs)
        #expect(bench.connector.transports.count == 2)
        old.deliver(.received([1, 2, 3]))
        bench.clock.runDue()
        #expect(bench.recorder.take() == ["state resolving"])
    }

    @Test func timeoutsOfConnectAndAuthentication() {
        let bench = Bench()
        bench.service.start()
        bench.clock.advance(by: 30_000)
        #expect(bench.recorder.take() == ["state resolving", "state waiting:connect"])
        bench.service.retryNow()
        bench.transport.connected()
        bench.clock.advance(by: 15_000)
        #expect(bench.recorder.take() == ["state resolving", "state authenticating", "state waiting:auth"])
    }

    @Test func anIdleConnectionSendsOnlyHeartbeats() {
        let bench = Bench()
        bench.loginIdle()
        for _ in 0..<4 {
            bench.clock.advance(by: 180_000)
            #expect(bench.frames() == [.ping])
            bench.reply(.pong)
        }
        bench.clock.advance(by: 190_000)
        #expect(bench.recorder.take() == ["state waiting:heartbeat"])
    }

    @Test(
        arguments: [
            [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 4, 2, 0, 0], [0, 1, 0, 0, 0, 0, 0, 1, 4, 2, 0, 0],
            [0, 0, 0, 1, 0, 0, 0, 1, 4, 2, 0, 0, 7], [0, 0, 0, 0, 0, 0, 0, 1, 26, 2, 0, 0],
        ] as [[UInt8]])
    func garbageDropsTheConnectionWithItsReason(bytes: [UInt8]) {
        let bench = Bench()
        bench.loginIdle()
        bench.transport.receive(bytes + bench.encode(bench.peer("behind")))
        guard case .waiting(_, .protocolViolation(let reason)) = bench.service.state else {
            Issue.record("\(bench.service.state)")
            return
        }
        #expect(!reason.isEmpty)
        #expect(bench.transport.isClosedByUs)
        #expect(bench.recorder.take() == ["state waiting:violation"])
    }

    @Test func anUnknownCommandOfANewerServerIsSkippedAndManyAreNot() {
        let bench = Bench()
        bench.loginIdle()
        let unknown: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 9, 200, 2, 0, 0, 1]
        bench.transport.receive(unknown)
        #expect(bench.service.state.isOnline)
        for _ in 0..<200 { bench.transport.receive(unknown) }
        #expect(!bench.service.state.isOnline)
    }

    @Test func everySplitOfASessionGivesTheSame() {
        /// A whole session's bytes from the server.
        func session(_ bench: Bench) -> [UInt8] {
            bench.encode(.authStatus(0)) + bench.encode(.syncBegin(140)) + bench.encode(bench.peer("a"))
                + bench.encode(.groupIM(.init(sender: 2, receiver: 9, content: "b"))) + bench.encode(.syncEnd(140))
                + bench.encode(.metadata(key: 160, previous: 140)) + bench.encode(bench.peer("c"), flags: .push)
                + bench.encode(.syncNotify(160)) + bench.encode(.notification("n")) + bench.encode(.pong)
        }
        func run(_ deliver: (ScriptedTransport, [UInt8]) -> Void) -> ([String], [FrameBody]) {
            let bench = Bench()
            bench.service.start()
            bench.transport.connected()
            deliver(bench.transport, session(bench))
            return (bench.recorder.lines, bench.frames())
        }
        let whole = run { $0.receive($1) }
        #expect(whole.0.suffix(1) == ["notification n"])
        let length = session(Bench()).count
        for cut in 1..<length {
            let split = run {
                $0.receive(Array($1[..<cut]))
                $0.receive(Array($1[cut...]))
            }
            #expect(split == whole, "cut at \(cut)")
        }
        let single = run { transport, bytes in for byte in bytes { transport.receive([byte]) } }
        #expect(single == whole)
    }

    @Test func aCutAtEveryByteLosesAndDoublesNothing() {
        func bytes(_ bench: Bench) -> [UInt8] {
            bench.encode(.authStatus(0)) + bench.encode(.syncBegin(140)) + bench.encode(bench.peer("a"))
                + bench.encode(bench.peer("b")) + bench.encode(.syncEnd(140))
                + bench.encode(.metadata(key: 160, previous: 140)) + bench.encode(bench.peer("c"), flags: .push)
        }
        let log: [(key: Int64, text: String)] = [(120, "a"), (140, "b"), (160, "c")]
        for cut in 0..<bytes(Bench()).count {
            let bench = Bench()
            bench.service.start()
            bench.transport.connected()
            bench.transport.receive(Array(bytes(bench)[..<cut]))
            bench.transport.fail(.reset)
            bench.clock.advance(by: 60_000)
            for case .sync(let key) in bench.accept() {
                bench.reply(.syncBegin(160))
                for entry in log where entry.key > key { bench.reply(bench.peer(entry.text)) }
                bench.reply(.syncEnd(160))
            }
            let texts = bench.store.batches.flatMap(\.messages).map { message -> String in
                if case .peer(let peer) = message.payload { peer.content.string } else { "?" }
            }
            #expect(texts == ["a", "b", "c"], "cut at \(cut)")
            #expect(bench.service.syncKeys.personal == 160)
        }
    }

    @Test func observersMayComeAndGoInsideCallbacks() {
        let bench = Bench()
        bench.loginIdle()
        bench.service.removePeerMessageObserver(bench.recorder)
        let first = Recorder()
        let second = Recorder()
        let third = Recorder()
        let late = Recorder()
        for observer in [first, second, third] { bench.service.addPeerMessageObserver(observer) }
        bench.service.addPeerMessageObserver(second)
        first.onLine = { [service = bench.service] _ in
            service.removePeerMessageObserver(second)
            service.addPeerMessageObserver(late)
        }
        bench.push(bench.peer("a"), key: 120, after: 100)
        #expect(first.take() == ["peer 2>1 a live"])
        #expect(second.take() == [])
        #expect(third.take() == ["peer 2>1 a live"])
        #expect(late.take() == [], "the next event is its first")
        bench.push(bench.peer("b"), key: 140, after: 120)
        #expect(late.take() == ["peer 2>1 b live"])
    }

    @Test func observersAreHeldWeakly() {
        let bench = Bench()
        bench.loginIdle()
        weak var gone: Recorder?
        do {
            let observer = Recorder()
            gone = observer
            bench.service.addPeerMessageObserver(observer)
            bench.service.pushCallObserver(observer)
        }
        #expect(gone == nil)
        bench.push(bench.peer("a"), key: 120, after: 100)
        bench.reply(.rt(.init(sender: 2, receiver: 1, content: "{\"voip\":{\"command\":1,\"channel_id\":\"c\"}}")))
        #expect(bench.recorder.take().contains("call 2 1 c"), "the one below is the top now")
    }

    @Test func callbacksMayStopTheServiceAndSend() throws {
        let bench = Bench()
        bench.loginIdle()
        bench.recorder.onLine = { [service = bench.service] line in
            if line.hasPrefix("peer 2>1 ask") {
                do {
                    try service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 9, content: "answer"))
                } catch {
                    Issue.record("\(error)")
                }
            }
            if line.hasPrefix("peer 2>1 stop") { service.stop() }
        }
        bench.push(bench.peer("ask"), key: 120, after: 100)
        #expect(bench.frames().contains(.im(.init(sender: 1, receiver: 2, msgid: 9, content: "answer"))))
        // Several frames in one piece: what is behind the stop is not delivered.
        let bytes =
            bench.encode(.metadata(key: 140, previous: 120)) + bench.encode(bench.peer("stop"), flags: .push)
            + bench.encode(.metadata(key: 160, previous: 140)) + bench.encode(bench.peer("after"), flags: .push)
        bench.transport.receive(bytes)
        #expect(bench.recorder.lines.contains { $0.contains("after") } == false)
        #expect(bench.recorder.lines.last == "state stopped" || bench.recorder.lines.contains("state stopped"))
        #expect(bench.service.state == .stopped)
    }

    @Test func aServiceThatIsDroppedLeavesNothingBehind() {
        let clock = ManualClock()
        let connector = ScriptedConnector(scheduler: clock)
        weak var gone: IMService?
        do {
            let service = IMService(
                configuration: ServiceConfiguration(
                    endpoint: .unix(path: "/x"), token: "t", uid: 1, deviceID: "d"),
                scheduler: clock, connector: connector)
            gone = service
            service.start()
            connector.last?.connected()
        }
        #expect(gone == nil)
        #expect(connector.last?.isClosedByUs == true)
        clock.runDue()
        #expect(clock.pendingCount == 0)
    }

    @Test func aConnectionCanBeUsedAlone() {
        let clock = ManualClock()
        let connector = ScriptedConnector(scheduler: clock)
        let connection = Connection(
            configuration: ServiceConfiguration(endpoint: .unix(path: "/x"), token: "t", uid: 1, deviceID: "d"),
            scheduler: clock, connector: connector)
        var frames: [ConnectionFrame] = []
        connection.onFrame = { frames.append($0) }
        #expect(connection.send(ConnectionFrame(command: 13)) == nil)
        connection.start()
        connector.last?.connected()
        connector.last?.receive([0, 0, 0, 4, 0, 0, 0, 1, 3, 2, 0, 0, 0, 0, 0, 0])
        _ = connector.last?.takeSent()
        #expect(connection.send(ConnectionFrame(command: 21, flags: 1, body: [0x61])) == 2)
        #expect(connector.last?.takeSent() == [0, 0, 0, 1, 0, 0, 0, 2, 21, 2, 1, 0, 0x61])
        connector.last?.receive([0, 0, 0, 1, 0, 0, 0, 2, 21, 2, 0, 0, 0x61])
        #expect(frames == [ConnectionFrame(seq: 2, command: 21, body: [0x61])])
    }

    @Test func anImpossibleTokenIsAFaultInWords() {
        let bench = Bench { $0.token = String(repeating: "x", count: 256) }
        bench.service.start()
        bench.transport.connected()
        guard case .waiting(_, .protocolViolation(let reason)) = bench.service.state else {
            Issue.record("\(bench.service.state)")
            return
        }
        #expect(reason.contains("256"))
    }

    /// A SYNC that nobody answers tells of a dead link soon, and the next connection asks at once.
    @Test func aSyncIntoADeadLinkIsNoticed() {
        let bench = Bench()
        #expect(bench.login() == [.sync(100)])
        bench.clock.advance(by: 5_000)
        #expect(bench.frames() == [.ping])
        bench.clock.advance(by: 10_000)
        #expect(!bench.service.state.isOnline)
        bench.clock.advance(by: 60_000)
        #expect(bench.accept() == [.sync(100)])
    }

    /// What answers heartbeats only is asked less and less; whoever takes its place is asked at once.
    @Test func anUnansweredSyncIsAskedAnewAfterAReconnect() {
        let bench = Bench()
        bench.login()
        var asked = 0
        for _ in 0..<600 {
            bench.clock.advance(by: 1_000)
            for frame in bench.frames() {
                if frame == .ping { bench.reply(.pong) }
                if case .sync = frame { asked += 1 }
            }
        }
        #expect((3...6).contains(asked), "\(asked)")
        #expect(bench.service.state.isOnline)
        bench.transport.fail()
        bench.clock.advance(by: 60_000)
        #expect(bench.accept() == [.sync(100)])
    }
}
