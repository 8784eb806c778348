public import EventLoop

/// Makes scripted transports and keeps them for the test.
public final class ScriptedConnector: Connecting {
    /// Every transport that was asked for, in order.
    public private(set) var transports: [ScriptedTransport] = []
    /// Called on the loop's next turn after each `connect`; plays the server's side.
    public var onConnect: ((ScriptedTransport) -> Void)?

    private let scheduler: any Scheduling

    /// Makes a connector whose transports use the scheduler for their own events.
    public init(scheduler: any Scheduling) { self.scheduler = scheduler }

    /// The newest transport.
    public var last: ScriptedTransport? { transports.last }

    /// Makes a transport that waits for the test.
    public func connect(to endpoint: Endpoint) -> any Transport {
        let transport = ScriptedTransport(endpoint: endpoint, scheduler: scheduler)
        transports.append(transport)
        scheduler.schedule(after: 0) { [weak self] in
            guard !transport.isClosedByUs else { return }
            self?.onConnect?(transport)
        }
        return transport
    }
}
