import IMModel

/// The messages that were written out last, by sender, session and origin id: a server that has a message twice, because
/// its sender tried again, hands it out twice. Bounded; O(1) for each message.
struct RecentOrigins {
    private struct Key: Hashable {
        let session: SessionID
        let sender: ContactID
        let origin: String
    }

    private let limit: Int
    private var known: Set<Key> = []
    /// In the order of their coming, from `oldest` on, around.
    private var ring: [Key] = []
    private var oldest = 0

    init(limit: Int = 4_096) { self.limit = limit }

    /// Whether the message comes for the first time, as far as is remembered; it is remembered from now on. One without
    /// an origin id always does.
    mutating func isNew(_ message: Message) -> Bool {
        guard let origin = message.originID, !origin.isEmpty else { return true }
        let key = Key(session: message.session, sender: message.sender.id, origin: origin)
        guard known.insert(key).inserted else { return false }
        if ring.count < limit {
            ring.append(key)
        } else {
            known.remove(ring[oldest])
            ring[oldest] = key
            oldest = (oldest + 1) % limit
        }
        return true
    }
}
