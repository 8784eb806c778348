import EventLoop
import Testing

/// An HTTP server on a loopback port that answers as a test says, one request for each connection.
final class LoopbackHTTPServer {
    enum Reply {
        case json(String, status: Int = 200)
        /// Bytes as they are, head included; then the connection ends.
        case raw(String)
        /// The connection stays open without a word.
        case silence
    }

    private(set) var requests: [String] = []
    private var transports: [ObjectIdentifier: any Transport] = [:]
    private var heads: [ObjectIdentifier: [UInt8]] = [:]
    private var listener: Listener?
    /// From the request's target (`/path?query`) to what is answered.
    var reply: (String) -> Reply = { _ in .json("{}") }

    init(_ loop: EventLoop) throws {
        listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { [weak self] transport, _ in
            self?.accept(transport)
        }
    }

    /// `http://127.0.0.1:PORT`
    var base: String { listener.map { "http://\($0.endpoint)" } ?? "" }
    /// The targets that were asked for.
    var targets: [String] { requests.map(Self.target) }

    private static func target(_ request: String) -> String {
        let words = request.split(separator: " ", maxSplits: 2)
        return words.count > 1 ? String(words[1]) : ""
    }

    private func accept(_ transport: any Transport) {
        let key = ObjectIdentifier(transport)
        transports[key] = transport
        heads[key] = []
        transport.onEvent = { [weak self, weak transport] event in
            guard let self, let transport else { return }
            switch event {
            case .received(let bytes): received(bytes, transport)
            case .closed:
                transports[key] = nil
                heads[key] = nil
            default: break
            }
        }
    }

    private func received(_ bytes: [UInt8], _ transport: any Transport) {
        let key = ObjectIdentifier(transport)
        heads[key, default: []] += bytes
        let text = String(decoding: heads[key] ?? [], as: UTF8.self)
        guard text.hasSuffix("\r\n\r\n") else { return }
        requests.append(text)
        switch reply(Self.target(text)) {
        case .silence: return
        case .raw(let answer): transport.send(Array(answer.utf8))
        case .json(let body, let status):
            transport.send(
                Array(
                    "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                        .utf8
                ))
        }
        transport.close()
    }
}
