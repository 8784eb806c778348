/// Deadlines in order: by instant, then by order of insertion. Insert and pop O(log n); cancel O(1), with the heap
/// rebuilt when cancelled entries outnumber the live ones, so that a timer rescheduled a million times costs no memory.
struct TimerHeap {
    private struct Entry {
        let instant: Instant
        let number: UInt64

        func comes(before other: Entry) -> Bool {
            instant == other.instant ? number < other.number : instant < other.instant
        }
    }

    private var heap: [Entry] = []
    private var actions: [UInt64: () -> Void] = [:]
    private var lastNumber: UInt64 = 0

    /// Live timers.
    var count: Int { actions.count }
    /// Entries held, cancelled ones included.
    var storageCount: Int { heap.count }

    /// The nearest live deadline.
    mutating func nearest() -> Instant? {
        while let first = heap.first {
            if actions[first.number] != nil { return first.instant }
            popFirst()
        }
        return nil
    }

    mutating func insert(at instant: Instant, _ action: @escaping () -> Void) -> TimerID {
        lastNumber += 1
        actions[lastNumber] = action
        heap.append(Entry(instant: instant, number: lastNumber))
        siftUp(from: heap.count - 1)
        return TimerID(rawValue: lastNumber)
    }

    mutating func cancel(_ timer: TimerID) {
        guard actions.removeValue(forKey: timer.rawValue) != nil else { return }
        if heap.count > 64 && heap.count > 2 * actions.count {
            heap = heap.filter { actions[$0.number] != nil }.sorted { $0.comes(before: $1) }
        }
    }

    /// Takes what is due out of the heap, in order; each must still be asked for with `take`, since an earlier action
    /// may cancel a later one.
    mutating func due(at now: Instant) -> [TimerID] {
        var due: [TimerID] = []
        while let instant = nearest(), instant <= now {
            due.append(TimerID(rawValue: heap[0].number))
            popFirst()
        }
        return due
    }

    mutating func take(_ timer: TimerID) -> (() -> Void)? { actions.removeValue(forKey: timer.rawValue) }

    private mutating func popFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].comes(before: heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].comes(before: heap[least]) { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
