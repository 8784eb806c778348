import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

/// A session of which pieces are missing and can be had, or not.
private final class GappyProvider: SessionMessageProvider {
    let count: Int
    var known: Set<Int>
    var fillsByItself = true
    /// How many messages an answer brings at most; 0: none.
    var pieceSize = 3
    var failure: ProviderError?
    var fills: [HistoryGap] = []
    var holds = false
    var held: [() -> Void] = []
    var random = SeededRandom(seed: 1)

    init(count: Int, known: Set<Int>) {
        self.count = count
        self.known = known
    }

    private func gaps(_ page: [Int], isFirst: Bool) -> [HistoryGap] {
        page.compactMap { order in
            guard order > 1, !known.contains(order - 1) else { return nil }
            return HistoryGap(id: "\(order)", before: id(order), kind: .missing(fillsByItself: fillsByItself))
        }
    }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        let all = known.sorted()
        let at = anchor.flatMap { Int($0.id.rawValue) }
        let page: [Int] =
            switch direction {
            case .older: all.filter { $0 < at ?? .max }.suffix(limit)
            case .newer: Array(all.filter { $0 > at ?? 0 }.prefix(limit))
            case .around:
                all.filter { $0 < at ?? 0 }.suffix(limit / 2) + all.filter { $0 >= at ?? 0 }.prefix(limit - limit / 2)
            }
        let isFirst = page.first == all.first || page.isEmpty && direction == .older
        completion(
            .success(
                MessagePage(
                    messages: page.map { .fake($0, "h1 \($0)") },
                    isLast: direction == .older ? isFirst : page.last == all.last, isFirst: isFirst,
                    gaps: gaps(page, isFirst: isFirst))))
    }

    func fill(
        _ gap: HistoryGap, in session: SessionID, completion: @escaping (Result<Bool, ProviderError>) -> Void
    ) {
        fills.append(gap)
        let answer = { [unowned self] in
            if let failure { return completion(.failure(failure)) }
            let high = Int(gap.before.rawValue) ?? 0
            let low = known.filter { $0 < high }.max() ?? 0
            let missing = Array(low + 1..<high)
            guard pieceSize > 0, !missing.isEmpty else { return completion(.success(false)) }
            let start = Int.random(in: 0..<missing.count, using: &random)
            known.formUnion(missing[start...].prefix(pieceSize))
            completion(.success(true))
        }
        if holds { held.append(answer) } else { answer() }
    }
}

@Suite struct GapFlowTests {
    private struct Rig {
        let loop = FlowLoop()
        let composer = FakeComposer()
        let provider: GappyProvider
        let flow: MessageFlowController
        let area = Rect(x: 0, y: 0, width: 20, height: 10)

        init(_ provider: GappyProvider) {
            self.provider = provider
            flow = MessageFlowController(
                session: Session(id: flowSession),
                interaction: SessionInteraction(provider: provider, service: FakeService()), composer: composer,
                scheduler: loop)
        }

        func run() {
            for _ in 0..<3 {
                var buffer = CellBuffer(size: area.size)
                flow.draw(into: &buffer, in: area)
                loop.advance()
            }
        }
    }

    @Test func aGapInViewIsFilledByItselfAndThePlaceStays() {
        let provider = GappyProvider(count: 30, known: Set(1...10).union(25...30))
        let rig = Rig(provider)
        provider.holds = true
        rig.run()
        #expect(rig.flow.gapLine(above: id(25)) == .loading)
        #expect(provider.fills.map(\.id) == ["25"])
        let before = rig.flow.visibleRows.last?.id
        provider.pieceSize = 14
        provider.random = SeededRandom(seed: 3)
        while !provider.held.isEmpty {
            provider.held.removeFirst()()
            rig.run()
        }
        #expect(rig.flow.visibleRows.last?.id == before)
        #expect(rig.flow.gapLine(above: id(25)) == nil)
        // What comes into view goes on.
        provider.holds = false
        for _ in 0..<4 {
            rig.flow.scrollPages(-1)
            for _ in 0..<10 { rig.run() }
        }
        #expect(rig.flow.windowMessages.map(\.order) == Array(1...30))
    }

