import EventLoop

/// A stream in memory whose other side is the benchmark.
final class BenchTransport: Transport {
    var onEvent: ((TransportEvent) -> Void)?
    let pendingBytes = 0
    /// How many bytes the client has sent.
    private(set) var sentBytes = 0

    func send(_ bytes: [UInt8]) { sentBytes += bytes.count }
    func pauseReading(_ paused: Bool) {}
    func close() {}
}

/// Makes such streams and keeps the last one.
final class BenchConnector: Connecting {
    private(set) var last: BenchTransport?

    func connect(to endpoint: Endpoint) -> any Transport {
        let transport = BenchTransport()
        last = transport
        return transport
    }
}
