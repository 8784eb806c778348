import EventLoop
import IMModel
public import IMService

extension GoBelieveEngine: ConnectionObserver {
    /// Translates the state for the host.
    public func connectionChanged(to state: ConnectionState) {
        let new: ChatConnectionState =
            switch state {
            case .stopped, .suspended: .offline
            case .resolving: .resolving
            case .connecting: .connecting
            case .authenticating: .authenticating
            case .online: .online(syncing: false)
            case .waiting(let retryAt, let reason):
                .waiting(milliseconds: max(0, retryAt.since(scheduler.now)), reason: ConnectionWords.reason(reason))
            case .authenticationFailed:
                .refused(reason: "the server does not accept the token of \(configuration.me.displayName)")
            }
        connectionState = new
        emit(.connection(new))
        guard case .online = state else { return runningSyncs.disconnected() }
        hasTriedHistory = false
        // A link that comes and goes must not have every group written anew each time.
        guard directoryAskedAt.map({ scheduler.now.since($0) >= Self.directoryPause }) ?? true else { return }
        directoryAskedAt = scheduler.now
        refreshDirectory()
    }

    /// How far each queue of the server's is stored.
    public var facts: [String] {
        guard let keys = service?.syncKeys else { return [] }
        return ["personal queue: key \(keys.personal)"]
            + keys.groups.sorted { $0.key < $1.key }.map { "queue of group \($0.key): key \($0.value)" }
    }

    /// A sync began or ended.
    public func syncRunning(_ isRunning: Bool, queue: SyncQueue) {
        runningSyncs.set(queue, isRunning)
        if queue == .personal { watchFirstSync() }
        readHistoryByItself()
        let new = ChatConnectionState.online(syncing: !runningSyncs.isEmpty)
        guard case .online = connectionState, new != connectionState else { return }
        connectionState = new
        emit(.connection(new))
    }

    /// The first sync comes in batches with pauses between them; it is over when it has been quiet for a while.
    private func watchFirstSync() {
        if let timer = firstSyncTimer { scheduler.cancel(timer) }
        firstSyncTimer = nil
        guard firstSyncStart != nil, !runningSyncs.hasPersonal else { return }
        firstSyncTimer = scheduler.schedule(after: Self.firstSyncQuiet) { [weak self] in
            guard let self, let service, service.syncKeys.personal != 0 else { return }
            firstSyncTimer = nil
            firstSyncIsOver()
        }
    }

    private static let directoryPause: Int64 = 60_000
    private static let firstSyncQuiet: Int64 = 60_000
}