    @Test func anAnswerWithoutMessagesIsNotAskedForAgainAndAgain() {
        let provider = GappyProvider(count: 30, known: Set(1...10).union(25...30))
        provider.pieceSize = 0
        let rig = Rig(provider)
        rig.run()
        rig.loop.advance(600_000)
        rig.run()
        #expect(provider.fills.count == 1)
        #expect(rig.flow.gapLine(above: id(25)) == .unavailable)
        // Enter asks once more.
        rig.flow.select(id(25))
        #expect(rig.flow.tapSelected())
        #expect(provider.fills.count == 2)
        // And what is above the gap can be read all the same.
        #expect(rig.flow.windowMessages.first?.order == 1)
    }

    @Test func whyItFailedStaysInTheRowUntilTheNextTry() {
        let provider = GappyProvider(count: 30, known: Set(1...10).union(25...30))
        provider.failure = .offline
        let rig = Rig(provider)
        rig.run()
        rig.loop.advance(600_000)
        rig.run()
        #expect(provider.fills.count == 1)
        #expect(rig.flow.gapLine(above: id(25)) == .failed(.offline))
        provider.failure = nil
        provider.pieceSize = 100
        provider.random = SeededRandom(seed: 3)
        rig.flow.retryLoading()
        for _ in 0..<10 { rig.run() }
        #expect(provider.fills.count > 1)
        #expect(rig.flow.gapLine(above: id(25)) == nil)
    }

    @Test func aSourceThatNeverAnswersIsGivenUp() {
        let provider = GappyProvider(count: 30, known: Set(20...30).subtracting([25]))
        provider.holds = true
        let rig = Rig(provider)
        rig.run()
        #expect(provider.fills.count == 1)
        rig.loop.advance(SessionDataManager.fillTimeout)
        #expect(rig.flow.gapLine(above: id(26)) == .failed(.timedOut))
        // The late answer is ignored.
        provider.held.removeFirst()()
        #expect(rig.flow.counters.answersIgnored == 1)
    }

    @Test func aGapThatWaitsForTheUserIsLeftAlone() {
        let provider = GappyProvider(count: 30, known: Set(1...10).union(25...30))
        provider.fillsByItself = false
        let rig = Rig(provider)
        rig.run()
        #expect(provider.fills.isEmpty)
        #expect(rig.flow.gapLine(above: id(25)) == .missing)
        rig.flow.select(id(25))
        rig.flow.tapSelected()
        #expect(provider.fills.count == 1)
    }

    @Test func theMessageBehindAGapMayGo() {
        let provider = GappyProvider(count: 30, known: Set(1...10).union(25...30))
        provider.fillsByItself = false
        let rig = Rig(provider)
        rig.run()
        provider.known.remove(25)
        rig.flow.messagesDeleted([id(25)])
        rig.run()
        #expect(rig.flow.gapLine(above: id(26)) == .missing)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>) func fillingInAnyOrderEndsWithTheTruth(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var known = Set((1...120).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
        known.formUnion([1, 120])
        let provider = GappyProvider(count: 120, known: known)
        provider.random = random
        provider.pieceSize = Int.random(in: 1...9, using: &random)
        let rig = Rig(provider)
        rig.run()
        var steps = 0
        while provider.known.count < 120, steps < 3_000 {
            steps += 1
            switch Int.random(in: 0..<4, using: &random) {
            case 0: rig.flow.scrollPages(-1)
            case 1: rig.flow.scrollPages(1)
            case 2: rig.flow.scroll(lines: Int.random(in: -5...5, using: &random))
            default:
                if let id = rig.flow.visibleMessageIDs.randomElement(using: &random) { rig.flow.fillGap(above: id) }
            }
            rig.run()
            let orders = rig.flow.windowMessages.map(\.order)
            #expect(orders == orders.sorted() && Set(orders).count == orders.count)
        }
        #expect(provider.known.count == 120, "\(steps) steps")
        rig.flow.scrollToTop()
        for _ in 0..<20 { rig.run() }
        rig.flow.scrollToBottom()
        for _ in 0..<20 { rig.run() }
        #expect(rig.flow.windowMessages.last?.order == 120)
        #expect(rig.flow.visibleMessageIDs.allSatisfy { rig.flow.gapLine(above: $0) == nil })
    }
}
