import IMModel
import MessageFlow
import Testing

/// What providers do wrong, one test each; the window must stay a true piece of the session.
@Suite struct SessionDataManagerTests {
    private struct Rig {
        let loop = FlowLoop()
        let provider: FakeProvider
        let manager: SessionDataManager

        init(count: Int, pageSize: Int = 10) {
            provider = FakeProvider(count: count)
            manager = SessionDataManager(
                session: flowSession, provider: provider, pageSize: pageSize, scheduler: loop)
        }

        var window: [Int] { manager.messages.compactMap { Int($0.id.rawValue) } }
    }

    @Test func pagesComeInOrderUntilTheLast() {
        let rig = Rig(count: 25)
        for _ in 0..<5 { rig.manager.loadOlder() }
        #expect(rig.window == Array(1...25))
        #expect(rig.provider.requests.count == 3)
        #expect(rig.manager.olderStatus == .complete)
        #expect(rig.loop.pending == 0)
    }

    @Test func overlapsAreDropped() {
        let rig = Rig(count: 100)
        rig.provider.answers = { request in
            let end = request.anchor.flatMap { Int($0.id.rawValue) } ?? 101
            // Ten rows, of which up to five are there already.
            return .success(
                MessagePage(messages: (max(1, end - 5)..<min(101, end + 5)).map { .fake($0) }, isLast: end <= 6))
        }
        for _ in 0..<30 { rig.manager.loadOlder() }
        #expect(rig.window == Array(1...100))
        #expect(rig.manager.counters.duplicatesDropped > 50)
    }

    @Test func pagesOutOfOrderAreSorted() {
        let rig = Rig(count: 40)
        rig.provider.answers = { request in
            rig.provider.page(request).map { MessagePage(messages: $0.messages.reversed(), isLast: $0.isLast) }
        }
        for _ in 0..<6 { rig.manager.loadOlder() }
        #expect(rig.window == Array(1...40))
    }

    @Test func equalOrdersKeepTheOrderOfArrival() {
        let rig = Rig(count: 0)
        func same(_ name: String) -> Message {
            Message(
                id: MessageID(name), session: flowSession, sender: Contact(id: ContactID("2")), order: 5,
                content: .text(TextContent(name)))
        }
        rig.manager.insert([same("c"), same("d")])
        rig.provider.answers = { _ in .success(MessagePage(messages: [same("a"), same("b")], isLast: true)) }
        rig.manager.loadOlder()
        rig.manager.insert([same("e")])
        #expect(rig.manager.messages.map(\.id.rawValue) == ["a", "b", "c", "d", "e"])
    }

    @Test func emptyPagesThatAreNotTheLastAreAskedAgainAndGivenUp() {
        let rig = Rig(count: 30)
        var empty = 2
        rig.provider.answers = { request in
            empty -= 1
            return empty >= 0 ? .success(MessagePage(messages: [], isLast: false)) : rig.provider.page(request)
        }
        rig.manager.loadOlder()
        rig.loop.advance(10)
        #expect(rig.window == Array(21...30))
        empty = .max
        rig.manager.loadOlder()
        let asked = rig.provider.requests.count
        rig.loop.advance(600_000)
        #expect(rig.provider.requests.count - asked <= 5)
        #expect(rig.manager.olderStatus == .failed(.failed("pages without messages")))
        #expect(rig.loop.pending == 0)
        empty = 0
        rig.manager.retryNow()
        #expect(rig.window == Array(11...30))
    }

