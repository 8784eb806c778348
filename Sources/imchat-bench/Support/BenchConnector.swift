import EventLoop

/// Makes streams in memory and keeps the last one.
final class BenchConnector: Connecting {
    private(set) var last: BenchTransport?

    func connect(to endpoint: Endpoint) -> any Transport {
        let transport = BenchTransport()
        last = transport
        return transport
    }
}
