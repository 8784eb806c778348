public import EventLoop
public import MessageFlow

/// The loop is the clock of message flows that run on it: hand it to `MessageFlowController`.
extension EventLoop: FlowScheduling {
    /// Monotonic milliseconds.
    public var flowMilliseconds: Int64 { now.milliseconds }

    /// Runs an action after so many milliseconds, on a turn of its own.
    public func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer {
        FlowTimer(rawValue: schedule(after: milliseconds, action).rawValue)
    }

    /// Forgets a scheduled action.
    public func cancel(_ timer: FlowTimer) { cancel(TimerID(rawValue: timer.rawValue)) }
}
