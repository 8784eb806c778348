import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// What is missing is known, told with the page it belongs to, and filled in any order.
@Suite struct GapTests {
    private func page(_ f: StoreFixture, _ session: SessionID? = nil) throws -> StorePage {
        try f.wait { f.store.page(session ?? f.peer, anchor: nil, direction: .older, limit: 10_000, completion: $0) }
    }

    @discardableResult
    private func fill(
        _ f: StoreFixture, _ messages: [Message], _ span: HistorySpan
    ) throws -> InsertOutcome {
        let items = messages.map { ReceivedBatch.Item.message($0, isHistory: true) }
        return try f.wait { f.store.insert(ReceivedBatch(items: items, history: span), completion: $0) }
    }

    @Test func aHoleIsNotedBetweenWhatIsThereAndWhatComesNext() throws {
        let f = try StoreFixture()
        try f.receive([f.text("a"), f.text("b")])
        let new = f.text("x")
        _ = try f.wait {
            f.store.insert(ReceivedBatch(items: [.gap(f.peer), .message(new, isHistory: false)]), completion: $0)
        }
        let gaps = try page(f).gaps
        #expect(gaps.count == 1)
        #expect(gaps.first?.before == new.id)
        #expect(gaps.first?.isBeginning == false)
        // A page that does not hold the message does not tell of the gap.
        let older = try f.wait { f.store.page(f.peer, anchor: new.id, direction: .older, limit: 10, completion: $0) }
        #expect(older.gaps.isEmpty)
        // The message goes, the gap stays above what follows.
        let last = f.text("y")
        try f.receive([last])
        _ = try f.wait { f.store.delete(new.id, completion: $0) }
        #expect(try page(f).gaps.map(\.before) == [last.id])
        let only = try f.wait { f.store.page(f.peer, anchor: nil, direction: .older, limit: 1, completion: $0) }
        #expect(only.gaps.map(\.before) == [last.id])
    }

    @Test func whatIsKnownMakesNoHole() throws {
        let f = try StoreFixture()
        let known = f.text("a", origin: "a")
        try f.receive([known])
        let again = f.text("a", origin: "a")
        _ = try f.wait {
            f.store.insert(
                ReceivedBatch(items: [
                    .gap(f.peer), .message(again, isHistory: false), .message(f.text("b"), isHistory: false),
                ]), completion: $0)
        }
        #expect(try page(f).gaps.isEmpty)
    }

    /// Pages of any size, with any overlap, in any order, with and without origin ids and with many messages in a second:
    /// at the end the store holds the truth, in order, once, and no gap.
    @Test(arguments: 1...60) func randomPagesInRandomOrderEndWithTheTruth(seed: UInt64) throws {
        let f = try StoreFixture()
        var random = SeededRandom(seed: seed)
        var time: Int64 = 1_700_000_000_000
        let count = Int.random(in: 5...120, using: &random)
        let truth = (0..<count).map { number -> (text: String, origin: String?, time: Int64, sender: String) in
            time += [0, 0, 0, 1_000, 60_000].randomElement(using: &random) ?? 0
            let origin = Bool.random(using: &random) ? "o\(number)" : nil
            return ("m\(number)", origin, time, ["2", "3", "1"].randomElement(using: &random) ?? "2")
        }
        func messages(_ range: Range<Int>) -> [Message] {
            range.map { f.text(truth[$0].text, from: truth[$0].sender, origin: truth[$0].origin, at: truth[$0].time) }
        }
        // What is known at the start: some pieces, in order, with holes between and perhaps before.
        var at = Int.random(in: 0...10, using: &random)
        var hasBeginning = at == 0
        if !hasBeginning, at >= count { at = count - 1 }
        var isFirst = true
        while at < count {
            let end = min(count, at + Int.random(in: 1...12, using: &random))
            var items: [ReceivedBatch.Item] = messages(at..<end).map { .message($0, isHistory: false) }
            if !isFirst || !hasBeginning { items.insert(.gap(f.peer), at: 0) }
            _ = try f.wait { f.store.insert(ReceivedBatch(items: items), completion: $0) }
            isFirst = false
            at = end + Int.random(in: 1...20, using: &random)
        }
        hasBeginning = false
        let unread = try f.session()?.unreadCount
        var rounds = 0
        while true {
            let now = try page(f)
            guard let gap = now.gaps.randomElement(using: &random) else { break }
            rounds += 1
            guard rounds < 2_000 else {
                Issue.record("no end")
                return
            }
            let texts = now.messages.map(\.rawContent)
            let index = try #require(now.messages.firstIndex { $0.id == gap.before })
            let high = try #require(truth.firstIndex { $0.text == texts[index] })
            let low = index == 0 ? -1 : try #require(truth.firstIndex { $0.text == texts[index - 1] })
            #expect(gap.isBeginning == (index == 0))
            // A piece of the gap, perhaps beyond its ends.
            let start = max(0, Int.random(in: (low - 2)...high, using: &random))
            let end = min(count, max(low + 1, Int.random(in: start...(high + 3), using: &random)))
            let isAll = start <= low + 1 && end >= high
            try fill(
                f, messages(start..<end),
                HistorySpan(
                    gap: gap.key, reachesOldest: start == 0 && low == -1 && (end > start || high == 0),
                    reachesNewest: isAll && end == high))
            let after = try page(f)
            #expect(Set(after.messages.map(\.rawContent)).count == after.messages.count, "seed \(seed): doubled")
            let places = after.messages.compactMap { m in truth.firstIndex { $0.text == m.rawContent } }
            #expect(places == places.sorted(), "seed \(seed): out of order \(places)")
        }
        let tail = try page(f).messages.compactMap { m in truth.firstIndex { $0.text == m.rawContent } }
        let last = try #require(tail.last)
        #expect(tail == Array(0...last), "seed \(seed)")
        #expect(try f.session()?.unreadCount == unread)
    }

