import IMServer
import IMWire
import TestSupport
import Testing

/// Plays what was recorded between two nodes, one with friends, blacklist and word filter, against this server, which
/// is one node. Where the nodes' being two shows, the difference is named here and nowhere else: pushes that crossed
/// them carry the previous key 0, and a body of 32,714 bytes did not cross at all.
@Suite struct ClusterReplayTests {
    /// The scenarios in the order in which they were recorded.
    static let played = [
        "two-node-login", "friend-ok-cross-node", "ack-1-not-my-friend", "ack-2-not-your-friend",
        "ack-3-in-your-blacklist", "word-filter-flag-text", "word-filter-no-flag", "rt-cross-node", "rt-not-friend",
        "room-cross-node", "room-reenter-same", "room-leave-on-disconnect", "group-member-cached",
        "group-event-changed", "group-event-member-remove", "many-offline-order", "big-cross-node-body-32713",
        "big-cross-node-body-32714", "http-post-customer",
    ]

    private let fixture: ServerFixture
    private var clients: [String: ServerClient] = [:]
    private var keys = ReplayTests.Keys()
    private var compared = 0
    /// What came on the first of two connections of one name.
    private var earlier: [Frame] = []
    /// How many frames more than the recorded server this one has sent on a connection.
    private var ahead: [String: Int32] = [:]

    init() throws {
        fixture = try ServerFixture {
            $0.needsFriendship = true
            $0.hasBlacklist = true
            $0.wordFilter = WordFilter(words: ["badword", "脏话"])
        }
        for uid in [2, 11, 12, 15, 20] as [Int64] { fixture.core.admit(token: "tok\(uid)", user: user(uid)) }
        for other in [12, 13, 15] as [Int64] { fixture.core.list(other, on: .friend(of: user(11)), true) }
        for other in [12, 15] as [Int64] { fixture.core.list(11, on: .friend(of: user(other)), true) }
        fixture.core.list(11, on: .blocked(by: user(15)), true)
        // Whose queue was not empty any more.
        fixture.core.postSystem(to: user(2), text: "earlier")
        let members = [2, 11].map { ServerGroup.Member(uid: $0) }
        fixture.core.putGroup(ServerGroup(id: 100, appID: 7, name: "g", master: 2, members: members))
        fixture.settle()
    }

    private func user(_ uid: Int64) -> UserKey { UserKey(appID: 7, uid: uid) }

    /// What the recording did in the real server's tables before a scenario; nobody is told of it.
    private func prepare(_ scenario: String) {
        let members: [Int64]
        switch scenario {
        case "group-event-changed": members = [2, 11, 12]
        case "group-event-member-remove": members = [2, 11]
        default: return
        }
        fixture.core.putGroup(
            ServerGroup(id: 100, appID: 7, name: "g", master: 2, members: members.map { ServerGroup.Member(uid: $0) }))
    }

    private mutating func play(_ row: ReplayTests.Row) {
        var client = clients[row.connection] ?? fixture.connect()
        // A second log-in on a name is a second connection.
        if row.connection == "u20", row.bytes[8] == Command.authToken.rawValue, clients["u20"] != nil {
            earlier = client.takeFrames()
            client.transport.fail()
            client = fixture.connect()
            fixture.settle()
        }
        clients[row.connection] = client
        client.transport.receive(row.bytes)
        fixture.settle()
    }

    /// Takes what came on a connection and compares it with what was recorded.
    private mutating func compare(_ part: [ReplayTests.Row], _ name: String, _ scenario: String) throws {
        let expected = part.filter { $0.direction == "S->C" && $0.connection == name }
        var got = clients[name]?.takeFrames() ?? []
        if name == "u20" {
            got = earlier + got
            earlier = []
        }
        if scenario == "big-cross-node-body-32714", name == "u12@1" {
            // Live delivery has no other node to lose it on.
            #expect(got.prefix(3).map(\.body.command) == [.metadata, .im, .syncNotify])
            if case .im(let message)? = got.dropFirst().first?.body { #expect(message.content.bytes.count == 32_690) }
            got.removeFirst(3)
            ahead[name] = 3
        }
        #expect(got.count == expected.count, "\(scenario) on \(name): \(got.map(\.body.command))")
        for (row, frame) in zip(expected, got) {
            var decoder = FrameDecoder(direction: .fromServer)
            decoder.append(row.bytes)
            let recorded = try #require(try decoder.next())
            var frame = frame
            frame.seq -= ahead[name] ?? 0
            if case .metadata(_, 0) = recorded.body, case .metadata(let key, _) = frame.body {
                frame.body = .metadata(key: key, previous: 0)
            }
            compared += 1
            #expect(ReplayTests.same(recorded, frame, &keys), "\(scenario) on \(name): \(recorded) and \(frame)")
        }
    }

    /// Of 25 messages the recording keeps the first twelve and none of the answers; the connections' numbers behind
    /// them tell that there were 25, each acknowledged in order and pushed.
    private mutating func playTheRest(_ rows: [ReplayTests.Row]) throws {
        let last = try #require(rows.last)
        for number in rows.count..<25 {
            let text = #"{"text":"m\#(number)"}"#
            let message = FrameBody.ChatMessage(sender: 11, receiver: 12, content: WireText(text))
            let frame = Frame(seq: Int32(15 + number), version: 2, body: .im(message))
            clients[last.connection]?.transport.receive(try frame.encoded())
        }
        fixture.settle()
        let acks = clients["u11@2"]?.take().compactMap { body in if case .ack(let seq, 0) = body { seq } else { nil } }
        #expect(acks == Array(15..<40))
        let texts = clients["u12@1"]?.take().compactMap { body in
            if case .im(let message) = body { message.content.string } else { nil }
        }
        #expect(texts == (0..<25).map { #"{"text":"m\#($0 < 10 ? "0" : "")\#($0)"}"# })
    }

    @Test mutating func everyFrameBetweenTwoNodes() throws {
        let rows = try ReplayTests.rows(server: "2022-cluster")
        let router = ServerRouter(core: fixture.core, directory: DirectoryService(core: fixture.core))
        for scenario in Self.played {
            let part = rows.filter { $0.scenario == scenario }
            #expect(!part.isEmpty, "\(scenario)")
            prepare(scenario)
            for row in part {
                if row.direction == "C->S" {
                    play(row)
                } else if let call = RecordedCall(row.note) {
                    var answer: HTTPResponse?
                    router.answer(call.request, from: .machine) { answer = $0 }
                    fixture.settle()
                    #expect(answer.map { String(decoding: $0.body, as: UTF8.self) } == call.answer)
                }
            }
            if scenario == "many-offline-order" {
                try playTheRest(part.filter { $0.direction == "C->S" })
            } else {
                for name in clients.keys.sorted() { try compare(part, name, scenario) }
            }
        }
        #expect(compared > 69)
    }

    /// The recordings that are not played here: those over WebSocket, which `WebSocketTests` has.
    @Test func nothingElseIsLeftOut() throws {
        let all = Set(try ReplayTests.rows(server: "2022-cluster").map(\.scenario))
        let left = all.subtracting(Self.played)
        #expect(left == ["websocket", "websocket-two-frames-in-one-message", "websocket-text-message"])
    }
}
