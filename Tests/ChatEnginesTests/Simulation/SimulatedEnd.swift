import EventLoop

/// One end of a simulated stream.
final class SimulatedEnd: Transport {
    var onEvent: ((TransportEvent) -> Void)?
    let pendingBytes = 0
    private let stream: SimulatedStream
    private(set) var isConnected = false
    private var isClosed = false
    private var isClosing = false

    init(stream: SimulatedStream) { self.stream = stream }

    func connected() {
        isConnected = true
        deliver(.connected)
    }

    func send(_ bytes: [UInt8]) {
        guard isConnected, !isClosing, !isClosed, !bytes.isEmpty else { return }
        stream.carry(bytes, from: self)
    }

    func pauseReading(_ paused: Bool) {}

    func close() {
        guard !isClosing, !isClosed else { return }
        isClosing = true
        stream.finish(from: self)
        stream.clock.schedule(after: 0) { self.deliver(.closed(nil)) }
    }

    func deliver(_ event: TransportEvent) {
        guard !isClosed else { return }
        if case .received = event, isClosing { return }
        if case .closed = event {
            isClosed = true
            let handler = onEvent
            onEvent = nil
            handler?(event)
            return
        }
        onEvent?(event)
    }
}