    /// A whole queue again, in batches, into a store that lost some of it: nothing doubled, everything in its place.
    @Test(arguments: 1...20) func aQueueReadAgainPutsBackWhatWasLost(seed: UInt64) throws {
        let f = try StoreFixture()
        var random = SeededRandom(seed: seed)
        var time: Int64 = 1_700_000_000_000
        let sessions = [f.peer, f.group, SessionID(account: "a", kind: .peer, target: "9")]
        var truth: [(session: SessionID, text: String, origin: String?, time: Int64)] = []
        for number in 0..<150 {
            time += [0, 1_000].randomElement(using: &random) ?? 0
            let session = sessions.randomElement(using: &random) ?? f.peer
            truth.append((session, "m\(number)", Bool.random(using: &random) ? "o\(number)" : nil, time))
        }
        func message(_ index: Int) -> Message {
            f.text(truth[index].text, in: truth[index].session, origin: truth[index].origin, at: truth[index].time)
        }
        let kept = truth.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        for index in kept { try f.receive([message(index)]) }
        var cursors: [SessionID: MessageID] = [:]
        var at = 0
        while at < truth.count {
            let end = min(truth.count, at + Int.random(in: 1...40, using: &random))
            let outcome = try fill(f, (at..<end).map(message), HistorySpan(cursors: cursors, reachesOldest: true))
            cursors.merge(outcome.cursors) { $1 }
            at = end
            // Life goes on meanwhile.
            if at == 80 { try f.receive([f.text("live", at: time + 5_000)]) }
        }
        for session in sessions {
            let found = try page(f, session).messages.map(\.rawContent).filter { $0 != "live" }
            #expect(found == truth.filter { $0.session == session }.map(\.text), "seed \(seed)")
        }
        // Once more changes nothing.
        let outcome = try fill(f, truth.indices.map(message), HistorySpan(reachesOldest: true))
        #expect(outcome.inserted.isEmpty, "seed \(seed)")
    }

    @Test func anEmptyAnswerThatReachesTheOldestEndsTheGap() throws {
        let f = try StoreFixture()
        _ = try f.wait {
            f.store.insert(
                ReceivedBatch(items: [.gap(f.peer), .message(f.text("a"), isHistory: false)]), completion: $0)
        }
        let gap = try #require(try page(f).gaps.first)
        #expect(gap.isBeginning)
        try fill(f, [], HistorySpan(gap: gap.key))
        #expect(try page(f).gaps.count == 1)
        try fill(f, [], HistorySpan(gap: gap.key, reachesOldest: true))
        #expect(try page(f).gaps.isEmpty)
    }
}
