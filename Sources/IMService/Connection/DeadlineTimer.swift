import EventLoop

/// One timer that follows a moving deadline. A deadline that moves away leaves the timer as it is: it fires early, its
/// owner finds nothing due and arms it anew; that is cheaper than a new timer for each frame.
final class DeadlineTimer {
    private let scheduler: any Scheduling
    private var armed: (timer: TimerID, at: Instant)?
    /// Called when the deadline may have come.
    var onFire: (() -> Void)?

    /// Makes a timer that is not armed.
    init(scheduler: any Scheduling) { self.scheduler = scheduler }

    /// Follows the deadline; `nil` disarms.
    func follow(_ deadline: Instant?) {
        guard let deadline else {
            if let armed { scheduler.cancel(armed.timer) }
            armed = nil
            return
        }
        if let armed {
            if armed.at <= deadline { return }
            scheduler.cancel(armed.timer)
        }
        let timer = scheduler.schedule(at: deadline) { [weak self] in
            guard let self else { return }
            armed = nil
            onFire?()
        }
        armed = (timer, deadline)
    }
}
