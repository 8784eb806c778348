import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

@Suite struct MessageFlowControllerTests {
    @Test func opensAtTheTailAndLaysOutOnlyWhatIsSeen() {
        let rig = FlowRig(count: 500)
        rig.show()
        #expect(rig.rows == (491...500).map { "\($0)@\($0 - 491)" })
        #expect(rig.composer.layouts == 10)
        #expect(rig.flow.isAtTail)
        #expect(rig.composer.shown.last == Set((491...500).map(id)))
        #expect(rig.log.events.contains(.visibleChanged((491...500).map(id))))
    }

    @Test func aPageCanSayThatNobodyKeepsMore() {
        let rig = FlowRig(count: 30)
        rig.show()
        #expect(!rig.flow.historyIsLocalOnly && !rig.flow.showsBeginning)
        let heard = FlowRig(count: 30)
        heard.provider.answers = { [provider = heard.provider] request in
            let last = request.anchor.map { Int($0.order) - 1 } ?? 30
            let first = max(1, last - 9)
            return .success(
                MessagePage(
                    messages: first <= last ? (first...last).map(provider.message) : [], isLast: first == 1,
                    isLocalOnly: true))
        }
        heard.show()
        #expect(heard.flow.historyIsLocalOnly && !heard.flow.showsBeginning)
        heard.flow.scrollToTop()
        for _ in 0..<10 { heard.show() }
        #expect(heard.flow.showsBeginning)
    }

