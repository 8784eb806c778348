import EventLoop
import Foundation
import IMServer
import Testing

/// The server as the original server's own test clients use it: TCP on loopback, frames put together by hand, tokens
/// and groups made beforehand, messages of business back ends by HTTP. Nothing of our wire code is used.
@Suite final class OriginalClientTests {
    /// A frame as it came.
    private struct Packet: Equatable {
        var command: UInt8
        var flag: UInt8
        var body: [UInt8]

        func int64(at offset: Int) -> Int64 {
            body[offset..<offset + 8].reduce(0) { $0 << 8 | Int64($1) }
        }

        func text(from offset: Int) -> String { String(decoding: body[offset...], as: UTF8.self) }
    }

    private static func big(_ value: Int64, _ count: Int = 8) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private final class Client {
        let transport: any Transport
        let loop: EventLoop
        var bytes: [UInt8] = []
        var isClosed = false
        var seq: Int64 = 0

        init(_ loop: EventLoop, _ endpoint: Endpoint) {
            self.loop = loop
            transport = loop.connect(to: endpoint)
            var isOpen = false
            transport.onEvent = { [weak self] event in
                switch event {
                case .connected: isOpen = true
                case .received(let more): self?.bytes += more
                case .closed: self?.isClosed = true
                default: break
                }
            }
            #expect(loop.run(atMost: 5_000) { isOpen })
        }

        /// A frame of version 2.
        func send(_ command: UInt8, _ body: [UInt8], flag: UInt8 = 0) {
            seq += 1
            transport.send(
                OriginalClientTests.big(Int64(body.count), 4) + OriginalClientTests.big(seq, 4) + [command, 2, flag, 0]
                    + body)
        }

        func message(_ command: UInt8, from sender: Int64, to receiver: Int64, _ text: String) {
            send(command, [sender, receiver, 0].flatMap { OriginalClientTests.big($0) } + Array(text.utf8))
        }

        private var first: Packet? {
            guard bytes.count >= 12 else { return nil }
            let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
            guard bytes.count >= 12 + length else { return nil }
            return Packet(command: bytes[8], flag: bytes[10], body: Array(bytes[12..<12 + length]))
        }

        /// The next frame.
        func receive() -> Packet {
            #expect(loop.run(atMost: 5_000) { first != nil })
            let packet = first ?? Packet(command: 0, flag: 0, body: [])
            bytes.removeFirst(min(bytes.count, 12 + packet.body.count))
            return packet
        }

        /// The commands of the next frames.
        func commands(_ count: Int) -> [UInt8] { (0..<count).map { _ in receive().command } }

        /// Whether nothing comes for a while: PING is answered, and by nothing but PONG.
        func isQuiet() -> Bool {
            send(13, [])
            return receive().command == 14
        }
    }

    private let folder = "/tmp/imserver-\(UInt64.random(in: 0...UInt64.max))"
    private let loop = EventLoop()
    private let server: EmbeddedServer
    private let chat: Endpoint
    private let http: Endpoint
    private let ann: Int64 = 13_635_273_142
    private let ben: Int64 = 13_635_273_143
    private let group: Int64 = 27
    private let superGroup: Int64 = 28

