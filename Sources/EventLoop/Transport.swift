/// A byte stream to the other side. Used on the loop's thread only.
///
/// Laws: events come from the loop, never from inside a call on the transport; `connected` at most once and first;
/// `closed` exactly once and last, also after our own `close()`; bytes arrive whole and in order, cut anywhere.
public protocol Transport: AnyObject {
    /// Receives the events; set it before the first turn of the loop.
    var onEvent: ((TransportEvent) -> Void)? { get set }
    /// Bytes accepted by `send` that the operating system has not taken yet.
    var pendingBytes: Int { get }
    /// Queues bytes for sending; ignored before `connected` and after `close`.
    func send(_ bytes: [UInt8])
    /// Stops reading while `true` (back-pressure).
    func pauseReading(_ paused: Bool)
    /// Closes; queued bytes are still given to the operating system as far as it takes them at once.
    func close()
}

/// What happens on a transport.
public enum TransportEvent: Sendable, Hashable {
    /// Names are being looked up (first, where there is a name).
    case resolving
    /// A connection is being made.
    case connecting
    /// The stream is open.
    case connected
    /// Bytes came.
    case received([UInt8])
    /// `pendingBytes` fell to 0.
    case drained
    /// The stream is over: `nil` after an orderly end by the other side or by us.
    case closed(TransportError?)
}

/// Why a stream could not be opened or broke.
public enum TransportError: Error, Sendable, Hashable {
    /// The host name has no address; the resolver's own words.
    case cannotResolve(host: String, reason: String)
    /// Nobody listens there.
    case refused(String)
    /// No answer to the connect within the time-out.
    case timedOut
    /// The connection was reset.
    case reset
    /// The network or host cannot be reached.
    case unreachable
    /// TLS failed; which check, in words.
    case tls(String)
    /// Any other error of the operating system: number and words.
    case system(code: Int32, reason: String)
}

/// Makes transports: `EventLoop` for the real ones, `ScriptedTransport`'s factory in tests.
public protocol Connecting: AnyObject {
    /// Starts to connect; the transport tells how it went.
    func connect(to endpoint: Endpoint) -> any Transport
}
