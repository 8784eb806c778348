import EventLoop
import IMWire

/// Stands between a client and its server on Unix sockets: counts what the client says, and can cut the line.
final class CuttingProxy {
    let endpoint: Endpoint
    /// What the client has said so far, command by command.
    private(set) var commands: [Command] = []
    private(set) var connections = 0
    private var listener: Listener?
    private var pairs: [(client: any Transport, server: any Transport)] = []

    init(path: String, to server: Endpoint, loop: EventLoop) throws {
        endpoint = .unix(path: path)
        listener = try loop.listen(on: endpoint) { [weak self] client, _ in
            guard let self else { return }
            connections += 1
            let server = loop.connect(to: server)
            var (isConnected, early) = (false, [UInt8]())
            var decoder = FrameDecoder(direction: .fromClient)
            client.onEvent = { [weak self] event in
                switch event {
                case .received(let bytes):
                    decoder.append(bytes)
                    while let frame = try? decoder.next() { self?.commands.append(frame.body.command) }
                    if isConnected { server.send(bytes) } else { early += bytes }
                case .closed: server.close()
                default: break
                }
            }
            server.onEvent = { event in
                switch event {
                case .connected:
                    isConnected = true
                    server.send(early)
                case .received(let bytes): client.send(bytes)
                case .closed: client.close()
                default: break
                }
            }
            pairs.append((client, server))
        }
    }

    /// Cuts every line.
    func cut() {
        for pair in pairs {
            pair.client.close()
            pair.server.close()
        }
        pairs = []
    }

    func close() {
        cut()
        listener?.close()
    }
}
