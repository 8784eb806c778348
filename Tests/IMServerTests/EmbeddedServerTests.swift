import EventLoop
import Foundation
import IMModel
import IMServer
import IMWire
import Testing

/// The server with a real loop, a real file and Unix sockets.
@Suite struct EmbeddedServerTests {
    private final class Line {
        let transport: any Transport
        var bytes: [UInt8] = []
        var isClosed = false

        init(_ loop: EventLoop, _ endpoint: Endpoint, first: [UInt8]) {
            transport = loop.connect(to: endpoint)
            transport.onEvent = { [unowned self] event in
                switch event {
                case .connected: transport.send(first)
                case .received(let more): bytes += more
                case .closed: isClosed = true
                default: break
                }
            }
        }

        var frames: [Frame] {
            var decoder = FrameDecoder(direction: .fromServer)
            decoder.append(bytes)
            var frames: [Frame] = []
            while let frame = try? decoder.next() { frames.append(frame) }
            return frames
        }
    }

    @Test func theFirstMinute() throws {
        let folder = "/tmp/imserver-\(UInt64.random(in: 0...UInt64.max))"
        let options = EmbeddedServerOptions(
            databasePath: folder + "/server.db", endpoints: [.unix(path: folder + "/chat")],
            directoryPath: folder + "/chat.grant", hasResidents: true)
        let loop = EventLoop()
        let server = try EmbeddedServer(loop: loop, options: options)
        for name in ["/chat", "/chat.grant"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder + name)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let call = DirectoryCall.grant(uid: nil, name: "alice", platform: 4, deviceID: "d")
        let grants = Line(loop, .unix(path: folder + "/chat.grant"), first: call.request().bytes)
        var granted: DirectoryGrant?
        #expect(
            loop.run(atMost: 5_000) {
                var decoder = HTTPDecoder(bodyLimit: 10_000)
                decoder.append(grants.bytes)
                if let answer = try? decoder.next(), case .granted(let grant) = DirectoryAnswer.parse(answer, to: call)
                {
                    granted = grant
                }
                return granted != nil
            })
        let grant = try #require(granted)
        var first = try Frame(seq: 1, body: .authToken(platform: 4, token: grant.token, deviceID: "d")).encoded()
        try Frame(seq: 2, body: .sync(1)).encode(into: &first)
        let hello = FrameBody.ChatMessage(sender: grant.uid, receiver: DemoResidents.echo, content: "hello")
        try Frame(seq: 3, body: .im(hello)).encode(into: &first)
        let chat = Line(loop, .unix(path: folder + "/chat"), first: first)
        let isEcho: (Frame) -> Bool = { frame in
            if case .im(let message) = frame.body, frame.flags.contains(.push) {
                return message.sender == DemoResidents.echo && message.content == "hello"
            }
            return false
        }
        #expect(loop.run(atMost: 5_000) { chat.frames.contains(where: isEcho) })
        #expect(chat.frames.contains { $0.body == .ack(seq: 3, status: 0) })
        #expect(chat.frames.contains { $0.body.command == .syncEnd })
        #expect(throws: EmbeddedServerError.listen(.inUse(.unix(path: folder + "/chat")))) {
            var second = options
            second.databasePath = folder + "/other.db"
            _ = try EmbeddedServer(loop: loop, options: second)
        }
        server.stop()
        #expect(loop.run(atMost: 5_000) { chat.isClosed && grants.isClosed })
        #expect(server.core.connectionCount == 0)
        let again = try EmbeddedServer(loop: loop, options: options)
        #expect(again.core.directory.user(named: "alice", appID: 7)?.uid == grant.uid)
        again.stop()
        try FileManager.default.removeItem(atPath: folder)
    }
}
