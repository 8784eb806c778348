import EventLoop
import Foundation
import IMServer
import IMWire
import TestSupport
import Testing

/// WebSocket as the recordings tell it: binary, a frame of the protocol in each message, text ends the stream.
@Suite struct WebSocketTests {
    private static func frame(_ first: UInt8, _ payload: [UInt8], mask: [UInt8]? = [1, 2, 3, 4]) -> [UInt8] {
        let bit: UInt8 = mask == nil ? 0 : 0x80
        var head: [UInt8] = [first]
        if payload.count < 126 {
            head.append(bit | UInt8(payload.count))
        } else if payload.count < 65_536 {
            head += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        } else {
            head += [bit | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard let mask else { return head + payload }
        return head + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    private static func events(_ stream: [UInt8], step: Int) throws -> [WebSocketDecoder.Event] {
        var decoder = WebSocketDecoder()
        var events: [WebSocketDecoder.Event] = []
        for start in stride(from: 0, to: stream.count, by: step) {
            decoder.append(stream[start..<min(stream.count, start + step)])
            while let event = try decoder.next() { events.append(event) }
        }
        return events
    }

    @Test func messagesHoweverTheyAreCut() throws {
        let large = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
        let stream =
            Self.frame(0x82, [1]) + Self.frame(0x02, [1, 2]) + Self.frame(0x89, [9]) + Self.frame(0x00, [3])
            + Self.frame(0x80, [4]) + Self.frame(0x8A, []) + Self.frame(0x82, []) + Self.frame(0x82, large)
            + Self.frame(0x82, Array(large.prefix(126))) + Self.frame(0x88, [3, 232])
        let expected: [WebSocketDecoder.Event] = [
            .message([1]), .ping([9]), .message([1, 2, 3, 4]), .message([]), .message(large),
            .message(Array(large.prefix(126))), .close,
        ]
        for step in [7, 1_000, stream.count] { #expect(try Self.events(stream, step: step) == expected) }
    }

    @Test(arguments: [
        (frame(0x81, [65]), WebSocketError.text), (frame(0x01, [65]), .text), (frame(0x82, [1], mask: nil), .notMasked),
        (frame(0xC2, [1]), .badFrame), (frame(0x83, [1]), .badFrame), (frame(0x80, [1]), .badFrame),
        (frame(0x09, [1]), .badFrame), (frame(0x02, [1]) + frame(0x82, [1]), .badFrame),
        (frame(0x89, [UInt8](repeating: 1, count: 126)), .badFrame),
        ([0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1], .tooLarge(limit: 65_536)),
        ([0x82, 0xFF] + [UInt8](repeating: 255, count: 8), .tooLarge(limit: 65_536)),
    ])
    func whatIsNoneEndsTheStream(_ stream: [UInt8], _ error: WebSocketError) {
        #expect(throws: error) { try Self.events(stream, step: stream.count) }
        #expect(throws: error) { try Self.events(stream, step: 1) }
    }

    @Test func piecesAreBoundedTogether() {
        let stream =
            Self.frame(0x02, [UInt8](repeating: 0, count: 40_000))
            + Self.frame(0x80, [UInt8](repeating: 0, count: 30_000))
        #expect(throws: WebSocketError.tooLarge(limit: 65_536)) { try Self.events(stream, step: 10_000) }
    }

    private final class Line {
        let transport: any Transport
        var bytes: [UInt8] = []
        var isClosed = false

        init(_ loop: EventLoop, _ endpoint: Endpoint, first: [UInt8]) {
            transport = loop.connect(to: endpoint)
            transport.onEvent = { [weak self] event in
                switch event {
                case .connected: self?.transport.send(first)
                case .received(let more): self?.bytes += more
                case .closed: self?.isClosed = true
                default: break
                }
            }
        }
    }

    private static let handshake = Array(
        ("GET /ws HTTP/1.1\r\nHost: chat.example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").utf8)

    /// What came behind the handshake.
    private static func payloads(_ line: Line) -> [[UInt8]] {
        guard let end = line.bytes.firstRange(of: [13, 10, 13, 10]) else { return [] }
        var rest = line.bytes[end.upperBound...]
        var out: [[UInt8]] = []
        while rest.count >= 2 {
            let start = rest.startIndex
            guard rest[start + 1] < 126, rest.count >= 2 + Int(rest[start + 1]) else { break }
            out.append([rest[start]] + rest[(start + 2)..<(start + 2 + Int(rest[start + 1]))])
            rest = rest.dropFirst(2 + Int(rest[start + 1]))
        }
        return out
    }

    /// The recorded conversation, over the library: the handshake of RFC 6455's own example, log-in and PING behind it
    /// in one packet.
    @Test func theRecordedConversation() throws {
        let rows = try ReplayTests.rows(server: "2022-cluster").filter { $0.scenario == "websocket" }
        let said = rows.filter { $0.direction == "C->S" }.map(\.bytes)
        let heard = rows.filter { $0.direction == "S->C" }.map(\.bytes)
        var login = FrameDecoder(direction: .fromClient)
        login.append(said[0])
        guard case .authToken(_, let token, _)? = try login.next()?.body else { return }
        let folder = "/tmp/imserver-ws-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let loop = EventLoop()
        let server = try EmbeddedServer(
            loop: loop,
            options: EmbeddedServerOptions(
                databasePath: folder + "/server.db", endpoints: [],
                webSocket: .tcp(host: "127.0.0.1", port: 0)))
        defer { server.stop() }
        server.core.admit(token: token, user: UserKey(appID: 7, uid: 2))
        let endpoint = try #require(server.webSocketEndpoint)
        let line = Line(loop, endpoint, first: Self.handshake + said.flatMap { Self.frame(0x82, $0) })
        #expect(loop.run(atMost: 5_000) { Self.payloads(line).count == heard.count })
        #expect(Self.payloads(line) == heard.map { [0x82] + $0 })
        let head = String(decoding: line.bytes.prefix(300), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))

        // Two frames in one message: the first counts.
        let ping = try Frame(seq: 9, version: 2, body: .ping).encoded()
        line.transport.send(Self.frame(0x82, ping + ping) + Self.frame(0x89, [7]))
        #expect(loop.run(atMost: 5_000) { Self.payloads(line).count == heard.count + 2 })
        #expect(Set(Self.payloads(line).suffix(2)) == [[0x8A, 7], [0x82, 0, 0, 0, 0, 0, 0, 0, 3, 14, 2, 0, 0]])
        // Text ends it, as do a message that is no frame and what is no WebSocket.
        line.transport.send(Self.frame(0x81, Array("hello".utf8)))
        #expect(loop.run(atMost: 5_000) { line.isClosed })
        for junk in [Self.frame(0x82, [1, 2, 3]), [0xFF, 0xFF, 0xFF], Self.frame(0x88, [])] {
            let other = Line(loop, endpoint, first: Self.handshake + junk)
            #expect(loop.run(atMost: 5_000) { other.isClosed })
        }
        #expect(loop.run(atMost: 5_000) { server.core.connectionCount == 0 })
        for request in ["GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", "GET /users HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let plain = Line(loop, endpoint, first: Array(request.utf8))
            #expect(loop.run(atMost: 5_000) { !plain.bytes.isEmpty })
            #expect(String(decoding: plain.bytes, as: UTF8.self).hasPrefix("HTTP/1.1 404"))
        }
    }

    /// Clients behind WebSocket are not the port's to close: neither its time-out nor its number counts for them.
    @Test func theyStayWhenThePortForgetsThem() throws {
        let loop = EventLoop()
        var streams: [any Transport] = []
        let port = try HTTPPort(
            loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0), connectionLimit: 2, idleSeconds: 1,
            onWebSocket: { streams.append($0) }
        ) { $1(HTTPResponse()) }
        let lines = (0..<12).map { _ in Line(loop, port.endpoint, first: Self.handshake) }
        #expect(loop.run(atMost: 5_000) { streams.count + lines.count { $0.isClosed } == 12 })
        let open = lines.filter { !$0.isClosed }
        #expect(open.count >= 2)
        loop.run(atMost: 1_300) { false }
        port.close()
        for stream in streams { stream.send(try Frame(seq: 1, body: .pong).encoded()) }
        #expect(loop.run(atMost: 5_000) { open.allSatisfy { Self.payloads($0).count == 1 } })
        #expect(open.allSatisfy { !$0.isClosed })
    }

    @Test func mutatedStreamsNeverTrap() throws {
        var random = SeededRandom(seed: 5)
        let stream =
            Self.frame(0x82, [1, 2, 3]) + Self.frame(0x02, [4]) + Self.frame(0x80, [5]) + Self.frame(0x89, [6])
        for _ in 0..<2_000 {
            var bytes = stream
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? Self.events(bytes, step: 5)
        }
    }
}
