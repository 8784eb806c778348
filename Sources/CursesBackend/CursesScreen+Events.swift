public import Cells
internal import Glibc

extension CursesScreen {
    /// Reads what was typed as events, without waiting; `nil` when the terminal is gone. For small programs: call it
    /// when `inputDescriptor` is readable. ESC alone becomes a key with the input that follows it.
    ///
    /// Programs that want ESC in time keep an `InputDecoder` of their own and wake it at its deadline.
    public func readEvents() -> [InputEvent]? {
        switch read() {
        case .bytes(let bytes):
            var clock = timespec()
            clock_gettime(CLOCK_MONOTONIC, &clock)
            let now = Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000
            // What was held back and is overdue was a key of its own.
            let overdue = eventDecoder.expire(now: now)
            return overdue + eventDecoder.feed(bytes, now: now)
        case .nothing: return []
        case .end: return nil
        }
    }
}
