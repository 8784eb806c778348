/// Time as the code on a loop sees it: implemented by `EventLoop` and by the tests' `ManualClock`.
///
/// Everything happens on the loop's thread; a scheduled action runs once, at or after its instant, in order of the
/// instants and, among equal ones, in order of scheduling.
public protocol Scheduling: AnyObject {
    /// Monotonic now.
    var now: Instant { get }
    /// Milliseconds since 1970 by the wall clock, for display and for message timestamps only.
    var wallClock: Int64 { get }
    /// Runs an action at an instant; keep the answer to cancel it.
    @discardableResult
    func schedule(at instant: Instant, _ action: @escaping () -> Void) -> TimerID
    /// Forgets a scheduled action; without effect if it has run.
    func cancel(_ timer: TimerID)
}

/// Names a scheduled action.
public struct TimerID: Sendable, Hashable {
    /// The loop's own number.
    public let rawValue: UInt64
    /// Wraps a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Scheduling {
    /// Runs an action after so many milliseconds; 0 means on the loop's next turn, never inside this call.
    @discardableResult
    public func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> TimerID {
        schedule(at: now.advanced(by: max(0, milliseconds)), action)
    }
}
