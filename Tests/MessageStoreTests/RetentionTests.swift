import IMModel
import TestSupport
import Testing

@testable import MessageStore

@Suite struct RetentionTests {
    private let day: Int64 = 86_400_000

    /// Steps until there is nothing more to look at; answers what went.
    @discardableResult
    private func prune(_ f: StoreFixture, _ policy: RetentionPolicy) throws -> [SessionID: [MessageID]] {
        var gone: [SessionID: [MessageID]] = [:]
        var cursor: RetentionStep.Cursor?
        var steps = 0
        repeat {
            let from = cursor
            let step = try f.wait { f.store.removeOld(policy, from: from, completion: $0) }
            #expect(step.removed.values.joined().count <= StoreAccess.retentionBatch)
            gone.merge(step.removed) { $0 + $1 }
            cursor = step.next
            steps += 1
        } while cursor != nil && steps < 10_000
        return gone
    }

    private func find(_ f: StoreFixture, _ words: String) throws -> [String] {
        try f.wait { f.store.search(SearchQuery(words: words), limit: 10_000, completion: $0) }.messages.map(
            \.rawContent)
    }

    private func read(_ f: StoreFixture, _ session: SessionID? = nil) throws {
        _ = try f.wait { f.store.markRead(session ?? f.peer, through: nil, completion: $0) }
    }

    @Test func withoutLimitsNothingGoes() throws {
        let f = try StoreFixture()
        try f.receive([f.text("a", at: 1)])
        try read(f)
        #expect(try prune(f, RetentionPolicy()).isEmpty)
        #expect(try f.all().count == 1)
    }

    @Test func oldMessagesGoByAgeAndTheRowSaysSo() throws {
        let f = try StoreFixture()
        try f.receive((0..<1_000).map { f.text("word m\($0)", at: Int64($0) * 1_000) })
        try read(f)
        let gone = try prune(f, RetentionPolicy(notBefore: 700_000))
        #expect(gone[f.peer]?.count == 700)
        #expect(try f.all().map(\.rawContent) == (700..<1_000).map { "word m\($0)" })
        #expect(try find(f, "word").count == 300)
        #expect(try find(f, "m5").isEmpty)
        #expect(try f.session()?.preview == "word m999")
        let page = try f.wait { f.store.page(f.peer, anchor: nil, direction: .older, limit: 1_000, completion: $0) }
        #expect(page.gaps.map(\.kind) == [.removed] && page.gaps.first?.before == page.messages.first?.id)
        // The next day goes on.
        try prune(f, RetentionPolicy(notBefore: 800_000))
        let next = try f.wait { f.store.page(f.peer, anchor: nil, direction: .older, limit: 1_000, completion: $0) }
        #expect(next.messages.count == 200 && next.gaps.count == 1)
        #expect(next.gaps.first?.before == next.messages.first?.id)
    }

    @Test func ofEachSessionTheNewestStay() throws {
        let f = try StoreFixture()
        try f.receive((0..<450).map { f.text("p\($0)") } + (0..<90).map { f.text("g\($0)", in: f.group) })
        try read(f)
        try read(f, f.group)
        try prune(f, RetentionPolicy(messages: 100))
        #expect(try f.all().map(\.rawContent) == (350..<450).map { "p\($0)" })
        #expect(try f.all(f.group).count == 90)
        #expect(try prune(f, RetentionPolicy(messages: 100)).isEmpty)
    }

