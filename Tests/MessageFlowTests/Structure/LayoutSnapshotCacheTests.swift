import Cells
import IMModel
import TestSupport
import Testing

@testable import MessageFlow

struct LayoutSnapshotCacheTests {
    private func key(_ message: String, version: Int = 0, width: Int = 80, session: SessionID = Sample.group)
        -> LayoutKey
    {
        LayoutKey(
            session: session, message: MessageID(message), version: version, quoted: nil, quotedVersion: 0,
            facts: RowFacts(), component: .content, fittingWidth: width, rowWidth: width, policy: .perCluster,
            metrics: 0, revision: 0)
    }

    private func snapshot(_ height: Int) -> ComponentSnapshot {
        ComponentSnapshot(size: Size(width: 1, height: height))
    }

    @Test func keepsWhatWasLookedAtLast() {
        var cache = LayoutSnapshotCache(limit: 2)
        cache.insert(snapshot(1), for: key("a"))
        cache.insert(snapshot(2), for: key("b"))
        #expect(cache.snapshot(for: key("a")) == snapshot(1))
        cache.insert(snapshot(3), for: key("c"))
        #expect(cache.snapshot(for: key("b")) == nil)
        #expect(cache.snapshot(for: key("a")) == snapshot(1))
        #expect(cache.counters.evicted == 1)
        #expect(cache.counters.hits == 2 && cache.counters.misses == 1)
    }

    @Test func everyPartOfTheKeyCounts() {
        var cache = LayoutSnapshotCache(limit: 9)
        cache.insert(snapshot(1), for: key("a"))
        #expect(cache.snapshot(for: key("a", width: 79)) == nil)
        #expect(cache.snapshot(for: key("a", version: 1)) == nil)
        cache.insert(snapshot(2), for: key("a", version: 1))
        #expect(cache.snapshot(for: key("a")) == nil, "older versions go at once")
        #expect(cache.snapshot(for: key("a", version: 1)) == snapshot(2))
    }

    @Test func aMessageKeepsFewLayouts() {
        var cache = LayoutSnapshotCache(limit: 9)
        for width in 1...100 { cache.insert(snapshot(width), for: key("a", width: width)) }
        #expect((1...100).filter { cache.snapshot(for: key("a", width: $0)) != nil } == Array(91...100))
    }

    @Test func nothingIsKeptWithoutRoom() {
        var cache = LayoutSnapshotCache(limit: -1)
        cache.insert(snapshot(1), for: key("a"))
        #expect(cache.count == 0)
    }

    /// Against a plain list of ids, the last used first.
    @Test func behavesAsAListOfTheLastUsed() {
        var random = SeededRandom(seed: 5)
        var limit = 4
        var cache = LayoutSnapshotCache(limit: limit)
        var model: [String] = []
        for step in 0..<20_000 {
            let id = "\(Int.random(in: 0..<8, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                cache.insert(snapshot(1), for: key(id))
                model.removeAll { $0 == id }
                if limit > 0 { model.insert(id, at: 0) }
                if model.count > limit { model.removeLast() }
            case 5...7:
                #expect((cache.snapshot(for: key(id)) != nil) == model.contains(id), "step \(step)")
                if model.contains(id) {
                    model.removeAll { $0 == id }
                    model.insert(id, at: 0)
                }
            case 8:
                cache.clear(message: MessageID(id))
                model.removeAll { $0 == id }
            default:
                limit = Int.random(in: 0...6, using: &random)
                cache.resize(limit: limit)
                model = Array(model.prefix(limit))
                if Int.random(in: 0..<10, using: &random) == 0 {
                    cache.clear(session: Sample.group)
                    model = []
                }
            }
            #expect(cache.count == model.count, "step \(step)")
        }
    }
}
