/// The keys of rows that a job has asked for: the last few at hand, all others by their hashes.
///
/// Most of a batch is from a few people in one session, and comparing with these costs less than a hash of their names.
struct RecentKeys<ID: Hashable> {
    private static var size: Int { 4 }

    private var recent: [(id: ID, key: Int64)] = []
    private var next = 0
    private var all: [ID: Int64] = [:]

    /// The key of an id, if it was asked for before.
    subscript(id: ID) -> Int64? {
        mutating get {
            for entry in recent where entry.id == id { return entry.key }
            guard let key = all[id] else { return nil }
            keep(id, key)
            return key
        }
        set {
            let old = all[id]
            all[id] = newValue
            guard old != newValue else { return }
            recent.removeAll { $0.id == id }
            if let newValue { keep(id, newValue) }
        }
    }

    private mutating func keep(_ id: ID, _ key: Int64) {
        if recent.count < Self.size { recent.append((id, key)) } else { recent[next % Self.size] = (id, key) }
        next += 1
    }
}
