import TestSupport
import Testing

@testable import EventLoop

struct TimerHeapTests {
    /// Against the obvious model: a list sorted by (instant, order of insertion).
    @Test(arguments: [UInt64](1...20))
    func runsInOrderWhateverIsCancelled(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var heap = TimerHeap()
        var model: [(instant: Int64, id: TimerID)] = []
        var ran: [TimerID] = []
        var expected: [TimerID] = []
        var now: Int64 = 0
        for _ in 0..<300 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let instant = now + Int64.random(in: 0..<20, using: &random)
                model.append((instant, heap.insert(at: Instant(milliseconds: instant)) {}))
            case 2:
                guard let victim = model.randomElement(using: &random) else { continue }
                heap.cancel(victim.id)
                model.removeAll { $0.id == victim.id }
            default:
                now += Int64.random(in: 0..<10, using: &random)
                for timer in heap.due(at: Instant(milliseconds: now)) where heap.take(timer) != nil {
                    ran.append(timer)
                }
                let due = model.filter { $0.instant <= now }.sorted {
                    ($0.instant, $0.id.rawValue) < ($1.instant, $1.id.rawValue)
                }
                expected += due.map(\.id)
                model.removeAll { $0.instant <= now }
            }
            #expect(heap.count == model.count)
            #expect(heap.nearest()?.milliseconds == model.map(\.instant).min())
        }
        #expect(ran == expected)
        #expect(!ran.isEmpty)
    }

    @Test func reschedulingForEverCostsNoMemory() {
        var heap = TimerHeap()
        var timer = heap.insert(at: Instant(milliseconds: 1000)) {}
        for _ in 0..<10_000 {
            heap.cancel(timer)
            timer = heap.insert(at: Instant(milliseconds: 1000)) {}
        }
        #expect(heap.count == 1)
        #expect(heap.storageCount <= 130)
    }
}
