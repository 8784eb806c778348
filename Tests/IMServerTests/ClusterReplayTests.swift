import IMServer
import IMWire
import TestSupport
import Testing

/// Plays what was recorded between two nodes, one with friends, blacklist and word filter, against this server. Only
/// what does not hang on the nodes being two, beside the previous key 0 of their pushes.
@Suite struct ClusterReplayTests {
    /// The scenarios in the order in which they were recorded.
    static let played = [
        "two-node-login", "friend-ok-cross-node", "ack-1-not-my-friend", "ack-2-not-your-friend",
        "ack-3-in-your-blacklist", "word-filter-flag-text", "word-filter-no-flag", "rt-cross-node", "rt-not-friend",
        "room-cross-node", "room-reenter-same",
    ]

    @Test func everyFrameBetweenTwoNodes() throws {
        let fixture = try ServerFixture {
            $0.quirks.insert(.noPreviousKey)
            $0.needsFriendship = true
            $0.hasBlacklist = true
            $0.wordFilter = WordFilter(words: ["badword", "脏话"])
        }
        func user(_ uid: Int64) -> UserKey { UserKey(appID: 7, uid: uid) }
        for uid in [2, 11, 12, 15] as [Int64] { fixture.core.admit(token: "tok\(uid)", user: user(uid)) }
        for other in [12, 13, 15] as [Int64] { fixture.core.list(other, on: .friend(of: user(11)), true) }
        for other in [12, 15] as [Int64] { fixture.core.list(11, on: .friend(of: user(other)), true) }
        fixture.core.list(11, on: .blocked(by: user(15)), true)
        fixture.settle()
        var clients: [String: ServerClient] = [:]
        var keys = ReplayTests.Keys()
        var compared = 0
        let rows = try ReplayTests.rows(server: "2022-cluster")
        for scenario in Self.played {
            let part = rows.filter { $0.scenario == scenario }
            #expect(!part.isEmpty, "\(scenario)")
            for row in part where row.direction == "C->S" {
                let client = clients[row.connection] ?? fixture.connect()
                clients[row.connection] = client
                client.transport.receive(row.bytes)
                fixture.settle()
            }
            for name in clients.keys {
                let expected = part.filter { $0.direction == "S->C" && $0.connection == name }
                let got = clients[name]?.takeFrames() ?? []
                #expect(got.count == expected.count, "\(scenario) on \(name): \(got.map(\.body.command))")
                for (row, frame) in zip(expected, got) {
                    var decoder = FrameDecoder(direction: .fromServer)
                    decoder.append(row.bytes)
                    let recorded = try #require(try decoder.next())
                    compared += 1
                    #expect(
                        ReplayTests.same(recorded, frame, &keys), "\(scenario) on \(name): \(recorded) and \(frame)")
                }
            }
        }
        #expect(compared > 25)
    }
}