    init() throws {
        var configuration = ServerConfiguration()
        configuration.sendsLoginPoints = false
        server = try EmbeddedServer(
            loop: loop,
            options: EmbeddedServerOptions(
                databasePath: folder + "/server.db", endpoints: [.tcp(host: "127.0.0.1", port: 0)],
                http: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration))
        chat = server.endpoints[0]
        http = server.httpEndpoints[0]
        for (token, app, uid) in [("a", 7, ann), ("b", 7, ben), ("desk", 1_453, 55)] {
            server.core.admit(token: token, user: UserKey(appID: Int64(app), uid: uid))
        }
        for (id, isSuper) in [(group, false), (superGroup, true)] {
            let members = [ann, ben].map { ServerGroup.Member(uid: $0) }
            server.core.putGroup(
                ServerGroup(id: id, appID: 7, name: "g", master: ann, isSuper: isSuper, members: members))
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func login(_ token: String, device: String, platform: UInt8 = 4) -> Client {
        let client = Client(loop, chat)
        let words = [[UInt8(token.utf8.count)], Array(token.utf8), [UInt8(device.utf8.count)], Array(device.utf8)]
        client.send(15, [platform] + words.joined())
        #expect(client.receive() == Packet(command: 3, flag: 0, body: [0, 0, 0, 0]))
        return client
    }

    /// Status and body of a call of the operator interface.
    private func post(_ target: String, _ body: String = "", method: String = "POST") -> String {
        let client = Client(loop, http)
        client.transport.send(
            Array(
                "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    .utf8))
        let end = Array("\r\n\r\n".utf8)
        func split() -> (String, String)? {
            let text = String(decoding: client.bytes, as: UTF8.self)
            guard client.bytes.count >= end.count, let head = text.range(of: "\r\n\r\n"),
                let length = text.range(of: "Content-Length: ")
            else { return nil }
            let count = Int(text[length.upperBound...].prefix { $0.isNumber }) ?? 0
            let rest = text[head.upperBound...]
            return rest.utf8.count == count ? (String(text.dropFirst(9).prefix(3)), String(rest)) : nil
        }
        #expect(loop.run(atMost: 5_000) { split() != nil })
        client.transport.close()
        return split().map { "\($0.0) \($0.1)" } ?? ""
    }

    @Test func peerMessagesAndTheirSync() {
        let one = login("a", device: "d1")
        let two = login("b", device: "d2")
        one.message(4, from: ann, to: ben, "hello")
        #expect(one.commands(2) == [37, 5])
        #expect(two.receive().command == 37)
        let push = two.receive()
        #expect(push.command == 4 && push.flag == 0x10)
        #expect((push.int64(at: 0), push.int64(at: 8)) == (ann, ben))
        #expect(push.text(from: 24) == "hello")
        let notify = two.receive()
        #expect(notify.command == 29)
        // Another device asks, stores the key, and gets nothing more from it.
        let again = login("b", device: "d3")
        again.send(26, Self.big(0))
        #expect(again.commands(2) == [27, 4])
        let end = again.receive()
        #expect(end.command == 28 && end.body == notify.body)
        again.send(34, end.body)
        again.send(26, Self.big(0))
        #expect(again.commands(2) == [27, 28])
        #expect(again.isQuiet() && one.isQuiet())
        // A forged sender, and a wrong token on a new connection.
        one.message(4, from: ben, to: ann, "not me")
        #expect(one.isQuiet() && two.isQuiet())
        let stranger = Client(loop, chat)
        stranger.send(15, [4, 1, 0x78, 1, 0x79])
        #expect(stranger.receive() == Packet(command: 3, flag: 0, body: [0, 0, 0, 1]))
    }

    @Test func groupsAndSuperGroups() {
        let one = login("a", device: "d1")
        let two = login("b", device: "d2")
        one.message(8, from: ann, to: group, "to all")
        #expect(one.commands(2) == [37, 5])
        #expect(two.commands(3) == [37, 8, 29])
        // Not loaded: silence; then a message loads it.
        two.send(30, Self.big(superGroup) + Self.big(0))
        #expect(two.isQuiet())
        one.message(8, from: ann, to: superGroup, "to many")
        #expect(one.receive().command == 37)
        let ack = one.receive()
        #expect(ack.command == 5 && ack.flag == 0x20)
        #expect(two.commands(2) == [37, 8])
        let notify = two.receive()
        #expect(notify.command == 33 && notify.int64(at: 0) == superGroup)
        two.send(30, Self.big(superGroup) + Self.big(0))
        #expect(two.commands(3) == [31, 8, 32])
        two.send(35, Self.big(superGroup) + Self.big(notify.int64(at: 8)))
        two.send(30, Self.big(superGroup) + Self.big(0))
        #expect(two.commands(2) == [31, 32])
        // No such group, no member.
        one.message(8, from: ann, to: 99, "x")
        #expect(one.receive().body.last == 65)
        server.core.putGroup(ServerGroup(id: 30, appID: 7, name: "o", master: ben, members: [.init(uid: ben)]))
        one.message(8, from: ann, to: 30, "x")
        #expect(one.receive().body.last == 64)
        let notice = #"{"appid":7,"group_id":27,"notification":"{\"disband\":{\"group_id\":27}}","members":[\#(ben)]}"#
        #expect(post("/post_group_notification", notice) == "200 ")
        #expect(two.receive().command == 29)
        two.send(26, Self.big(0))
        #expect(two.commands(4) == [27, 8, 7, 28])
    }

    @Test func roomsRealTimeAndForbidden() {
        let one = login("a", device: "d1")
        let two = login("b", device: "d2")
        for client in [one, two] { client.send(18, Self.big(9)) }
        #expect(two.isQuiet())
        one.send(20, Self.big(ann) + Self.big(9) + Array("all".utf8))
        #expect(one.receive().command == 5)
        let line = two.receive()
        #expect(line.command == 20 && line.text(from: 16) == "all")
        server.core.forbid(UserKey(appID: 7, uid: ann), true)
        one.send(20, Self.big(ann) + Self.big(9) + Array("again".utf8))
        #expect(one.isQuiet() && two.isQuiet())
        #expect(post("/post_room_message?appid=7&uid=1&room=9", "by http") == "200 ")
        #expect(two.receive().text(from: 16) == "by http")
        two.send(19, Self.big(9))
        #expect(two.isQuiet())
        #expect(post("/post_room_message?appid=7&uid=1&room=9", "nobody") == "200 ")
        #expect(two.isQuiet())
        one.send(17, Self.big(ann) + Self.big(ben) + Array("now".utf8))
        #expect(two.receive() == Packet(command: 17, flag: 0, body: Self.big(ann) + Self.big(ben) + Array("now".utf8)))
        #expect(post("/post_realtime_message?appid=7&sender=\(ann)&receiver=\(ben)", "rt") == "200 ")
        #expect(two.receive().text(from: 16) == "rt")
    }

    @Test func linesOfTheOperator() {
        let two = login("b", device: "d2")
        #expect(post("/post_notification?appid=7&uid=\(ben)", "bell") == "200 ")
        #expect(two.receive() == Packet(command: 36, flag: 0, body: Array("bell".utf8)))
        #expect(post("/post_system_message", #"{"appid":7,"receivers":[\#(ben)],"content":"sys"}"#) == "200 ")
        #expect(two.receive().command == 29)
        #expect(post("/post_peer_message?appid=7&sender=\(ann)&receiver=\(ben)", "via http") == "200 ")
        #expect(two.receive().command == 29)
        #expect(post("/post_group_message?appid=7&sender=\(ann)&receiver=\(group)", "via http") == "200 ")
        #expect(two.commands(3) == [37, 8, 29])
        let count = "/get_offline_count?appid=7&uid=\(ben)&sync_key=0"
        #expect(post(count, method: "GET") == #"200 {"data":{"count":3}}"#)
        two.send(26, Self.big(0))
        #expect(two.commands(5) == [27, 21, 4, 8, 28])
        let latest = post("/load_latest_message?appid=7&uid=\(ben)&limit=10", method: "GET")
        #expect(latest.hasPrefix(#"200 {"data":[{"command":4,"content":"via http","id":"#), "\(latest)")
        #expect(post("/load_history_message?appid=7&uid=\(ben)&last_id=0", method: "GET") == latest)
        #expect(post("/summary", method: "GET").contains(#""goroutine_count":"#))
        #expect(post("/stack", method: "GET").hasPrefix("200 "))
        #expect(post("/nosuch", method: "GET") == "404 404 page not found\n")
    }

    @Test func customersAndTheirDesk() {
        let one = login("a", device: "d1")
        let desk = login("desk", device: "d9")
        let head = Self.big(7) + Self.big(ann) + Self.big(1_453) + Self.big(55)
        one.send(64, head + Self.big(0, 4) + Array("help".utf8))
        #expect(one.commands(2) == [37, 5])
        #expect(desk.receive().command == 37)
        let push = desk.receive()
        #expect(push.command == 64 && push.flag == 0x10 && push.text(from: 36) == "help")
        #expect(desk.receive().command == 29)
        desk.send(64, Self.big(1_453) + Self.big(55) + Self.big(7) + Self.big(ann) + Self.big(0, 4) + Array("yes".utf8))
        #expect(one.commands(3) == [37, 64, 29])
        let body = #"{"sender_appid":7,"sender":\#(ann),"receiver_appid":1453,"receiver":55,"content":"c"}"#
        #expect(post("/post_customer_message", body) == #"200 {"data":{}}"#)
        #expect(one.receive().command == 29)
    }

    /// Versions 0 and 1: no time in the head, no status in the acknowledgement.
    @Test func olderVersions() {
        let two = login("b", device: "d2")
        for version in [0, 1] as [UInt8] {
            let client = Client(loop, chat)
            func send(_ command: UInt8, _ body: [UInt8]) {
                client.seq += 1
                let head = Self.big(Int64(body.count), 4) + Self.big(client.seq, 4)
                client.transport.send(head + [command, version, 0, 0] + body)
            }
            send(15, [4, 1, 0x61, 1, 0x64])
            #expect(client.receive().command == 3)
            send(4, Self.big(ann) + Self.big(ben) + Self.big(0, version == 0 ? 4 : 8) + Array("old".utf8))
            #expect(client.receive().command == 37)
            #expect(client.receive().body == Self.big(2, 4))
            #expect(two.receive().command == 37)
            #expect(two.receive().text(from: 24) == "old")
            #expect(two.receive().command == 29)
        }
    }
}
