import EventLoop
import TestSupport

/// Connects engines to a server in the same process.
final class SimulatedNetwork: Connecting {
    let clock: ManualClock
    /// Takes the server's end of each new stream; `nil` while nobody listens.
    var accept: ((any Transport) -> Void)?
    /// The faults of the next stream: to the server, to the client.
    var faults: () -> (SimulatedStream.Faults, SimulatedStream.Faults) = {
        (SimulatedStream.Faults(), SimulatedStream.Faults())
    }
    /// Whether the next connection reaches the server twice.
    var doubles: () -> Bool = { false }
    /// Whether the next attempt is refused although the server is there.
    var refuses: () -> Bool = { false }
    /// Called for each stream that opened.
    var onStream: ((SimulatedStream) -> Void)?
    /// The streams that were opened, in order.
    private(set) var streams: [SimulatedStream] = []

    init(clock: ManualClock) { self.clock = clock }

    func connect(to endpoint: Endpoint) -> any Transport { connect(owner: "") }

    /// A connector for one program, whose streams can be told from others'.
    func port(of owner: String) -> any Connecting { SimulatedPort(network: self, owner: owner) }

    /// Opens a stream.
    func connect(owner: String) -> any Transport {
        let (toServer, toClient) = faults()
        let stream = SimulatedStream(clock: clock, owner: owner, toServer: toServer, toClient: toClient)
        let client = stream.client
        clock.schedule(after: 0) { client.deliver(.connecting) }
        clock.schedule(after: 1) { [weak self] in
            guard let self, let accept, !refuses() else { return client.deliver(.closed(.refused("nobody listens"))) }
            streams.removeAll { $0.isOver }
            streams.append(stream)
            stream.server.connected()
            accept(stream.server)
            if doubles() {
                let ghost = stream.makeGhost()
                ghost.connected()
                accept(ghost)
            }
            client.connected()
            onStream?(stream)
        }
        return client
    }

    /// Breaks every stream.
    func breakAll() {
        for stream in streams { stream.break() }
        streams = []
    }
}

/// One program's way into the network.
private final class SimulatedPort: Connecting {
    private let network: SimulatedNetwork
    private let owner: String

    init(network: SimulatedNetwork, owner: String) {
        self.network = network
        self.owner = owner
    }

    func connect(to endpoint: Endpoint) -> any Transport { network.connect(owner: owner) }
}
