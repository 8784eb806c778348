public import EventLoop

/// Time that moves only when a test says so; the tests' `Scheduling`.
///
/// Actions run in order of their instants and, among equal ones, in order of scheduling, with `now` set to the instant.
public final class ManualClock: Scheduling {
    /// An action that waits for its instant.
    private struct Entry {
        var timer: TimerID
        var instant: Instant
        var action: () -> Void
    }

    /// Monotonic now; starts at 1,000,000 ms so that "before the start" can be told.
    public private(set) var now = Instant(milliseconds: 1_000_000)
    /// Wall clock at the start, milliseconds since 1970.
    private let wallClockAtStart: Int64
    /// Waiting actions, sorted.
    private var entries: [Entry] = []
    private var lastTimer: UInt64 = 0

    /// Makes a clock; `wallClock` is milliseconds since 1970 at the start.
    public init(wallClock: Int64 = 1_764_500_000_000) { wallClockAtStart = wallClock }

    /// The wall clock; moves with `now`.
    public var wallClock: Int64 { wallClockAtStart + now.milliseconds - 1_000_000 }

    /// How many actions wait.
    public var pendingCount: Int { entries.count }

    /// The instant of the next action.
    public var nextInstant: Instant? { entries.first?.instant }

    /// Runs an action at an instant; one in the past runs at the next `runDue` or `advance`.
    @discardableResult
    public func schedule(at instant: Instant, _ action: @escaping () -> Void) -> TimerID {
        lastTimer += 1
        let entry = Entry(timer: TimerID(rawValue: lastTimer), instant: max(instant, now), action: action)
        let place = entries.firstIndex { $0.instant > entry.instant } ?? entries.endIndex
        entries.insert(entry, at: place)
        return entry.timer
    }

    /// Forgets an action.
    public func cancel(_ timer: TimerID) {
        entries.removeAll { $0.timer == timer }
    }

    /// Runs what is due now, and what that schedules for now, up to `limit` actions (a guard against endless loops);
    /// answers how many ran.
    @discardableResult
    public func runDue(limit: Int = 100_000) -> Int {
        var count = 0
        while count < limit, let first = entries.first, first.instant <= now {
            entries.removeFirst()
            first.action()
            count += 1
        }
        return count
    }

    /// Moves on by so many milliseconds, running each action at its instant.
    public func advance(by milliseconds: Int64) {
        let end = now.advanced(by: milliseconds)
        runDue()
        while let first = entries.first, first.instant <= end {
            now = first.instant
            runDue()
        }
        now = end
    }

    /// Moves to the next action and runs it with all others of its instant; answers whether there was one.
    @discardableResult
    public func advanceToNext() -> Bool {
        guard let first = entries.first else { return false }
        now = max(now, first.instant)
        runDue()
        return true
    }
}
