import EventLoop
import IMModel
import MessageStore

extension GoBelieveEngine {
    /// Sets how long messages are kept. Old ones go a few at a time, beside everything else; looked at again every hour.
    public func setRetention(_ retention: Retention) {
        guard retention != self.retention else { return }
        self.retention = retention
        scheduleRetention(after: Self.retentionDelay)
    }

    /// Looks for old messages after a pause; an earlier plan is dropped.
    func scheduleRetention(after milliseconds: Int64) {
        if let retentionTimer { scheduler.cancel(retentionTimer) }
        retentionTimer = nil
        guard store != nil, retention != Retention() else { return }
        retentionTimer = scheduler.schedule(after: milliseconds) { [weak self] in
            guard let self else { return }
            retentionTimer = nil
            let day: Int64 = 86_400_000
            let notBefore = retention.days.map { scheduler.wallClock - Int64($0) * day }
            removeOld(RetentionPolicy(notBefore: notBefore, messages: retention.messages), from: nil)
        }
    }

    private func removeOld(_ policy: RetentionPolicy, from cursor: RetentionStep.Cursor?) {
        guard let store else { return }
        store.removeOld(policy, from: cursor) { [weak self] result in
            guard let self, self.store === store, retentionTimer == nil else { return }
            guard case .success(let step) = result else { return scheduleRetention(after: Self.retentionPause) }
            for (session, ids) in step.removed { emit(.deleted(session, ids)) }
            sessionsChanged(step.sessions)
            guard let next = step.next else { return scheduleRetention(after: Self.retentionPause) }
            retentionTimer = scheduler.schedule(after: Self.retentionStepPause) { [weak self] in
                self?.retentionTimer = nil
                self?.removeOld(policy, from: next)
            }
        }
    }

    /// The start belongs to the reader.
    private static let retentionDelay: Int64 = 10_000
    private static let retentionStepPause: Int64 = 100
    private static let retentionPause: Int64 = 3_600_000
}
