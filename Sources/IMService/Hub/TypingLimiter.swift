import EventLoop

/// Keeps "is typing" to one frame for each peer and interval; "has stopped" goes out only after a "typing".
struct TypingLimiter {
    private let interval: Int64
    private var told: [Int64: Instant] = [:]

    /// Makes a limiter; the interval in milliseconds.
    init(interval: Int64) { self.interval = interval }

    /// Whether the frame may go out.
    mutating func allows(peer: Int64, isTyping: Bool, now: Instant) -> Bool {
        guard isTyping else { return told.removeValue(forKey: peer) != nil }
        if let last = told[peer], now.since(last) < interval { return false }
        // The old ones mean nothing any more; few are ever here.
        if told.count > 100 { told = told.filter { now.since($0.value) < interval } }
        told[peer] = now
        return true
    }

    /// Nobody knows any more what was told.
    mutating func disconnected() { told = [:] }
}
