internal import CPosix
internal import Glibc

/// The one loop of a program: timers, descriptors, wake-ups from other threads and signals, all on the thread that
/// calls `run()`. It sleeps until the nearest deadline or the next event and makes no turn without a reason.
///
/// One turn: wait; work put off with `onNextTurn`; ready descriptors; due timers; write what transports have queued.
/// Nothing may block inside a handler. The loop is not `Sendable`: other threads reach it by `Wakeup` and `Mailbox`.
public final class EventLoop: Scheduling {
    /// Limits of the loop's transports.
    public let configuration: EventLoopConfiguration
    /// Turns made so far; an idle loop makes none.
    public private(set) var turns = 0

    let hub: WakeupHub
    /// Where every transport reads to, so that an idle connection owns no buffer.
    let scratch: UnsafeMutableRawBufferPointer
    var signals: SignalHub?
    var unfinished: [any TurnWriter] = []
    var tlsContext: TLSContext?

    private let poller: Int32
    private let events: UnsafeMutableBufferPointer<cposix_event>
    private var watches: [UInt64: Watch] = [:]
    private var alwaysReady: Set<UInt64> = []
    private var lastToken: UInt64 = 0
    private var timers = TimerHeap()
    private var deferred: [() -> Void] = []
    private var isStopped = false

    private static let wakeupToken: UInt64 = 0
    private static let eventsPerTurn = 256

    /// Makes a loop and ignores SIGPIPE for the process. Traps if the process has no descriptor left, which at the
    /// start of a program cannot be mended.
    public init(configuration: EventLoopConfiguration = EventLoopConfiguration()) {
        self.configuration = configuration
        poller = cposix_poller_make()
        precondition(poller >= 0, "no event loop: epoll_create1: \(SystemError.words(-poller))")
        hub = WakeupHub()
        events = .allocate(capacity: Self.eventsPerTurn)
        scratch = .allocate(byteCount: configuration.readLimit, alignment: 16)
        cposix_ignore_sigpipe()
        let added = cposix_poller_add(poller, hub.descriptor, Readiness.readable.rawValue, Self.wakeupToken)
        precondition(added == 0, "no event loop: epoll_ctl: \(SystemError.words(-added))")
    }

    deinit {
        events.deallocate()
        scratch.deallocate()
        close(poller)
    }

    // MARK: Time

    /// Monotonic now; time asleep counts, so that a gap is seen after a suspend.
    public var now: Instant { Instant(milliseconds: cposix_monotonic_milliseconds()) }

    /// Milliseconds since 1970.
    public var wallClock: Int64 { cposix_wall_milliseconds() }

    /// Runs an action once, at or after the instant, never inside this call. O(log n).
    @discardableResult
    public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> TimerID {
        timers.insert(at: instant, action)
    }

    /// Forgets a scheduled action; without effect if it has run. O(1), amortised.
    public func cancel(_ timer: TimerID) { timers.cancel(timer) }

    /// Timers that wait.
    public var scheduledCount: Int { timers.count }

    /// Runs work in the next turn, before descriptors and timers, in order; that turn does not wait.
    public func onNextTurn(_ work: @escaping () -> Void) { deferred.append(work) }

    // MARK: Running

    /// Makes turns until `stop()`. The calling thread becomes the loop's thread.
    public func run() {
        while !isStopped { turn(maximumWait: nil) }
        isStopped = false
    }

    /// Makes one turn, waiting at most so many milliseconds for something to happen; `nil` waits for ever.
    public func runOnce(maximumWait: Int64? = nil) { turn(maximumWait: maximumWait) }

    /// Makes turns until the condition holds or the time (milliseconds) is over; answers whether it holds.
    @discardableResult
    public func run(atMost milliseconds: Int64, until condition: () -> Bool) -> Bool {
        let deadline = now.advanced(by: milliseconds)
        while !condition() {
            let rest = deadline.since(now)
            if rest <= 0 { return false }
            turn(maximumWait: rest)
        }
        return true
    }

    /// Makes `run()` return at the end of the present turn, or at once if it has not begun. On the loop's thread;
    /// others use a `Wakeup`.
    public func stop() { isStopped = true }

