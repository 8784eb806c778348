import EventLoop

/// A token bucket: after a reconnect the server gets a burst and then a steady rate, not everything at once. Pure.
struct SendPacer {
    private let burst: Int64
    /// Milliseconds times rate; one send costs 1,000.
    private let perSecond: Int64
    private var credit: Int64
    private var filled: Instant

    /// Makes a full bucket.
    init(timing: ServiceTiming, now: Instant) {
        burst = Int64(max(1, timing.sendBurst)) * 1_000
        perSecond = Int64(max(1, timing.sendsPerSecond))
        credit = burst
        filled = now
    }

    /// Takes one send, if there is credit.
    mutating func take(now: Instant) -> Bool {
        fill(now)
        guard credit >= 1_000 else { return false }
        credit -= 1_000
        return true
    }

    /// When the next send has credit; `now` if it has.
    mutating func nextCredit(now: Instant) -> Instant {
        fill(now)
        guard credit < 1_000 else { return now }
        return now.advanced(by: (1_000 - credit + perSecond - 1) / perSecond)
    }

    private mutating func fill(_ now: Instant) {
        let elapsed = min(max(0, now.since(filled)), 60_000)
        credit = min(burst, credit + elapsed * perSecond)
        filled = now
    }
}
