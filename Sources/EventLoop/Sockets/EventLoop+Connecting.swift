extension EventLoop: Connecting {
    /// Starts to connect; the transport tells how it went. Names are looked up on a helper thread, all their addresses
    /// tried in turn, each for at most `connectTimeout`. Keep the transport: one that is let go of closes.
    public func connect(to endpoint: Endpoint) -> any Transport {
        switch endpoint {
        case .tcp, .unix: StreamTransport(loop: self, to: endpoint)
        case .tls(let host, _): connectTLS(host: host, to: endpoint)
        }
    }

    private func connectTLS(host: String, to endpoint: Endpoint) -> any Transport {
        do throws(TransportError) {
            let context = if let tlsContext { tlsContext } else { try TLSContext(configuration.tls) }
            tlsContext = context
            return TLSTransport(loop: self, context: context, host: host, to: endpoint)
        } catch {
            return StreamTransport(loop: self, failing: error)
        }
    }

    /// Two connected transports of one process.
    public func makeTransportPair() throws(SystemError) -> (any Transport, any Transport) {
        let pair = try socketPair()
        return (
            StreamTransport(loop: self, connected: pair.0, target: "pair"),
            StreamTransport(loop: self, connected: pair.1, target: "pair")
        )
    }
}