    @Test func whatIsUnreadSavedOrUnsentStays() throws {
        let f = try StoreFixture()
        let (old, saved, unread) = (
            f.text("old", at: 1), f.text("saved", at: 2), f.text("unread", at: 5, mentions: true)
        )
        try f.receive([old, saved])
        try read(f)
        _ = try f.wait { f.store.save(saved.id, at: 1, completion: $0) }
        let waiting = f.own("waiting")
        _ = try f.wait { f.store.insertOwn(waiting, completion: $0) }
        let failed = f.own("failed")
        _ = try f.wait { f.store.insertOwn(failed, completion: $0) }
        _ = try f.wait { f.store.update(failed.id, state: .failed(.notMember), completion: $0) }
        try f.receive([unread])
        _ = try f.wait { f.store.setDraft(Draft(text: "draft", caret: 2), in: f.peer, completion: $0) }
        let pinned = SessionID(account: "a", kind: .peer, target: "77")
        try f.receive([f.text("pinned", in: pinned, at: 1)], isHistory: true)
        _ = try f.wait { f.store.setPinned(true, in: pinned, completion: $0) }
        try prune(f, RetentionPolicy(notBefore: .max, messages: 1))
        #expect(try f.all().map(\.rawContent) == ["saved", "unread", "waiting", "failed"])
        #expect(try f.all(pinned).count == 1)
        #expect(try f.session()?.unreadCount == 1 && f.session()?.mentionCount == 1)
        #expect(try f.session()?.draft == Draft(text: "draft", caret: 2))
        #expect(try f.wait { f.store.outbox(completion: $0) }.map(\.message.id) == [waiting.id])
        #expect(try f.wait { f.store.savedMessages(limit: 9, completion: $0) }.map(\.id) == [saved.id])
    }

    @Test func aSessionMayBecomeEmptyAndGoOn() throws {
        let f = try StoreFixture()
        let messages = (0..<5).map { f.text("m\($0)", at: Int64($0)) }
        try f.receive(messages)
        try read(f)
        try prune(f, RetentionPolicy(notBefore: 100))
        #expect(try f.all().isEmpty)
        #expect(try f.session()?.preview == nil)
        #expect(try f.session()?.lastRead == nil)
        let next = f.text("next", at: 200)
        try f.receive([next])
        let page = try f.wait { f.store.page(f.peer, anchor: nil, direction: .older, limit: 9, completion: $0) }
        #expect(page.gaps.map(\.before) == [next.id])
        #expect(try f.session()?.unreadCount == 1)
        #expect(try f.session()?.preview == "next")
    }

    /// The same as a model that keeps a list, whatever happens in between.
    @Test(arguments: 1...15 as ClosedRange<UInt64>) func agreesWithAModel(seed: UInt64) throws {
        struct Entry {
            var id: MessageID
            var time: Int64
            var isUnread: Bool
            var isSaved = false
        }
        let f = try StoreFixture()
        var random = SeededRandom(seed: seed)
        var model: [Entry] = []
        var time: Int64 = 0
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let new = (0..<Int.random(in: 1...80, using: &random)).map { _ in
                    time += Int64.random(in: 0...50, using: &random)
                    return f.text("word", at: time)
                }
                let isHistory = Bool.random(using: &random)
                try f.receive(new, isHistory: isHistory)
                model += new.map { Entry(id: $0.id, time: $0.timestamp, isUnread: !isHistory) }
            case 3:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                _ = try f.wait { f.store.markRead(f.peer, through: model[index].id, completion: $0) }
                for other in 0...index { model[other].isUnread = false }
            case 4:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                _ = try f.wait { f.store.save(model[index].id, at: 1, completion: $0) }
                model[index].isSaved = true
            default:
                let keep = Bool.random(using: &random) ? Int.random(in: 1...200, using: &random) : nil
                let bound = keep == nil ? Int64.random(in: 0...max(1, time), using: &random) : nil
                try prune(f, RetentionPolicy(notBefore: bound, messages: keep))
                let count = model.count
                model = model.enumerated().filter { index, entry in
                    entry.isUnread || entry.isSaved
                        || !(keep.map { index < count - $0 } ?? false)
                            && !(bound.map { entry.time < $0 } ?? false)
                }.map(\.element)
            }
            #expect(try f.all().map(\.id) == model.map(\.id), "seed \(seed)")
            #expect(try f.session()?.unreadCount ?? 0 == model.count { $0.isUnread }, "seed \(seed)")
            #expect(try find(f, "word").count == model.count, "seed \(seed)")
        }
    }
}