    @Test func appendingLaysOutOnlyTheRowsThatBecomeVisible() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 20_000
        let rig = FlowRig(count: 0, configuration: configuration)
        rig.flow.messagesInserted((1...10_000).map { .fake($0) })
        rig.show()
        let before = rig.flow.counters
        for order in 10_001...10_100 {
            rig.flow.messagesInserted([.fake(order)])
            rig.show()
        }
        #expect(rig.flow.counters.layoutsComputed - before.layoutsComputed == 100)
        #expect(rig.flow.counters.diffsComputed == before.diffsComputed)
        // Scrolled up, what comes in below is not laid out at all.
        rig.flow.scroll(lines: -50)
        rig.show()
        let scrolled = rig.flow.counters.layoutsComputed
        for order in 10_101...10_200 { rig.flow.messagesInserted([.fake(order)]) }
        rig.show()
        #expect(rig.flow.counters.layoutsComputed == scrolled)
        #expect(rig.flow.newBelowCount == 100)
    }

    @Test func scrollingBackAndForthMeasuresEachRowOnce() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 20_000
        let rig = FlowRig(count: 0, configuration: configuration, text: { "h\($0 % 3 + 1)" })
        rig.flow.messagesInserted((1...1000).map { .fake($0, "h\($0 % 3 + 1)") })
        rig.show()
        for _ in 0..<300 { rig.flow.scroll(lines: -7) }
        #expect(rig.flow.counters.layoutsComputed == 1000)
        for _ in 0..<300 { rig.flow.scroll(lines: 7) }
        #expect(rig.flow.counters.layoutsComputed == 1000)
        #expect(rig.flow.isAtTail)
    }

    @Test func anotherWidthLaysOutOnlyWhatIsSeen() {
        let rig = FlowRig(count: 400, text: { "w\($0 % 50 + 1)" })
        rig.show()
        rig.flow.scroll(lines: -100)
        rig.show()
        let top = rig.flow.visibleMessageIDs[0]
        let before = rig.flow.counters.layoutsComputed
        var buffer = CellBuffer(size: Size(width: 11, height: 10))
        rig.flow.draw(into: &buffer, in: buffer.bounds)
        #expect(rig.flow.visibleMessageIDs[0] == top)
        #expect(rig.flow.counters.layoutsComputed - before <= 20)
    }

    @Test func thePlaceStaysWhateverHappensElsewhere() {
        let rig = FlowRig(count: 5000, text: { "h\($0 % 4 + 1)" })
        rig.show()
        rig.flow.scroll(lines: -83)
        rig.show()
        let place = rig.rows
        var random = SeededRandom(seed: 2)
        for step in 0..<60 {
            switch step % 5 {
            case 0: rig.flow.messagesInserted([.fake(5001 + step, "h3")])
            case 1: rig.flow.messagesUpdated([.fake(rig.window.first! + step % 20, "h9", version: step)])
            case 2: rig.flow.messagesDeleted([id(rig.window.first!)])
            case 3: rig.flow.messagesUpdated([.fake(rig.window.last!, "h\(step % 9 + 1)", version: step)])
            default:
                // Something late that belongs above.
                let order = rig.window[Int.random(in: 1..<5, using: &random)]
                var late = Message.fake(order)
                late = Message(
                    id: MessageID("late\(step)"), session: flowSession, sender: late.sender, order: late.order,
                    content: late.content)
                rig.flow.messagesInserted([late])
            }
            rig.show()
            #expect(rig.rows == place, "step \(step)")
        }
        rig.flow.scroll(lines: -1)
        rig.flow.scroll(lines: 1)
        #expect(rig.rows == place)
        // Heights of the view come and go with the place kept.
        rig.show(height: 4)
        #expect(rig.rows.first == place.first)
        rig.show()
        #expect(rig.rows == place)
    }

    @Test func olderPagesLoadByThemselvesAndTheWindowStaysBounded() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 400
        let rig = FlowRig(count: 1_000_000, configuration: configuration)
        rig.show()
        var most = 0
        for _ in 0..<400 {
            rig.flow.scrollPages(-1)
            rig.show()
            most = max(most, rig.flow.windowCount)
        }
        #expect(rig.rows.first == "\(1_000_000 - 9 - 400 * 9)@0")
        #expect(most <= 400 + 50)
        #expect(rig.flow.windowCount <= 400)
        #expect(!rig.flow.isAtTail)
        #expect(rig.flow.counters.rowsDropped > 1000)
        for _ in 0..<500 {
            rig.flow.scrollPages(1)
            rig.show()
        }
        #expect(rig.flow.isAtTail)
        #expect(rig.rows.last == "1000000@9")
        #expect(rig.flow.windowCount <= 400)
    }

    @Test func tinyWindowsComeToRest() {
        var random = SeededRandom(seed: 8)
        for seed in 0..<12 {
            var configuration = SessionConfiguration()
            configuration.windowLimit = Int.random(in: 0...60, using: &random)
            configuration.pageSize = Int.random(in: 1...30, using: &random)
            configuration.historyScreenfulsAhead = Int.random(in: 0...5, using: &random)
            let rig = FlowRig(count: 2000, configuration: configuration, text: { "h\($0 * (seed % 3) % 5 + 1)" })
            rig.show()
            for step in 0..<60 {
                rig.flow.scroll(lines: Int.random(in: -40...25, using: &random))
                if step % 9 == 0 { rig.flow.messagesInserted([.fake(2001 + step)]) }
                if step % 25 == 24 { rig.flow.jump(to: id(Int.random(in: 1...2000, using: &random))) }
                // The loop traps when it never comes to rest.
                rig.show()
                #expect(rig.flow.windowCount <= 13 * 10 + 2 * configuration.pageSize + configuration.pageSize)
                let window = rig.window
                #expect(window == Array(window[0]...window[0] + window.count - 1) || window.last! > 2000)
            }
        }
    }

    @Test func aHostMayLetGoFromACallback() {
        let loop = FlowLoop()
        let provider = FakeProvider(count: 100)
        provider.holds = true
        var flow: MessageFlowController? = MessageFlowController(
            session: Session(id: flowSession), configuration: SessionConfiguration(),
            interaction: SessionInteraction(provider: provider, service: FakeService()), composer: FakeComposer(),
            scheduler: loop)
        flow?.onEvent = { _ in flow = nil }
        flow?.onNeedsDisplay = { flow = nil }
        flow?.open()
        let request = provider.requests[0]
        request.completion(provider.page(request))
        request.completion(provider.page(request))
        loop.advance(100_000)
        #expect(flow == nil)
    }

    @Test func quotationsAreAskedForOncePerRow() {
        let rig = FlowRig(count: 0)
        var asked = 0
        rig.flow.quotedMessage = { origin in
            asked += 1
            return origin == "o1" ? .fake(1) : nil
        }
        rig.flow.messagesInserted((10...14).map { .fake($0, replyTo: "o1") })
        for _ in 0..<5 { rig.show() }
        #expect(asked == 5)
    }

    @Test func theTopAndTheBottomOfALongSession() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 300
        for knowsFirst in [true, false] {
            let rig = FlowRig(count: 3000, configuration: configuration)
            rig.provider.knowsFirst = knowsFirst
            rig.show()
            rig.flow.scrollToTop()
            rig.show()
            #expect(rig.rows.first == "1@0")
            #expect(rig.flow.reachesBeginning)
            #expect(rig.log.events.contains(.jumped(id(1))))
            #expect(rig.flow.windowCount <= 300)
            rig.flow.scrollToBottom()
            rig.show()
            #expect(rig.rows.last == "3000@9")
            #expect(rig.flow.isAtTail)
        }
    }

    @Test func jumpsFetchWhatIsNotLoaded() {
        let rig = FlowRig(count: 10_000)
        rig.show()
        rig.flow.jump(to: id(1234))
        rig.show()
        #expect(rig.flow.visibleMessageIDs.contains(id(1234)))
        #expect(rig.log.events.contains(.jumped(id(1234))))
        #expect(rig.composer.drawn.contains { $0.0 == id(1234) && $0.2 == .found })
        let place = rig.rows
        rig.flow.jump(to: id(99_999))
        rig.show()
        #expect(rig.log.events.contains(.jumpFailed(id(99_999), .unknownAnchor)))
        #expect(rig.rows == place)
    }

    @Test func whatComesInBelowAnOldPieceIsCountedAndFetchedLater() {
        let rig = FlowRig(count: 5000)
        rig.show()
        rig.flow.jump(to: id(100))
        rig.show()
        for order in 5001...5003 {
            rig.provider.count = order
            rig.flow.messagesInserted([.fake(order)])
            rig.flow.messagesInserted([.fake(order)])
        }
        #expect(rig.flow.newBelowCount == 3)
        #expect(rig.log.events.contains(.newBelowChanged(3)))
        #expect(!rig.window.contains(5001))
        rig.flow.scrollToBottom()
        rig.show()
        #expect(rig.rows.last == "5003@9")
        #expect(rig.flow.newBelowCount == 0)
        #expect(rig.log.events.contains(.newBelowChanged(0)))
    }

    @Test func ownMessagesAreNotNewBelow() {
        let rig = FlowRig(count: 100)
        rig.show()
        rig.flow.scroll(lines: -20)
        rig.flow.messagesInserted([.fake(101, outgoing: true), .fake(102)])
        #expect(rig.flow.newBelowCount == 1)
        rig.flow.scroll(lines: 30)
        rig.show()
        #expect(rig.flow.newBelowCount == 0)
    }

    @Test func anAcknowledgementIsAnUpdate() {
        let rig = FlowRig(count: 20)
        rig.show()
        rig.flow.messagesInserted([.fake(1_000_000, outgoing: true, state: .sending)])
        rig.flow.select(id(1_000_000))
        rig.flow.messagesInserted([.fake(1_000_001)])
        // The server's order puts it before, with another server id.
        var acked = Message(
            id: id(1_000_000), session: flowSession, originID: "o1000000", serverID: "s77",
            sender: Contact(id: ContactID("2")), isOutgoing: true, order: 21, content: .text(TextContent("h1")),
            state: .sent)
        acked.version = 1
        rig.flow.messagesUpdated([acked])
        rig.show()
        #expect(rig.window.suffix(3) == [20, 1_000_000, 1_000_001])
        #expect(rig.flow.selectedMessage?.serverID == "s77")
        #expect(rig.flow.counters.duplicatesDropped == 0)
    }

    @Test func theUnreadLineStandsAfterTheLastRead() {
        var session = Session(id: flowSession, unreadCount: 3, lastRead: id(37))
        let rig = FlowRig(count: 40, session: session)
        rig.show()
        #expect(rig.flow.unreadLineMessageID == id(38))
        rig.flow.scrollToUnreadLine()
        rig.show()
        session.lastRead = id(40)
        rig.flow.sessionChanged(session)
        #expect(rig.flow.unreadLineMessageID == id(38))

        let counted = FlowRig(count: 40, session: Session(id: flowSession, unreadCount: 5))
        counted.show()
        #expect(counted.flow.unreadLineMessageID == id(36))
        counted.flow.placeUnreadLine(after: nil)
        #expect(counted.flow.unreadLineMessageID == nil)

        let far = FlowRig(count: 9000, session: Session(id: flowSession, unreadCount: 7000, lastRead: id(2000)))
        far.show()
        #expect(far.flow.unreadLineMessageID == nil)
        far.flow.scrollToUnreadLine()
        far.show()
        #expect(far.rows.first == "2001@0")
    }

    /// Whatever lies between, the line stands above the oldest message that the unread count means.
    @Test func theUnreadLineCountsOnlyWhatCountsAsUnread() {
        let notice: (inout Message) -> Void = {
            $0.content = .notification(GroupNotification(groupID: "1", change: .disband))
        }
        let revoked: (inout Message) -> Void = { $0.content = .revoked }
        let call: (inout Message) -> Void = { $0.content = .call(CallContent(event: .hangUp)) }
        let own: (inout Message) -> Void = {
            $0.isOutgoing = true
            $0.state = .sent
        }
        let kinds: [[Int: (inout Message) -> Void]] = [notice, revoked, call, own].flatMap { change in
            [[36: change], [39: change], [40: change], [34: change, 35: change, 36: change, 38: change, 40: change]]
        }
        for others in kinds {
            let news = (34...40).filter { others[$0] == nil }
            for lastRead in [nil, id(33)] {
                let session = Session(id: flowSession, unreadCount: news.count, lastRead: lastRead)
                let rig = FlowRig(count: 40, session: session)
                rig.provider.change = { others[$0]?(&$1) }
                rig.show()
                #expect(rig.flow.unreadLineMessageID == id(news[0]))
            }
        }
        // Nothing that counts came after what was read.
        let quiet = FlowRig(count: 40, session: Session(id: flowSession, unreadCount: 1, lastRead: id(38)))
        quiet.provider.change = { if $0 > 38 { notice(&$1) } }
        quiet.show()
        #expect(quiet.flow.unreadLineMessageID == nil)
    }

    @Test func changesFromCallbacksAreQueued() {
        let rig = FlowRig(count: 30)
        rig.show()
        var next = 31
        rig.flow.onNeedsDisplay = { [flow = rig.flow] in
            guard next < 40 else { return }
            next += 1
            flow.messagesInserted([.fake(next)])
            flow.messagesDeleted([id(next - 20)])
            _ = flow.visibleMessageIDs
        }
        rig.flow.messagesInserted([.fake(31)])
        rig.flow.onNeedsDisplay = nil
        rig.show()
        #expect(rig.window == Array(1...11) + Array(21...40))
        #expect(rig.rows.last == "40@9")
    }

    @Test func withoutIncrementalRefreshTheRowsAreTheSame() {
        var random = SeededRandom(seed: 21)
        var whole = SessionConfiguration()
        whole.incrementalRefresh = false
        let rigs = [FlowRig(count: 300), FlowRig(count: 300, configuration: whole)]
        for rig in rigs { rig.show() }
        for step in 0..<80 {
            let order = Int.random(in: 200...320, using: &random)
            let kind = Int.random(in: 0..<5, using: &random)
            let height = Int.random(in: 1...5, using: &random)
            for rig in rigs {
                switch kind {
                case 0: rig.flow.messagesInserted([.fake(order, "h\(height)", version: step)])
                case 1: rig.flow.messagesUpdated([.fake(order, "h\(height)", version: step)])
                case 2: rig.flow.messagesDeleted([id(order)])
                case 3: rig.flow.scroll(lines: height * 2 - 6)
                default: rig.flow.replaceAll((250...310).filter { $0 % 7 != height }.map { .fake($0, "h\(height)") })
                }
                rig.show()
            }
            #expect(rigs[0].rows == rigs[1].rows, "step \(step)")
            #expect(rigs[0].window == rigs[1].window)
        }
        #expect(rigs[1].composer.layouts > rigs[0].composer.layouts)
    }

    @Test func nonsenseLayoutsAreReported() {
        let rig = FlowRig(count: 30)
        rig.composer.nonsense = true
        rig.show()
        #expect(rig.flow.counters.nonsenseLayouts == 10)
        #expect(rig.flow.visibleMessageIDs.count == 10)
    }

    @Test func everySizeDraws() {
        let rig = FlowRig(count: 50, text: { "w\($0 * 7 % 90)" })
        for width in 0...6 {
            for height in 0...6 {
                rig.show(width: width, height: height)
                rig.flow.scroll(lines: -3)
                rig.flow.scrollToBottom()
            }
        }
        rig.show()
        #expect(rig.flow.isAtTail)
    }

    @Test func sessionsDoNotSeeEachOther() {
        let other = SessionID(account: "a", kind: .peer, target: "2")
        let rig = FlowRig(count: 10)
        rig.show()
        rig.flow.messagesInserted([.fake(11, session: other)])
        rig.flow.messagesUpdated([.fake(5, "other", session: other)])
        rig.flow.replaceAll([.fake(3), .fake(4, session: other)])
        #expect(rig.window == [3])
        #expect(rig.flow.counters.outsideWindow == 3)
        rig.flow.sessionChanged(Session(id: other, name: "x"))
        #expect(rig.flow.session.id == flowSession)
    }
}