    private func turn(maximumWait: Int64?) {
        turns += 1
        // What was sent between turns; its events may be what the caller waits for, so that this turn does not wait.
        let hasWritten = writeQueued()
        let timeout = hasWritten ? 0 : timeout(maximumWait)
        let count = cposix_poller_wait(poller, events.baseAddress, Int32(Self.eventsPerTurn), timeout)

        let work = deferred
        deferred.removeAll(keepingCapacity: true)
        for action in work { action() }

        if count > 0 {
            for index in 0..<Int(count) { dispatch(events[index]) }
        }
        for token in alwaysReady.sorted() { dispatchUnpollable(token) }

        if let nearest = timers.nearest() {
            let now = now
            if nearest <= now {
                for timer in timers.due(at: now) { timers.take(timer)?() }
            }
        }
        writeQueued()
    }

    /// Once for each transport that has something, so that one that sends on each `drained` cannot hold the turn.
    @discardableResult
    private func writeQueued() -> Bool {
        guard !unfinished.isEmpty else { return false }
        let writers = unfinished
        unfinished.removeAll(keepingCapacity: true)
        for writer in writers { writer.writeQueued() }
        return true
    }

    private func timeout(_ maximumWait: Int64?) -> Int32 {
        if isStopped || !deferred.isEmpty || !unfinished.isEmpty || !alwaysReady.isEmpty { return 0 }
        var wait = maximumWait ?? Int64.max
        if let nearest = timers.nearest() { wait = min(wait, nearest.since(now)) }
        return wait == Int64.max ? -1 : Int32(clamping: max(0, wait))
    }

    // MARK: Descriptors

    /// Watches a descriptor until the watch is cancelled. Each descriptor may have one watch at a time.
    ///
    /// A descriptor that the kernel cannot poll (a regular file as standard input) counts as always ready, until its
    /// end, which is told once with `hangup`. One that cannot be watched at all is told once with `hangup` as well;
    /// the handler's own read or write then shows the error.
    public func watch(_ descriptor: Int32, _ interest: Readiness, _ handler: @escaping (Readiness) -> Void) -> Watch {
        lastToken += 1
        let watch = Watch(
            descriptor: descriptor, interest: interest, token: lastToken, loop: self, handler: handler)
        watches[lastToken] = watch
        apply(watch)
        return watch
    }

    func apply(_ watch: Watch) {
        guard watches[watch.token] != nil else { return }
        guard !watch.interest.isEmpty else { return disarm(watch) }
        guard !watch.isUnpollable else {
            alwaysReady.insert(watch.token)
            return
        }
        let bits = watch.interest.rawValue
        let code =
            watch.isRegistered
            ? cposix_poller_change(poller, watch.descriptor, bits, watch.token)
            : cposix_poller_add(poller, watch.descriptor, bits, watch.token)
        switch -code {
        case 0:
            watch.isRegistered = true
        case EPERM:
            watch.isUnpollable = true
            alwaysReady.insert(watch.token)
        default:
            watch.isRegistered = false
            onNextTurn { [weak watch] in
                guard let watch else { return }
                watch.handler?(watch.interest.union(.hangup))
            }
        }
    }

    func remove(_ watch: Watch) {
        disarm(watch)
        watches[watch.token] = nil
    }

    private func disarm(_ watch: Watch) {
        if watch.isRegistered {
            _ = cposix_poller_remove(poller, watch.descriptor)
            watch.isRegistered = false
        }
        alwaysReady.remove(watch.token)
    }

    private func dispatch(_ event: cposix_event) {
        if event.token == Self.wakeupToken { return hub.deliver() }
        guard let watch = watches[event.token], watch.isRegistered else { return }
        let ready = Readiness(rawValue: event.readiness)
        var told = ready.intersection(watch.interest)
        // A hang-up stays up for ever: it is told once, when nothing is left to read, and the descriptor disarmed.
        if ready.contains(.hangup), !(told.contains(.readable) && cposix_at_end(watch.descriptor) == 0) {
            told = watch.interest.union(.hangup)
            disarm(watch)
        }
        if !told.isEmpty { watch.handler?(told) }
    }

    private func dispatchUnpollable(_ token: UInt64) {
        guard let watch = watches[token], alwaysReady.contains(token) else { return }
        if watch.interest.contains(.readable), cposix_at_end(watch.descriptor) == 1 {
            disarm(watch)
            watch.handler?(watch.interest.union(.hangup))
        } else {
            watch.handler?(watch.interest)
        }
    }
}

/// Something that writes what it has queued once a turn, before the loop waits.
protocol TurnWriter: AnyObject {
    func writeQueued()
}
