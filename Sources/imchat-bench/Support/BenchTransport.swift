import EventLoop

/// A stream in memory whose other side is the benchmark.
final class BenchTransport: Transport {
    var onEvent: ((TransportEvent) -> Void)?
    let pendingBytes = 0
    /// Sees what the client sends.
    var onSend: (([UInt8]) -> Void)?

    func send(_ bytes: [UInt8]) { onSend?(bytes) }
    func pauseReading(_ paused: Bool) {}
    func close() {}
}
