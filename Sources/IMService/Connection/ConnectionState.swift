public import EventLoop

/// Where a connection stands, for a status line.
public enum ConnectionState: Sendable, Hashable {
    /// Not started, or stopped.
    case stopped
    /// In the background: no connection is held.
    case suspended
    /// The host name is looked up.
    case resolving
    /// The stream is being opened.
    case connecting
    /// Waiting for the server's word on the token.
    case authenticating
    /// Logged in since an instant.
    case online(since: Instant)
    /// Lost, to be tried again at an instant; why.
    case waiting(retryAt: Instant, reason: ConnectionFailure)
    /// The server refuses the token; tried again slowly, at an instant.
    case authenticationFailed(retryAt: Instant)

    /// Whether messages can go out now.
    public var isOnline: Bool {
        if case .online = self { true } else { false }
    }
}
