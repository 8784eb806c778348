import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

struct IMServiceReceivingTests {
    @Test func aSyncIsCommittedBeforeTheServerMayForget() {
        let bench = Bench()
        bench.login()
        bench.store.answer = nil
        bench.reply(.syncBegin(140), bench.peer("a"), bench.peer("b"))
        #expect(bench.store.batches.isEmpty)
        bench.reply(.syncEnd(140))
        #expect(bench.store.batches.map(\.key) == [140])
        #expect(bench.store.batches.first?.messages.count == 2)
        #expect(bench.frames() == [], "not yet")
        #expect(bench.store.keys.isEmpty)
        bench.recorder.lines = []
        bench.store.open.removeFirst()(true)
        #expect(bench.frames() == [.syncKey(140)])
        #expect(bench.store.keys == [.personal: 140])
        #expect(bench.service.syncKeys.personal == 140)
        #expect(bench.recorder.take() == ["peer 2>1 a", "peer 2>1 b", "advanced personal 140"])
    }

    @Test func aFailedCommitLeavesTheKeyAndAsksAgain() {
        let bench = Bench()
        bench.login()
        bench.store.answer = false
        bench.reply(.syncBegin(140), bench.peer("a"), .syncEnd(140))
        #expect(bench.recorder.lines.contains { $0.hasPrefix("peer") } == false)
        #expect(bench.frames() == [])
        bench.store.answer = true
        bench.clock.advance(by: 1_000)
        #expect(bench.frames() == [.sync(100)])
        bench.reply(.syncBegin(140), bench.peer("a"), .syncEnd(140))
        #expect(bench.frames() == [.syncKey(140)])
        #expect(bench.recorder.lines.filter { $0.hasPrefix("peer") } == ["peer 2>1 a"])
    }

    @Test func aPushInSequenceNeedsNoSync() {
        let bench = Bench()
        bench.loginIdle()
        bench.push(bench.peer("a"), key: 120, after: 100)
        #expect(bench.frames() == [.syncKey(120)])
        #expect(bench.recorder.take() == ["peer 2>1 a live", "advanced personal 120"])
        // The same once more is a double.
        bench.push(bench.peer("a"), key: 120, after: 100)
        #expect(bench.recorder.take() == [])
    }

