import EventLoop
import MessageFlow

/// Time that moves only when the benchmark says so, for the engine and for message flows.
final class BenchClock: Scheduling, FlowScheduling {
    private var due: [(timer: UInt64, action: () -> Void)] = []
    private var later: [(timer: UInt64, at: Instant, action: () -> Void)] = []
    private var lastTimer: UInt64 = 0
    private(set) var now = Instant(milliseconds: 1_000_000)

    var wallClock: Int64 { 1_764_500_000_000 + now.milliseconds - 1_000_000 }
    var flowMilliseconds: Int64 { now.milliseconds }

    @discardableResult
    func schedule(at instant: Instant, _ action: @escaping () -> Void) -> TimerID {
        lastTimer += 1
        if instant <= now { due.append((lastTimer, action)) } else { later.append((lastTimer, instant, action)) }
        return TimerID(rawValue: lastTimer)
    }

    func cancel(_ timer: TimerID) {
        due.removeAll { $0.timer == timer.rawValue }
        later.removeAll { $0.timer == timer.rawValue }
    }

    func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer {
        FlowTimer(rawValue: schedule(after: milliseconds, action).rawValue)
    }

    func cancel(_ timer: FlowTimer) { cancel(TimerID(rawValue: timer.rawValue)) }

    /// Runs what is due, and what that leads to, until nothing is.
    func settle() {
        while !due.isEmpty {
            let actions = due
            due = []
            for entry in actions { entry.action() }
        }
    }

    /// Moves on and runs what has become due.
    func advance(by milliseconds: Int64) {
        settle()
        now = now.advanced(by: milliseconds)
        let ready = later.filter { $0.at <= now }
        later.removeAll { $0.at <= now }
        for entry in ready { due.append((entry.timer, entry.action)) }
        settle()
    }
}
