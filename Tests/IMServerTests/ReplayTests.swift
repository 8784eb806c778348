import Foundation
import IMServer
import IMWire
import TestSupport
import Testing

/// Plays the recorded conversations with the real server of 2022 against this one and compares every frame.
@Suite struct ReplayTests {
    struct Row {
        let scenario: String
        let direction: String
        let connection: String
        let bytes: [UInt8]
        let note: String
    }

    static func rows(server: String = "2022") throws -> [Row] {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let url = here.appendingPathComponent("../IMWireTests/Fixtures/transcripts.jsonl")
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                row["server"] as? String == server, let scenario = row["scenario"] as? String
            else { return nil }
            let digits = Array((row["hex"] as? String ?? "").filter(\.isHexDigit))
            var bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            if row["truncated"] as? Bool == true, let length = (row["fields"] as? [String: Any])?["length"] as? Int,
                let last = bytes.last
            {
                bytes += [UInt8](repeating: last, count: 12 + length - bytes.count)
            }
            return Row(
                scenario: scenario, direction: row["direction"] as? String ?? "",
                connection: row["connection"] as? String ?? "", bytes: bytes, note: row["note"] as? String ?? "")
        }
    }

    /// Message ids of the recording and ours, which must keep the same order.
    struct Keys {
        var ours: [Int64: Int64] = [0: 0, 1: 1]

        /// Whether our key can stand for the recorded one.
        mutating func match(_ recorded: Int64, _ our: Int64) -> Bool {
            if let known = ours[recorded] { return known == our }
            guard !ours.values.contains(our) else { return false }
            ours[recorded] = our
            return true
        }

        /// What a client of ours would say in place of a recorded key.
        func translate(_ recorded: Int64) -> Int64 {
            if let known = ours[recorded] { return known }
            if recorded > (ours.keys.max() ?? 0) { return 1_000_000 }
            return (ours[recorded + 1] ?? 1) - 1
        }
    }

    @Test func everyFrameOfTheRealServer() throws {
        let fixture = try ServerFixture()
        let core = fixture.core
        for (token, uid) in [("tok1", 1), ("tok2", 2), ("tok3", 3), ("tok4", 4), ("tok31", 31), ("tok32", 32)] {
            core.admit(token: token, user: UserKey(appID: 7, uid: Int64(uid)))
        }
        core.admit(token: String(repeating: "t", count: 200), user: UserKey(appID: 7, uid: 33))
        core.admit(token: "tok9001", user: UserKey(appID: 1453, uid: 9001))
        core.admit(token: "tok0", user: UserKey(appID: 7, uid: 0))
        let members = [1, 2, 3].map { ServerGroup.Member(uid: $0) }
        let muted = ServerGroup.Member(uid: 1, isMuted: true)
        core.putGroup(ServerGroup(id: 100, appID: 7, name: "g", master: 1, members: members))
        core.putGroup(ServerGroup(id: 200, appID: 7, name: "s", master: 1, isSuper: true, members: members))
        core.putGroup(ServerGroup(id: 300, appID: 7, name: "o", master: 2, members: [ServerGroup.Member(uid: 2)]))
        core.putGroup(ServerGroup(id: 400, appID: 7, name: "m", master: 2, members: [muted]))
        fixture.settle()

        var clients: [String: ServerClient] = [:]
        var keys = Keys()
        var compared = 0
        var calls = 0
        let rows = try Self.rows()
        let router = ServerRouter(core: core, directory: DirectoryService(core: core))
        var start = 0
        while start < rows.count {
            let scenario = rows[start].scenario
            let end = rows[start...].firstIndex { $0.scenario != scenario } ?? rows.count
            let part = rows[start..<end]
            start = end
            if scenario == "room-forbidden" { core.forbid(UserKey(appID: 7, uid: 1), true) }
            if scenario == "group-normal" { core.forbid(UserKey(appID: 7, uid: 1), false) }
            if scenario == "split-and-coalesced-writes" { clients["x"] = try Self.splitAndCoalesce(fixture) }
            for row in part {
                if row.direction == "C->S" {
                    let client = clients[row.connection] ?? fixture.connect()
                    clients[row.connection] = client
                    client.transport.receive(Self.translated(row.bytes, keys))
                } else if let call = RecordedCall(row.note) {
                    router.answer(call.request, from: .machine) { answer in
                        calls += 1
                        #expect(call.isAnswered(by: answer, &keys), "\(scenario): \(call.answer) and \(answer)")
                    }
                }
                fixture.settle()
            }
            for name in Set(part.map(\.connection)).union(clients.keys) where !name.isEmpty {
                let expected = part.filter { $0.direction == "S->C" && $0.connection == name }
                let got = clients[name]?.takeFrames() ?? []
                #expect(got.count == expected.count, "\(scenario) on \(name): \(got.map(\.body.command))")
                for (row, frame) in zip(expected, got) {
                    var decoder = FrameDecoder(direction: .fromServer)
                    decoder.append(row.bytes)
                    let recorded = try #require(try decoder.next())
                    compared += 1
                    #expect(Self.same(recorded, frame, &keys), "\(scenario) on \(name): \(recorded) and \(frame)")
                }
            }
            if let x = clients["x"] {
                #expect(x.isClosed == Self.closes.contains(scenario), "\(scenario)")
            }
            for name in clients.keys where Self.endsAfter(scenario, name) {
                clients[name]?.transport.fail()
                clients[name] = nil
            }
        }
        #expect(compared > 280)
        #expect(calls == 21)
        let order = keys.ours.sorted { $0.key < $1.key }.map(\.value)
        #expect(order == order.sorted())
    }

    static let closes: Set<String> = [
        "legacy-inputing-10", "illegal-cmd-21", "unknown-cmd-99", "negative-length", "ping-with-body", "im-short-body",
        "im-len-32768", "auth-min-3-bytes",
    ]

    static func endsAfter(_ scenario: String, _ name: String) -> Bool {
        let shared = ["ping-before-auth", "im-before-auth", "auth-bad-token", "auth-good-after-bad-same-conn"]
        if name == "x" { return !shared.contains(scenario) }
        if scenario == "flag-bits-echoed" { return true }
        return name.hasPrefix("v") && scenario.hasPrefix("version-") || name.hasPrefix("w")
    }

    /// The sending side of this one was not recorded: the log-in in single bytes, then two frames at once.
    static func splitAndCoalesce(_ fixture: ServerFixture) throws -> ServerClient {
        let client = fixture.connect()
        let login = try Frame(seq: 1, version: 2, body: .authToken(platform: 2, token: "tok4", deviceID: "d4"))
            .encoded()
        for byte in login { client.transport.receive([byte]) }
        client.transport.receive(
            try Frame(seq: 2, version: 2, body: .ping).encoded() + Frame(seq: 3, version: 2, body: .sync(1)).encoded())
        fixture.settle()
        return client
    }

    static func translated(_ bytes: [UInt8], _ keys: Keys) -> [UInt8] {
        var decoder = FrameDecoder(direction: .fromClient)
        decoder.append(bytes)
        guard var frame = try? decoder.next() else { return bytes }
        switch frame.body {
        case .sync(let key): frame.body = .sync(keys.translate(key))
        case .syncKey(let key): frame.body = .syncKey(keys.translate(key))
        case .syncGroup(let group, let key): frame.body = .syncGroup(group: group, key: keys.translate(key))
        case .groupSyncKey(let group, let key): frame.body = .groupSyncKey(group: group, key: keys.translate(key))
        default: return bytes
        }
        return (try? frame.encoded()) ?? bytes
    }

    /// Equal but for the server's clock and the size of keys.
    static func same(_ recorded: Frame, _ frame: Frame, _ keys: inout Keys) -> Bool {
        guard recorded.seq == frame.seq, recorded.version == frame.version, recorded.flags == frame.flags else {
            return false
        }
        switch (recorded.body, frame.body) {
        case (.metadata(let a, let b), .metadata(let c, let d)): return keys.match(a, c) && keys.match(b, d)
        case (.syncBegin(let a), .syncBegin(let b)), (.syncEnd(let a), .syncEnd(let b)),
            (.syncNotify(let a), .syncNotify(let b)):
            return keys.match(a, b)
        case (.syncGroupBegin(let g, let a), .syncGroupBegin(let h, let b)),
            (.syncGroupEnd(let g, let a), .syncGroupEnd(let h, let b)),
            (.syncGroupNotify(let g, let a), .syncGroupNotify(let h, let b)):
            return g == h && keys.match(a, b)
        default: return timeless(recorded.body) == timeless(frame.body)
        }
    }

    static func timeless(_ body: FrameBody) -> FrameBody {
        switch body {
        case .im(var message):
            message.timestamp = 0
            return .im(message)
        case .groupIM(var message):
            message.timestamp = 0
            return .groupIM(message)
        case .customerV2(var message):
            message.timestamp = 0
            return .customerV2(message)
        default: return body
        }
    }
}
