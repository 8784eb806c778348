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
    }

    /// Scenarios that need another server, or whose sending side was not recorded.
    static let left: Set<String> = ["split-and-coalesced-writes", "http-super-group"]
    static let group = #"{"update_name": {"group_id": 100, "name": "new", "timestamp": 1700000000}}"#

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
                connection: row["connection"] as? String ?? "", bytes: bytes)
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
        let rows = try Self.rows().filter { !Self.left.contains($0.scenario) }
        var start = 0
        while start < rows.count {
            let scenario = rows[start].scenario
            let end = rows[start...].firstIndex { $0.scenario != scenario } ?? rows.count
            let part = rows[start..<end]
            start = end
            Self.act(scenario, core)
            fixture.settle()
            for row in part where row.direction == "C->S" {
                let client = clients[row.connection] ?? fixture.connect()
                clients[row.connection] = client
                client.transport.receive(Self.translated(row.bytes, keys))
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
        #expect(compared > 250)
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

    /// What the recording did by HTTP or in the real server's tables.
    static func act(_ scenario: String, _ core: ServerCore) {
        let one = UserKey(appID: 7, uid: 1)
        let two = UserKey(appID: 7, uid: 2)
        switch scenario {
        case "room-http": core.postRoom(from: one, room: 56, content: #"{"text":"http room"}"#)
        case "room-forbidden": core.forbid(one, true)
        case "group-normal": core.forbid(one, false)
        case "group-notification-http":
            core.directory.groups[100].map { core.postGroupNotification(WireText(group), to: $0) }
        case "group-notification-super-http":
            core.directory.groups[200].map {
                core.postGroupNotification(#"{"upgrade":{"group_id":200,"timestamp":1700000000,"super":1}}"#, to: $0)
            }
        case "http-group": core.postGroup(from: one, group: 100, content: #"{"text":"via http group"}"#)
        case "http-system": core.postSystem(to: [two], text: #"{"system":"hi"}"#)
        case "http-notification": core.postNotification(to: two, text: #"{"note":"unpersistent"}"#)
        case "http-rt": core.postRealTime(from: one, to: 2, content: #"{"rt":1}"#)
        case "http-peer": core.postSilently(from: one, to: 2, content: #"{"text":"via http"}"#)
        case "web-self-flag-on-http-message":
            core.postSilently(
                from: UserKey(appID: 7, uid: 31), to: 32, content: #"{"text":"posted by http"}"#)
        default: break
        }
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
