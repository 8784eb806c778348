import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

struct IMServiceSendingTests {
    @Test func nothingGoesOutBeforeTheServersYes() throws {
        let bench = Bench()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 5, content: "hi"))
        #expect(bench.service.isPeerMessageSending(peer: 2, localID: 5))
        bench.service.start()
        #expect(bench.transport.sent.isEmpty)
        bench.transport.connected()
        #expect(bench.frames() == [.authToken(platform: 6, token: "token", deviceID: "device")])
        bench.clock.advance(by: 1_000)
        #expect(bench.frames() == [])
        bench.reply(.authStatus(0))
        #expect(
            bench.frames() == [.sync(100), .im(.init(sender: 1, receiver: 2, msgid: 5, content: "hi"))])
    }

    @Test func anAckIsToldToTheHandlerAndThenToObservers() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 5, content: "hi"))
        let seq = try #require(bench.takeFrames().first?.seq)
        bench.reply(.ack(seq: seq, status: 0))
        #expect(bench.store.receipts == ["ack 5"])
        #expect(bench.recorder.take() == ["peer ack 5 2"])
        #expect(!bench.service.isPeerMessageSending(peer: 2, localID: 5))
        bench.reply(.ack(seq: seq, status: 0), .ack(seq: 999, status: 0), .ack(seq: -1, status: 3))
        #expect(bench.recorder.take() == [])
    }

    @Test func everyKindHasItsFrameItsAckAndItsFailure() throws {
        let bench = Bench()
        bench.loginIdle()
        bench.service.enterRoom(30)
        #expect(bench.frames() == [.enterRoom(30)])
        try bench.service.sendGroupMessage(GroupMessage(sender: 1, group: 9, localID: 1, content: "g"))
        try bench.service.sendRoomMessage(RoomMessage(sender: 1, room: 30, localID: 2, content: "r"))
        let customer = CustomerMessage(
            senderAppID: 0, sender: 0, receiverAppID: 8, receiver: 4, store: 17, localID: 3, content: "c")
        try bench.service.sendCustomerMessage(customer)
        try bench.service.sendCustomerSupportMessage(customer)
        #expect(bench.service.isGroupMessageSending(group: 9, localID: 1))
        #expect(bench.service.isRoomMessageSending(room: 30, localID: 2))
        #expect(bench.service.isCustomerMessageSending(localID: 3, store: 17))
        #expect(bench.service.isCustomerSupportMessageSending(localID: 3, customerID: 4, customerAppID: 8))
        let frames = bench.takeFrames()
        let v2 = FrameBody.customerV2(
            .init(senderAppID: 7, sender: 1, receiverAppID: 8, receiver: 4, content: "c"))
        #expect(
            frames.map(\.body) == [
                .groupIM(.init(sender: 1, receiver: 9, msgid: 1, content: "g")),
                .roomIM(.init(sender: 1, receiver: 30, content: "r")), v2, v2,
            ])
        bench.recorder.lines = []
        for (frame, status) in zip(frames, [64, 0, 0, 3] as [Int8]) {
            bench.reply(.ack(seq: frame.seq, status: status))
        }
        #expect(
            bench.recorder.take() == [
                "group failed 1 9 notMember", "room ack 2 30", "customer ack 3 store(17)",
                "customer failed 3 customer(appID: 8, uid: 4) blacklisted",
            ])
    }

    @Test func tooLargeIsRefusedBeforeAnythingIsQueued() throws {
        let bench = Bench()
        let fits = RawContent(String(repeating: "x", count: 32_713 - 24))
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: fits))
        let big = RawContent(bytes: fits.bytes + [0x78])
        #expect(throws: SendFailure.tooLarge(size: 32_714, limit: 32_713)) {
            try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 2, content: big))
        }
        #expect(throws: SendFailure.unsupported) {
            try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 0, localID: 3, content: "x"))
        }
        #expect(throws: SendFailure.notMember) {
            try bench.service.sendRoomMessage(RoomMessage(sender: 1, room: 3, content: "x"))
        }
        #expect(bench.service.unfinishedSends == 1)
    }

    @Test func aCutIsFollowedByOneResendWithANewSeqAndTheSameContent() throws {
        let bench = Bench()
        bench.loginIdle()
        for id in 1...3 as ClosedRange<Int64> {
            try bench.service.sendPeerMessage(
                PeerMessage(sender: 1, receiver: 2, localID: id, content: RawContent("{\"uuid\":\"\(id)\"}")))
        }
        let first = bench.takeFrames()
        bench.reply(.ack(seq: first[0].seq, status: 0))
        bench.transport.fail(.reset)
        bench.clock.advance(by: 1_000)
        _ = bench.service.state
        let resent = bench.accept().filter { if case .im = $0 { true } else { false } }
        #expect(resent == first.dropFirst().map(\.body))
        bench.transport.fail(.reset)
        #expect(
            bench.recorder.take().filter { $0.hasPrefix("peer") } == [
                "peer ack 1 2", "peer failed 2 2 disconnected", "peer failed 3 2 disconnected",
            ])
        bench.clock.advance(by: 60_000)
        #expect(bench.accept().contains { if case .im = $0 { true } else { false } } == false)
    }

    @Test func noAckOnALivingLinkIsAFailure() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
        bench.clock.advance(by: 5_000)
        #expect(bench.frames().last == .ping, "the link is probed when nothing at all comes back")
        bench.reply(.pong)
        bench.clock.advance(by: 9_999)
        #expect(bench.recorder.take() == [])
        bench.clock.advance(by: 1)
        #expect(bench.recorder.take() == ["peer failed 1 2 timedOut"])
    }

    @Test func aDeadLinkIsFoundByTheProbeAndTheMessageGoesOutAgain() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
        bench.clock.advance(by: 15_000)
        #expect(bench.recorder.take() == ["state waiting:heartbeat"])
        bench.clock.advance(by: 1_000)
        let resent = bench.accept()
        #expect(resent.contains(.im(.init(sender: 1, receiver: 2, msgid: 1, content: "x"))))
    }

    @Test func afterAReconnectTheOutboxIsPaced() throws {
        let bench = Bench {
            $0.timing.sendBurst = 10
            $0.timing.sendsPerSecond = 10
            $0.timing.sendWindow = 1_000
        }
        for id in 1...30 as ClosedRange<Int64> {
            try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: id, content: "x"))
        }
        func messages(_ frames: [FrameBody]) -> Int { frames.count { if case .im = $0 { true } else { false } } }
        #expect(messages(bench.login()) == 10)
        bench.reply(.syncBegin(100), .syncEnd(100))
        bench.clock.advance(by: 500)
        #expect(messages(bench.frames()) == 5)
        bench.clock.advance(by: 1_500)
        #expect(messages(bench.frames()) == 15)
    }

    @Test func aFullSocketStopsTheOutboxUntilItIsDrained() throws {
        let bench = Bench()
        bench.loginIdle()
        bench.transport.pendingBytes = 2 << 20
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
        #expect(bench.frames() == [])
        bench.transport.pendingBytes = 0
        bench.transport.deliver(.drained)
        #expect(bench.frames().count == 1)
    }

    @Test func aCancelledSendDoesNotGoOut() throws {
        let bench = Bench()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
        bench.service.cancel(SendReceipt(localID: 1, target: .peer(2)))
        #expect(bench.recorder.take() == ["peer failed 1 2 cancelled"])
        #expect(bench.login() == [.sync(100)])
    }

    @Test func typingIsLimitedAndRealTimeIsNowOrNever() throws {
        let bench = Bench()
        #expect(try bench.service.sendRealTimeMessage(RealTimeMessage(sender: 1, receiver: 2, content: "x")) == false)
        bench.loginIdle()
        bench.service.sendTyping(to: 2)
        bench.service.sendTyping(to: 2)
        bench.service.sendTyping(to: 3)
        bench.service.sendTyping(to: 2, isTyping: false)
        bench.service.sendTyping(to: 2, isTyping: false)
        bench.service.sendTyping(to: 4, isTyping: false)
        func rt(_ peer: Int64, _ state: Int) -> FrameBody {
            .rt(.init(sender: 1, receiver: peer, content: WireText("{\"inputing\":{\"state\":\(state)}}")))
        }
        #expect(bench.frames() == [rt(2, 1), rt(3, 1), rt(2, 0)])
        bench.clock.advance(by: 3_000)
        bench.service.sendTyping(to: 3)
        #expect(bench.frames() == [rt(3, 1)])
    }

    @Test func theLastUnreadCountGoesOutAtTheNextLogin() {
        let bench = Bench()
        bench.service.sendUnreadCount(3)
        bench.service.sendUnreadCount(4)
        #expect(bench.login().contains(.unreadCount(4)))
        bench.service.sendUnreadCount(5)
        #expect(bench.frames() == [.unreadCount(5)])
    }

    @Test func callsTravelAsRealTimeMessagesAndOnlyTheTopObserverHearsThem() {
        let bench = Bench()
        bench.loginIdle()
        #expect(
            bench.service.sendCallControl(CallControl(sender: 1, receiver: 2, command: 1, channelID: "ch")))
        guard case .rt(let sent)? = bench.frames().first else {
            Issue.record("no frame")
            return
        }
        let top = Recorder()
        bench.service.pushCallObserver(top)
        bench.reply(.rt(.init(sender: 2, receiver: 1, content: sent.content)))
        #expect(top.take() == ["call 2 1 ch"])
        #expect(bench.recorder.take() == [])
        bench.service.popCallObserver(top)
        bench.reply(.rt(.init(sender: 2, receiver: 1, content: sent.content)))
        #expect(bench.recorder.take() == ["call 2 1 ch"])
    }

    @Test func theServerOf2016GetsItsCommands() throws {
        let bench = Bench {
            $0.server = .year2016
            $0.protocolVersion = 1
        }
        #expect(bench.login() == [])
        bench.service.sendTyping(to: 2)
        bench.service.sendCallControl(CallControl(sender: 1, receiver: 2, command: 1, payload: [0, 0, 0, 1]))
        let customer = CustomerMessage(
            senderAppID: 0, sender: 0, receiverAppID: 8, receiver: 4, store: 17, seller: 5, localID: 3, content: "c")
        try bench.service.sendCustomerMessage(customer)
        #expect(
            bench.frames() == [
                .inputing(sender: 1, receiver: 2), .voipControl(sender: 1, receiver: 2, payload: [0, 0, 0, 1]),
                .customer(
                    .init(customerAppID: 7, customerID: 1, storeID: 17, sellerID: 5, timestamp: 0, content: "c")),
            ])
        // Each message is acknowledged once it is stored.
        bench.recorder.lines = []
        bench.store.answer = nil
        bench.reply(bench.peer("a"), .voipControl(sender: 2, receiver: 1, payload: [0, 0, 0, 6]))
        #expect(bench.recorder.take() == ["call 2 6 -"])
        #expect(bench.frames() == [])
        bench.store.open.removeFirst()(true)
        #expect(bench.frames() == [.ack(seq: 2, status: 0)])
        #expect(bench.recorder.take() == ["peer 2>1 a live"])
    }

    /// A second reader would take the messages away from the first.
    @Test func whoLeavesNoTraceAcknowledgesNothingToAServerOf2016() {
        for movesServerKey in [true, false] {
            let bench = Bench {
                $0.server = .year2016
                $0.movesServerKey = movesServerKey
            }
            bench.login()
            bench.recorder.lines = []
            bench.reply(bench.peer("a"))
            #expect(bench.recorder.take() == ["peer 2>1 a live"])
            #expect(bench.frames() == (movesServerKey ? [.ack(seq: 2, status: 0)] : []))
        }
    }

    @Test func theVersionFollowsTheServersGeneration() {
        for (server, given, version) in [
            (.today, nil, 2), (.year2016, nil, 1), (.year2016, 0, 0), (.today, 1, 1),
        ] as [(ServiceConfiguration.ServerGeneration, UInt8?, UInt8)] {
            let configuration = ServiceConfiguration(
                endpoint: .unix(path: "s"), token: "t", uid: 1, deviceID: "d", protocolVersion: given, server: server)
            #expect(configuration.protocolVersion == version)
        }
    }
}