    @Test func failuresAreTriedAgainWithGrowingDelays() {
        let rig = Rig(count: 30)
        rig.provider.answers = { _ in .failure(.offline) }
        rig.manager.loadOlder()
        #expect(rig.manager.olderStatus == .retrying(.offline, attempt: 1, inMilliseconds: 1000))
        var times: [Int64] = []
        var seen = 1
        for _ in 0..<700 {
            rig.loop.advance(100)
            if rig.provider.requests.count > seen {
                seen = rig.provider.requests.count
                times.append(rig.loop.flowMilliseconds)
            }
        }
        #expect(times == [1000, 3000, 7000, 15_000, 31_000])
        #expect(rig.manager.olderStatus == .failed(.offline))
        // Asking again does not help, the user's wish does.
        rig.manager.loadOlder()
        #expect(rig.provider.requests.count == 6)
        rig.provider.answers = nil
        rig.manager.retryNow()
        #expect(rig.window == Array(21...30))
        #expect(rig.manager.olderStatus == .idle)
    }

    @Test func silenceTimesOutAndLateAnswersAreIgnored() {
        let rig = Rig(count: 30)
        rig.provider.holds = true
        rig.manager.loadOlder()
        #expect(rig.manager.olderStatus == .loading)
        rig.loop.advance(SessionDataManager.requestTimeout)
        #expect(rig.manager.olderStatus == .retrying(.timedOut, attempt: 1, inMilliseconds: 1000))
        rig.provider.requests[0].completion(.success(MessagePage(messages: [.fake(7)], isLast: true)))
        #expect(rig.window.isEmpty)
        #expect(rig.manager.counters.answersIgnored == 1)
        rig.loop.advance(1000)
        #expect(rig.provider.requests.count == 2)
        rig.provider.requests[1].completion(rig.provider.page(rig.provider.requests[1]))
        #expect(rig.window == Array(21...30))
        #expect(rig.loop.pending == 0)
    }

    @Test func theSecondAnswerIsIgnored() {
        let rig = Rig(count: 30)
        rig.provider.holds = true
        rig.manager.loadOlder()
        let request = rig.provider.requests[0]
        request.completion(rig.provider.page(request))
        request.completion(.success(MessagePage(messages: [.fake(99)], isLast: true)))
        request.completion(.failure(.offline))
        #expect(rig.window == Array(21...30))
        #expect(rig.manager.olderStatus == .idle)
        #expect(rig.manager.counters.answersIgnored == 2)
    }

    @Test func anUnknownAnchorIsReplacedByTheNext() {
        let rig = Rig(count: 30)
        rig.manager.loadOlder()
        rig.provider.answers = { request in
            guard let at = request.anchor.flatMap({ Int($0.id.rawValue) }), at > 22 else {
                return .failure(.unknownAnchor)
            }
            return rig.provider.page(request)
        }
        rig.manager.loadOlder()
        rig.loop.advance(10)
        #expect(rig.window == Array(13...30))
        rig.provider.answers = { _ in .failure(.unknownAnchor) }
        rig.manager.loadOlder()
        rig.loop.advance(60_000)
        #expect(rig.manager.olderStatus == .failed(.unknownAnchor))
    }

    @Test func contentsWithoutARowMoveTheAnchorOn() {
        let rig = Rig(count: 60)
        func message(_ order: Int) -> Message {
            var message = Message.fake(order)
            if (21...50).contains(order) { message.content = .readMark(originID: "o1") }
            return message
        }
        rig.provider.answers = { request in
            rig.provider.page(request).map { page in
                MessagePage(messages: page.messages.map { message(Int($0.order)) }, isLast: page.isLast)
            }
        }
        for _ in 0..<8 {
            rig.manager.loadOlder()
            rig.loop.advance()
        }
        #expect(rig.window == Array(1...20) + Array(51...60))
    }

    @Test func whatArrivesDuringAFetchOfTheEndIsNotLost() {
        let rig = Rig(count: 100)
        rig.manager.loadOlder()
        rig.manager.jump(to: .around(.fake(50))) { _ in }
        #expect(rig.manager.hasNewer)
        rig.provider.holds = true
        rig.manager.jump(to: .latest) { _ in }
        let request = rig.provider.requests.last!
        let page = rig.provider.page(request)
        rig.manager.insert([.fake(101), .fake(102)])
        request.completion(page)
        #expect(rig.window == Array(91...102))
        #expect(!rig.manager.hasNewer)
    }

