public import EventLoop

/// A transport without a network: the test plays the other side and the operating system.
///
/// It keeps the laws of `Transport`: our own `close()` is answered by `closed` on the loop's next turn, not inside the
/// call; nothing comes after `closed`; bytes sent before `connected` or after `close` are dropped.
public final class ScriptedTransport: Transport {
    /// Where it was asked to connect to.
    public let endpoint: Endpoint
    /// Where the events go.
    public var onEvent: ((TransportEvent) -> Void)?
    /// All bytes sent by the code under test, in order.
    public private(set) var sent: [UInt8] = []
    /// Set by a test to play a full socket buffer.
    public var pendingBytes = 0
    /// Whether reading is paused.
    public private(set) var isPaused = false
    /// Whether `connected` has been told.
    public private(set) var isConnected = false
    /// Whether our side closed it.
    public private(set) var isClosedByUs = false
    /// Whether `closed` has been told.
    public private(set) var isClosed = false
    /// Called after each `send`, with the bytes; a scripted server can answer from here (on the loop's next turn).
    public var onSend: (([UInt8]) -> Void)?

    private let scheduler: any Scheduling
    /// How many of `sent` a test has taken.
    private var taken = 0

    /// Makes a transport whose own events come from the scheduler.
    public init(endpoint: Endpoint, scheduler: any Scheduling) {
        self.endpoint = endpoint
        self.scheduler = scheduler
    }

    /// Keeps the bytes and tells `onSend`.
    public func send(_ bytes: [UInt8]) {
        guard isConnected, !isClosedByUs, !isClosed else { return }
        sent += bytes
        onSend?(bytes)
    }

    /// Remembered in `isPaused`; what a test delivers meanwhile still arrives.
    public func pauseReading(_ paused: Bool) { isPaused = paused }

    /// Ends the stream from our side.
    public func close() {
        guard !isClosedByUs, !isClosed else { return }
        isClosedByUs = true
        scheduler.schedule(after: 0) { self.deliver(.closed(nil)) }
    }

    /// Tells an event to the code under test, unless the stream is over.
    public func deliver(_ event: TransportEvent) {
        guard !isClosed else { return }
        switch event {
        case .connected: isConnected = true
        case .closed: isClosed = true
        default: break
        }
        onEvent?(event)
    }

    /// The stream opens.
    public func connected() { deliver(.connected) }

    /// The other side's bytes arrive in one piece.
    public func receive(_ bytes: [UInt8]) {
        guard isConnected, !isClosedByUs else { return }
        deliver(.received(bytes))
    }

    /// The other side ends or the network breaks.
    public func fail(_ error: TransportError? = nil) { deliver(.closed(error)) }

    /// The bytes sent since the last call.
    public func takeSent() -> [UInt8] {
        defer { taken = sent.count }
        return Array(sent[taken...])
    }
}
