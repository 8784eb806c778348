import EventLoop

/// A while in which a queue asks for nothing, and why.
struct SyncPause {
    /// What it follows from.
    enum Reason {
        /// The store could not take what came.
        case store
        /// The server did not answer.
        case silence
        /// The server's answers had nothing new, again and again.
        case fruitlessAnswers
    }

    /// When it is over.
    let end: Instant
    /// What it follows from.
    let reason: Reason

    private init(_ milliseconds: Int64, _ reason: Reason, _ now: Instant) {
        end = now.advanced(by: milliseconds)
        self.reason = reason
    }

    /// After so many failed commits in a row.
    static func store(failures: Int, timing: ServiceTiming, now: Instant) -> SyncPause {
        SyncPause(min(60_000, timing.commitRetry << Int64(min(failures - 1, 16))), .store, now)
    }

    /// After so many questions in a row without an answer.
    static func silence(timeouts: Int, timing: ServiceTiming, now: Instant) -> SyncPause {
        SyncPause(min(600_000, timing.syncTimeout << Int64(min(max(0, timeouts - 1), 16))), .silence, now)
    }

    /// After so many answers too much without news.
    static func fruitlessAnswers(_ count: Int, now: Instant) -> SyncPause {
        SyncPause(min(10_000, 250 << Int64(min(count, 8))), .fruitlessAnswers, now)
    }
}
