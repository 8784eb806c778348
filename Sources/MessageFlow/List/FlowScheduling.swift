/// Time as the message flow sees it: what it needs of the host's loop, and no more.
///
/// Laws: everything happens on the loop's thread; an action runs once, at or after its time, never inside the call that
/// schedules it; a cancelled action does not run.
public protocol FlowScheduling: AnyObject {
    /// Monotonic milliseconds since an arbitrary start.
    var flowMilliseconds: Int64 { get }
    /// Runs an action after so many milliseconds; 0 means on the loop's next turn.
    func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer
    /// Forgets a scheduled action; without effect if it has run.
    func cancel(_ timer: FlowTimer)
}

/// Names an action scheduled with `FlowScheduling`.
public struct FlowTimer: Sendable, Hashable {
    /// The host's own number.
    public let rawValue: UInt64
    /// Wraps a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
