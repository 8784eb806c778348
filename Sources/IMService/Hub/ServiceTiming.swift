/// The time-outs and rates of a service, milliseconds where nothing else is said. The defaults suit real servers;
/// tests and simulations change them.
public struct ServiceTiming: Sendable, Hashable {
    /// From the start of a connect to the open stream.
    public var connectTimeout: Int64 = 30_000
    /// From the token to the server's answer.
    public var authenticationTimeout: Int64 = 15_000
    /// A PING goes out after so long without a frame from us; servers close after 360 s (protocol document, section 5.3).
    public var heartbeatInterval: Int64 = 180_000
    /// From a PING to any sign of life.
    public var heartbeatTimeout: Int64 = 10_000
    /// From a message to a probing PING, if nothing at all has come in: finds dead links at once where it matters.
    public var probeDelay: Int64 = 5_000
    /// The first window of the back-off; a retry comes at a random moment of the window, which doubles each time.
    public var backOffBase: Int64 = 1_000
    /// The largest window.
    public var backOffCap: Int64 = 60_000
    /// The shortest pause before a retry, so that a dead link cannot burn a core.
    public var backOffFloor: Int64 = 250
    /// Being online so long resets the back-off.
    public var stableAfter: Int64 = 60_000
    /// The first pause after a refused token; doubles up to ten times that.
    public var authenticationRetry: Int64 = 30_000
    /// From a message to the failure "no acknowledgement", while the link is alive.
    public var acknowledgementTimeout: Int64 = 15_000
    /// A sync without progress for so long is asked for again; doubles up to ten minutes.
    public var syncTimeout: Int64 = 15_000
    /// The first pause after a failed commit; doubles up to a minute.
    public var commitRetry: Int64 = 1_000
    /// So many queued sends go out at once after a reconnect ...
    public var sendBurst = 50
    /// ... and then so many in a second.
    public var sendsPerSecond = 200
    /// So many sends may be unacknowledged at a time.
    public var sendWindow = 64
    /// The least time between two "is typing" to one peer.
    public var typingInterval: Int64 = 3_000

    /// The defaults.
    public init() {}
}