    @Test func aPageForAWindowThatIsGoneIsIgnored() {
        let rig = Rig(count: 100)
        rig.manager.loadOlder()
        rig.provider.holds = true
        rig.manager.loadOlder()
        let stale = rig.provider.requests.last!
        rig.provider.holds = false
        rig.manager.jump(to: .around(.fake(20))) { _ in }
        stale.completion(rig.provider.page(stale))
        #expect(rig.window == Array(15...24))
        rig.manager.loadOlder()
        rig.manager.loadNewer()
        #expect(rig.window == Array(5...34))
    }

    @Test func jumpsEndExactlyOnce() {
        let rig = Rig(count: 100)
        rig.provider.holds = true
        var results: [Result<Void, ProviderError>] = []
        rig.manager.jump(to: .around(.fake(20))) { results.append($0) }
        rig.manager.jump(to: .latest) { results.append($0) }
        rig.loop.advance(SessionDataManager.requestTimeout)
        rig.provider.requests[1].completion(.success(MessagePage(messages: [.fake(1)], isLast: true)))
        let errors = results.map { result -> ProviderError? in
            if case .failure(let error) = result { error } else { nil }
        }
        #expect(errors == [.cancelled, .timedOut])
        #expect(rig.window.isEmpty)
    }

    @Test func stalePagesDoNotUndoUpdates() {
        let rig = Rig(count: 10)
        rig.manager.loadOlder()
        rig.manager.update([.fake(5, "h1 changed", version: 3)])
        rig.manager.jump(to: .latest) { _ in }
        rig.manager.insert([.fake(6, "h1 old", version: 0)])
        rig.manager.insert([.fake(6, "h1 new", version: 2), .fake(6, "h1 old", version: 1)])
        #expect(rig.manager.messages[5].content == .text(TextContent("h1 new")))
        rig.manager.update([.fake(400)])
        rig.manager.delete([MessageID("nobody")])
        #expect(rig.manager.counters.unknownIgnored == 2)
    }

    @Test func changesApplyToThePreviousList() {
        let rig = Rig(count: 200)
        var model: [Message] = []
        rig.manager.onChange = { change, _ in model = change.apply(to: model) }
        func check() { #expect(model == rig.manager.messages) }
        rig.manager.loadOlder()
        check()
        rig.manager.insert([.fake(201), .fake(195, "h2"), .fake(202)])
        check()
        // Orders change in the same call as new rows come in.
        var moved = Message.fake(193)
        moved.order = 500
        var back = Message.fake(201)
        back.order = 192
        rig.manager.insert([moved, .fake(300), back, .fake(198, "h4")])
        check()
        rig.manager.batch {
            rig.manager.delete([id(300), id(199)])
            rig.manager.update([.fake(194, "h9")])
            rig.manager.drop(3, fromFront: true)
        }
        check()
        rig.manager.loadOlder()
        check()
        rig.manager.replaceAll([.fake(4), .fake(2), .fake(4, "h2"), .fake(198)])
        check()
        #expect(rig.window == [2, 4, 198])
    }

    @Test func manySmallListsSortEveryUpdateOfOrder() {
        // Every new order for every row of a list of four, in pairs: the changes must lead to what the window holds.
        for first in 0..<6 {
            for second in 0..<6 {
                let rig = Rig(count: 0)
                var model: [Message] = []
                rig.manager.onChange = { change, _ in model = change.apply(to: model) }
                rig.manager.insert((1...4).map { .fake($0) })
                for (a, b) in [(1, 2), (2, 4), (4, 1)] {
                    var one = Message.fake(a)
                    one.order = Int64(first)
                    var two = Message.fake(b)
                    two.order = Int64(second)
                    rig.manager.update([one, two])
                    #expect(model == rig.manager.messages)
                    #expect(model.map(\.order) == model.map(\.order).sorted())
                }
            }
        }
    }
}
