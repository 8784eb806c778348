import EventLoop
import MessageFlow

/// The loop's time as message flows see it.
final class LoopFlowScheduler: FlowScheduling {
    private let loop: EventLoop

    init(loop: EventLoop) { self.loop = loop }

    var flowMilliseconds: Int64 { loop.now.milliseconds }

    func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer {
        FlowTimer(rawValue: loop.schedule(after: milliseconds, action).rawValue)
    }

    func cancel(_ timer: FlowTimer) { loop.cancel(TimerID(rawValue: timer.rawValue)) }
}
