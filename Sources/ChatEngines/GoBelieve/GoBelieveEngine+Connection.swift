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
        if case .online = state { refreshDirectory() }
    }

    /// A sync began or ended.
    public func syncRunning(_ isRunning: Bool, queue: SyncQueue) {
        if queue == .personal, !isRunning { firstSyncEnded() }
        guard case .online = connectionState else { return }
        connectionState = .online(syncing: isRunning)
        emit(.connection(connectionState))
    }

    private func firstSyncEnded() {
        guard let service, service.syncKeys.personal != 0 else { return }
        firstSyncStart = nil
    }
}
