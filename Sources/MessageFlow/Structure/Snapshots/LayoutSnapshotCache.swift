public import IMModel

/// Keeps the layouts of components by all they depend on. Bounded: past the limit the messages that were looked at
/// longest ago go first. Look-up, insertion and clearing one message are O(1).
public struct LayoutSnapshotCache {
    /// Layouts of one message kept at once (five components, at two widths or versions).
    private static let perMessage = 10

    private struct Entry {
        var snapshots: [(key: LayoutKey, snapshot: ComponentSnapshot)] = []
        var previous: MessageID?
        var next: MessageID?
    }

    /// Messages kept at most, 0 for none.
    public private(set) var limit: Int
    /// Hits, misses and evictions since the start.
    public internal(set) var counters = LayoutCounters()
    private var entries: [MessageID: Entry] = [:]
    private var newest: MessageID?
    private var oldest: MessageID?

    /// Makes an empty cache for so many messages.
    public init(limit: Int) { self.limit = max(0, limit) }

    /// How many messages have layouts here.
    public var count: Int { entries.count }

    /// The layout kept for a key, if any; counts a hit or a miss.
    public mutating func snapshot(for key: LayoutKey) -> ComponentSnapshot? {
        if let found = entries[key.message]?.snapshots.first(where: { $0.key == key })?.snapshot {
            counters.hits += 1
            touch(key.message)
            return found
        }
        counters.misses += 1
        return nil
    }

    /// Keeps a layout.
    public mutating func insert(_ snapshot: ComponentSnapshot, for key: LayoutKey) {
        guard limit > 0 else { return }
        if entries[key.message] == nil {
            entries[key.message] = Entry()
            link(key.message)
            while entries.count > limit, let last = oldest {
                remove(last)
                counters.evicted += 1
            }
        } else {
            touch(key.message)
        }
        entries[key.message]?.snapshots.removeAll { $0.key == key || $0.key.version < key.version }
        if let count = entries[key.message]?.snapshots.count, count >= LayoutSnapshotCache.perMessage {
            entries[key.message]?.snapshots.removeFirst(count - LayoutSnapshotCache.perMessage + 1)
        }
        entries[key.message]?.snapshots.append((key, snapshot))
    }

    /// Forgets the layouts of one message.
    public mutating func clear(message: MessageID) { remove(message) }

    /// Forgets the layouts of one session. O(n).
    public mutating func clear(session: SessionID) {
        for id in Array(entries.keys) {
            entries[id]?.snapshots.removeAll { $0.key.session == session }
            if entries[id]?.snapshots.isEmpty == true { remove(id) }
        }
    }

    /// Forgets all layouts; the counters stay.
    public mutating func clearAll() {
        entries.removeAll()
        newest = nil
        oldest = nil
    }

    /// Changes the limit.
    public mutating func resize(limit: Int) {
        self.limit = max(0, limit)
        while entries.count > self.limit, let last = oldest {
            remove(last)
            counters.evicted += 1
        }
    }

    private mutating func touch(_ id: MessageID) {
        guard newest != id else { return }
        unlink(id)
        link(id)
    }

    private mutating func link(_ id: MessageID) {
        entries[id]?.previous = nil
        entries[id]?.next = newest
        if let newest { entries[newest]?.previous = id }
        newest = id
        if oldest == nil { oldest = id }
    }

    private mutating func unlink(_ id: MessageID) {
        guard let entry = entries[id] else { return }
        if let previous = entry.previous { entries[previous]?.next = entry.next } else { newest = entry.next }
        if let next = entry.next { entries[next]?.previous = entry.previous } else { oldest = entry.previous }
    }

    private mutating func remove(_ id: MessageID) {
        unlink(id)
        entries[id] = nil
    }
}