    @Test func aGapIsFilledBeforeAnythingBehindItIsDelivered() {
        let bench = Bench()
        bench.loginIdle()
        bench.push(bench.peer("b"), key: 140, after: 120)
        #expect(bench.frames() == [.sync(100)])
        bench.push(bench.peer("c"), key: 160, after: 140)
        #expect(bench.recorder.take() == [])
        bench.reply(.syncBegin(140), bench.peer("a"), bench.peer("b"), .syncEnd(140))
        #expect(
            bench.recorder.take().filter { $0.hasPrefix("peer") } == [
                "peer 2>1 a", "peer 2>1 b", "peer 2>1 c live",
            ])
        #expect(bench.service.syncKeys.personal == 160)
    }

    @Test func metadataCountsOnlyForTheVeryNextFrame() {
        let bench = Bench()
        bench.loginIdle()
        bench.reply(.metadata(key: 120, previous: 100), .syncNotify(0))
        bench.reply(bench.peer("a"), flags: .push)
        #expect(bench.recorder.take() == [])
        #expect(bench.frames() == [.sync(100)])
    }

    @Test func pushesDuringASlowCommitMakeUpTheNextBatch() {
        let bench = Bench()
        bench.loginIdle()
        bench.store.answer = nil
        for (index, text) in ["a", "b", "c"].enumerated() {
            let key = 120 + Int64(index) * 20
            bench.push(bench.peer(text), key: key, after: key - 20)
        }
        #expect(bench.store.batches.map(\.messages.count) == [1])
        bench.store.open.removeFirst()(true)
        #expect(bench.store.batches.map(\.messages.count) == [1, 2])
        bench.store.open.removeFirst()(true)
        #expect(
            bench.recorder.take().filter { $0.hasPrefix("peer") } == [
                "peer 2>1 a live", "peer 2>1 b live", "peer 2>1 c live",
            ])
        #expect(bench.frames() == [.syncKey(120), .syncKey(160)])
    }

    @Test func aCommitThatEndsOfflineIsToldAtTheNextLogin() {
        let bench = Bench()
        bench.loginIdle()
        bench.store.answer = nil
        bench.push(bench.peer("a"), key: 120, after: 100)
        bench.transport.fail()
        bench.store.open.removeFirst()(true)
        #expect(bench.store.keys == [.personal: 120])
        bench.clock.advance(by: 60_000)
        #expect(bench.accept() == [.sync(120), .syncKey(120)])
    }

    @Test func aReaderThatLeavesNoTraceNeverMovesTheServersKey() {
        let bench = Bench { $0.movesServerKey = false }
        bench.loginIdle()
        bench.push(bench.peer("a"), key: 120, after: 100)
        #expect(bench.frames() == [])
        #expect(bench.service.syncKeys.personal == 120)
    }

    @Test func ownMessagesAreRecognised() {
        let bench = Bench()
        bench.login()
        bench.reply(.syncBegin(140))
        bench.reply(bench.peer("mine here", from: 1, to: 2), flags: .selfSent)
        bench.reply(bench.peer("mine elsewhere", from: 1, to: 2))
        bench.reply(bench.peer("forged self"), flags: .selfSent)
        bench.reply(.syncEnd(140))
        // In a push the flag is the sender's own claim.
        bench.push(bench.peer("pushed", from: 1, to: 2), key: 160, after: 140, flags: [.push, .selfSent])
        #expect(
            bench.recorder.take().filter { $0.hasPrefix("peer") } == [
                "peer 1>2 mine here own self", "peer 1>2 mine elsewhere own", "peer 2>1 forged self",
                "peer 1>2 pushed own live",
            ])
    }

    @Test func whatIsNotForThisAccountIsNotDeliveredButKeepsItsPlace() {
        let bench = Bench()
        bench.loginIdle()
        bench.push(bench.peer("spy", from: 5, to: 6), key: 120, after: 100)
        bench.push(bench.peer("next"), key: 140, after: 120)
        bench.push(
            .groupIM(.init(sender: 2, receiver: -4, content: "x")), key: 160, after: 140)
        bench.push(
            .customerV2(.init(senderAppID: 8, sender: 9, receiverAppID: 99, receiver: 1, content: "x")), key: 180,
            after: 160)
        bench.reply(
            .rt(.init(sender: 2, receiver: 6, content: "x")), .roomIM(.init(sender: 2, receiver: 30, content: "x")))
        #expect(bench.recorder.take().filter { !$0.hasPrefix("advanced") } == ["peer 2>1 next live"])
        #expect(bench.service.syncKeys.personal == 180)
        #expect(bench.frames().allSatisfy { if case .sync = $0 { false } else { true } })
    }

    /// Applications count their users apart: a namesake of another one is somebody else, whether we know our own or not.
    @Test func aNamesakeOfAnotherApplicationIsNotUs() {
        typealias Case = (sender: Int64, from: Int64, receiver: Int64, to: Int64, isOwn: Bool?)
        let known: [Case] = [(7, 1, 99, 1, true), (99, 1, 7, 1, false), (7, 1, 7, 1, true), (99, 1, 98, 1, nil)]
        // Of both numbers ours the one that we cannot tell from ours is not.
        let unknown: [Case] = [(7, 1, 99, 1, false), (99, 1, 7, 1, false), (7, 1, 99, 5, true), (99, 5, 7, 1, false)]
        for (appID, cases) in [(7, known), (0, unknown)] as [(Int64, [Case])] {
            for one in cases {
                let bench = Bench { $0.appID = appID }
                bench.loginIdle()
                let message = FrameBody.CustomerMessage(
                    senderAppID: one.sender, sender: one.from, receiverAppID: one.receiver, receiver: one.to,
                    content: "x")
                bench.push(.customerV2(message), key: 120, after: 100)
                let line = "customer \(one.from)>\(one.to) store 0" + (one.isOwn == true ? " own live" : " live")
                let heard = bench.recorder.take().filter { $0.hasPrefix("customer") }
                #expect(heard == (one.isOwn == nil ? [] : [line]), "\(appID) \(one)")
            }
        }
    }

    @Test func aNamesakeIsNotUsOnAServerOf2016() {
        typealias Case = (appID: Int64, customer: Int64, seller: Int64, isOwn: Bool, isOwnOfSupport: Bool)
        let cases: [Case] = [
            (7, 1, 5, true, false), (7, 5, 1, false, true), (7, 1, 1, true, false), (99, 1, 1, false, true),
            (0, 1, 1, false, false), (0, 1, 5, true, false), (0, 5, 1, false, true),
        ]
        for one in cases {
            let bench = Bench {
                $0.server = .year2016
                $0.appID = one.appID == 0 ? 0 : 7
            }
            bench.login()
            bench.recorder.lines = []
            let message = FrameBody.LegacyCustomerMessage(
                customerAppID: one.appID == 0 ? 7 : one.appID, customerID: one.customer, storeID: 3,
                sellerID: one.seller, timestamp: 0, content: "c")
            bench.reply(.customer(message), .customerSupport(message))
            let owns = bench.recorder.take().map { $0.contains(" own") }
            #expect(owns == [one.isOwn, one.isOwnOfSupport], "\(one)")
        }
    }

    /// No server passes on to who said it what is said live, and some checks no sender.
    @Test func nothingLiveComesFromOurselves() {
        for year in [ServiceConfiguration.ServerGeneration.today, .year2016] {
            let bench = Bench { $0.server = year }
            bench.login()
            bench.recorder.lines = []
            bench.reply(.rt(.init(sender: 1, receiver: 1, content: "x")))
            bench.reply(.rt(.init(sender: 1, receiver: 1, content: #"{"inputing":{"state":1}}"#)))
            bench.reply(.rt(.init(sender: 1, receiver: 1, content: #"{"voip":{"command":1,"channel_id":"c"}}"#)))
            if year == .year2016 {
                bench.reply(
                    .inputing(sender: 1, receiver: 1), .voipControl(sender: 1, receiver: 1, payload: [0, 0, 0, 1]))
            }
            #expect(bench.recorder.take() == [])
            bench.reply(.rt(.init(sender: 2, receiver: 1, content: "x")))
            #expect(bench.recorder.take() == ["rt 2 x"])
        }
    }

    @Test func everyKindReachesItsObserver() {
        let bench = Bench()
        bench.login()
        bench.recorder.lines = []
        bench.service.enterRoom(30)
        bench.reply(
            .syncBegin(200), .groupIM(.init(sender: 2, receiver: 9, content: "g")), .groupNotification("{}"),
            .system("s"),
            .customerV2(
                .init(
                    senderAppID: 8, sender: 9, receiverAppID: 7, receiver: 1,
                    content: "{\"text\":\"x\",\"store_id\":\"17\"}")), .syncEnd(200),
            .rt(.init(sender: 2, receiver: 1, content: "hello")), .roomIM(.init(sender: 3, receiver: 30, content: "r")),
            .notification("n"), .rt(.init(sender: 2, receiver: 1, content: "{\"inputing\":{\"state\":1}}")))
        #expect(
            bench.recorder.take().filter { !$0.hasPrefix("advanced") } == [
                "in room 30", "group 2>9 g", "notice 0 {}", "system s", "customer 9>1 store 17", "rt 2 hello",
                "room 3>30 r", "notification n", "typing 2 true",
            ])
    }

    @Test func handlersTakeTheirKindsAndTheFirstThatAcceptsWins() {
        let bench = Bench()
        bench.service.removeHandler(bench.store)
        let special = RecordingHandler()
        let rest = RecordingHandler()
        special.answer = nil
        bench.service.addHandler(special) { message in
            if case .peer(let peer) = message.payload { peer.content.string == "special" } else { false }
        }
        bench.service.addHandler(rest, for: [.peer])
        bench.login()
        bench.reply(
            .syncBegin(200), bench.peer("a"), bench.peer("special"), bench.peer("b"), .system("nobody's"), .syncEnd(200)
        )
        #expect(special.batches.map(\.messages.count) == [1])
        #expect(rest.batches.map(\.messages.count) == [2])
        #expect(bench.frames() == [], "one of two has not answered")
        special.open[0](true)
        special.open[0](false)
        #expect(bench.frames() == [.syncKey(200)])
    }

    @Test func superGroupsHaveQueuesOfTheirOwn() {
        let bench = Bench(keys: SyncKeys(personal: 100, groups: [200: 50]))
        #expect(bench.login() == [.sync(100), .syncGroup(group: 200, key: 50)])
        bench.reply(.syncBegin(100), .syncEnd(100))
        bench.recorder.lines = []
        // No answer at all: the group is not loaded. A push shows that it is, and is in sequence once the wait is over.
        bench.reply(.metadata(key: 60, previous: 50))
        bench.reply(.groupIM(.init(sender: 2, receiver: 200, content: "a")), flags: [.push, .superGroup])
        bench.reply(.syncGroupNotify(group: 200, key: 60))
        #expect(bench.recorder.take() == [])
        bench.clock.advance(by: 15_000)
        #expect(bench.recorder.take() == ["group 2>200 a live", "advanced group(200) 60"])
        #expect(bench.frames() == [.groupSyncKey(group: 200, key: 60), .syncGroup(group: 200, key: 60)])
        // Two questions were asked from different keys; whose answer this is cannot be told, so it is not used.
        bench.reply(
            .syncGroupBegin(group: 200, key: 80), .groupIM(.init(sender: 2, receiver: 200, content: "a")),
            .syncGroupEnd(group: 200, key: 80))
        #expect(bench.recorder.take() == [])
        #expect(bench.frames() == [.syncGroup(group: 200, key: 60)])
        // An answer holds the group's own messages only.
        bench.reply(
            .syncGroupBegin(group: 200, key: 80), .groupIM(.init(sender: 2, receiver: 200, content: "b")),
            .groupIM(.init(sender: 2, receiver: 201, content: "forged")), bench.peer("forged"),
            .groupNotification("{}"), .syncGroupEnd(group: 200, key: 80))
        #expect(bench.recorder.take() == ["group 2>200 b", "notice 200 {}", "advanced group(200) 80"])
        // A group that is heard of for the first time.
        _ = bench.frames()
        bench.reply(.syncGroupNotify(group: 300, key: 5))
        #expect(bench.frames() == [.syncGroup(group: 300, key: 1)])
    }

    @Test func theAckOfAnOwnMessageMovesTheKey() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
        let seq = try #require(bench.takeFrames().last?.seq)
        bench.reply(.metadata(key: 120, previous: 100), .ack(seq: seq, status: 0))
        #expect(bench.frames() == [.syncKey(120)])
        bench.push(bench.peer("a"), key: 140, after: 120)
        #expect(bench.frames() == [.syncKey(140)], "no gap")
    }

    /// The METADATA got lost, or an ACK came so late that it stands behind another frame.
    @Test func anAckWithoutAPlaceAsksForIt() throws {
        let bench = Bench()
        bench.loginIdle()
        try bench.service.send("x", to: .peer(2), localID: 1)
        bench.service.enterRoom(30)
        try bench.service.send("r", to: .room(30), localID: 2)
        let seqs = bench.takeFrames().filter { $0.storedContent != nil || $0.body.command == .roomIM }.map(\.seq)
        bench.reply(.ack(seq: seqs[0], status: 0))
        #expect(bench.frames() == [.sync(100)])
        bench.reply(.syncBegin(120))
        bench.reply(bench.peer("x", from: 1, to: 2), flags: .selfSent)
        bench.reply(.syncEnd(120))
        #expect(bench.service.syncKeys.personal == 120)
        _ = bench.frames()
        // Rooms have no places, and what failed has none.
        bench.reply(.ack(seq: seqs[1], status: 0))
        try bench.service.send("y", to: .peer(2), localID: 3)
        bench.reply(.ack(seq: bench.takeFrames().last?.seq ?? 0, status: 3))
        #expect(bench.frames() == [])
    }

    @Test func theHandlerThatKeepsOrderHearsThePlacesOfOwnMessages() throws {
        for keeps in [false, true] {
            let bench = Bench()
            bench.store.keepsOwnPlaces = keeps
            bench.loginIdle()
            try bench.service.sendPeerMessage(PeerMessage(sender: 1, receiver: 2, localID: 1, content: "x"))
            let seq = try #require(bench.takeFrames().last?.seq)
            let before = bench.store.batches.count
            bench.reply(.metadata(key: 120, previous: 100), .ack(seq: seq, status: 0))
            let place = SyncBatch.OwnPlace(receipt: SendReceipt(localID: 1, target: .peer(2)), precededBy: 0)
            let expected = SyncBatch(queue: .personal, messages: [], ownPlaces: [place], key: 120)
            #expect(Array(bench.store.batches[before...]) == (keeps ? [expected] : []))
            #expect(bench.store.receipts == ["ack 1"])
        }
    }

    @Test func aRoomIsEnteredAgainAfterALossAndOnlyOneIsListenedTo() throws {
        let bench = Bench()
        bench.loginIdle()
        bench.service.enterRoom(30)
        bench.service.enterRoom(30)
        try bench.service.sendRoomMessage(RoomMessage(sender: 1, room: 30, localID: 1, content: "x"))
        bench.service.enterRoom(31)
        #expect(
            bench.frames() == [
                .enterRoom(30), .roomIM(.init(sender: 1, receiver: 30, content: "x")), .enterRoom(31),
            ])
        #expect(bench.recorder.take() == ["in room 30", "room failed 1 30 notMember", "in room 31"])
        bench.transport.fail()
        bench.clock.advance(by: 1_000)
        #expect(bench.accept().first == .enterRoom(31))
        bench.service.leaveRoom(30)
        #expect(bench.frames() == [])
        bench.service.leaveRoom(31)
        #expect(bench.frames() == [.leaveRoom(31)])
        #expect(bench.service.currentRoom == nil)
    }

    @Test func loginPointsAreTold() {
        let bench = Bench()
        bench.loginIdle()
        bench.reply(.loginPoint(timestamp: 5, platform: 1, deviceID: "phone"))
        #expect(bench.recorder.take() == ["login 1 phone"])
    }
}
