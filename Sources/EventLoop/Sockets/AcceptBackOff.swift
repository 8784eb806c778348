/// How long a listener rests when the process has no descriptor left: 50 ms at first, twice as long each time, a
/// second at most. Pure.
struct AcceptBackOff {
    private var delay: Int64 = 0

    /// A connection was accepted: the shortage is over.
    mutating func accepted() { delay = 0 }

    /// None could be; milliseconds to rest.
    mutating func refused() -> Int64 {
        delay = min(1000, max(50, delay * 2))
        return delay
    }
}
