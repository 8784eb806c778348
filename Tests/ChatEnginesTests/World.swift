import EventLoop
import TestSupport
import Testing

/// A clock, a network without faults and a server.
final class World {
    let clock = ManualClock(wallClock: 1_764_500_000_000)
    let network: SimulatedNetwork
    let server: TestServer

    init() throws {
        network = SimulatedNetwork(clock: clock)
        server = try TestServer(clock: clock, network: network)
    }

    /// A started client of a user that the server knows.
    func client(
        _ uid: Int64, device: String = "d", path: String = ":memory:", maximumPages: Int = 0,
        appID: Int64 = TestServer.appID, directory: FakeDirectory? = nil, starts: Bool = true
    ) -> TestClient {
        server.admit(uid, name: "user\(uid)")
        let client = TestClient(
            uid, clock: clock, network: network, device: device, path: path, maximumPages: maximumPages,
            appID: appID, directory: directory)
        if starts {
            client.start()
            settle()
        }
        return client
    }

    /// Lets a second pass.
    func settle(_ milliseconds: Int64 = 1_000) { clock.advance(by: milliseconds) }
}
