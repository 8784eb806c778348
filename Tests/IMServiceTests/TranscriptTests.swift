import EventLoop
import FoundationEssentials
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

/// What real servers sent, replayed to the service.
struct TranscriptTests {
    private struct Line: Decodable {
        var server: String
        var scenario: String
        var direction: String
        var connection: String?
        var hex: String?
        var truncated: Bool?
    }

    private static let lines: [Line] = {
        let path = #filePath.replacing("IMServiceTests/TranscriptTests.swift", with: "")
        let text = try? String(contentsOfFile: path + "IMWireTests/Fixtures/transcripts.jsonl", encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }()

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The server's frames of a scenario to one connection.
    private static func frames(_ scenario: String, to connection: String) -> [UInt8] {
        lines.filter {
            $0.scenario == scenario && $0.connection == connection && $0.direction == "S->C" && $0.truncated != true
        }.flatMap { bytes($0.hex ?? "") }
    }

    private static func idle(_ uid: Int64, _ keys: SyncKeys) -> Bench {
        let bench = Bench(uid: uid, keys: keys)
        bench.login()
        bench.reply(.syncBegin(keys.personal), .syncEnd(keys.personal))
        for (group, key) in keys.groups {
            bench.reply(.syncGroupBegin(group: group, key: key), .syncGroupEnd(group: group, key: key))
        }
        _ = bench.frames()
        bench.recorder.lines = []
        return bench
    }

    @Test func theFixtureIsThere() {
        #expect(Self.lines.count > 800)
    }

    @Test func aPushToTheReceiverIsDeliveredAtOnce() {
        let bench = Self.idle(2, SyncKeys(personal: 32))
        bench.transport.receive(Self.frames("peer-text-2", to: "u2A"))
        #expect(bench.recorder.take() == ["peer 1>2 {\"text\":\"second\"} live", "advanced personal 412"])
        #expect(bench.frames() == [.syncKey(412)])
    }

    @Test func theFirstMessageOfAQueueIsFetchedBySync() {
        let bench = Self.idle(2, SyncKeys(personal: 1))
        bench.transport.receive(Self.frames("peer-text", to: "u2A"))
        #expect(bench.recorder.take() == [])
        #expect(bench.frames() == [.sync(1)])
    }

    @Test func anotherDeviceOfTheSenderGetsAnOwnMessageAndAWrongHint() {
        let bench = Self.idle(1, SyncKeys(personal: 222))
        bench.transport.receive(Self.frames("peer-text-2", to: "u1B"))
        #expect(bench.recorder.take() == ["peer 1>2 {\"text\":\"second\"} own live", "advanced personal 557"])
        #expect(bench.frames() == [.syncKey(557)], "the notify names the receiver's key, which is smaller")
    }

    @Test func aSyncFromTheStartYieldsAll() {
        let bench = Bench(uid: 2, keys: SyncKeys())
        #expect(bench.login() == [.sync(1)])
        bench.recorder.lines = []
        bench.transport.receive(Self.frames("sync-from-1", to: "u2A"))
        #expect(
            bench.recorder.take() == [
                "peer 1>2 {\"text\":\"hello\",\"uuid\":\"11111111-1111-4111-8111-111111111111\"}",
                "peer 1>2 {\"text\":\"second\"}", "advanced personal 412",
            ])
    }

    @Test func ownMessagesOfThisDeviceComeBackMarked() {
        let bench = Bench(uid: 1, keys: SyncKeys())
        bench.login()
        bench.recorder.lines = []
        bench.transport.receive(Self.frames("sync-sender-same-device-SELF", to: "u1A"))
        #expect(bench.recorder.take().filter { $0.hasSuffix(" own self") }.count == 2)
        let other = Bench(uid: 1, keys: SyncKeys())
        other.login()
        other.recorder.lines = []
        other.transport.receive(Self.frames("sync-sender-other-device", to: "u1B"))
        #expect(other.recorder.take().filter { $0.hasSuffix(" own") }.count == 2)
    }

    @Test func aKeyAheadOfTheServerIsTakenBack() {
        let bench = Bench(uid: 2, keys: SyncKeys(personal: 1_000_412))
        #expect(bench.login() == [.sync(1_000_412)])
        bench.transport.receive(Self.frames("sync-from-future-key", to: "u2A"))
        #expect(bench.service.syncKeys.personal == 412)
    }

    @Test func aSuperGroupIsFollowedLiveAndBySync() {
        let bench = Self.idle(2, SyncKeys(personal: 5_000, groups: [200: 2_491]))
        bench.transport.receive(Self.frames("group-super-2", to: "u2A"))
        #expect(bench.recorder.take() == ["group 1>200 {\"text\":\"super hi 2\"} live", "advanced group(200) 2638"])
        #expect(bench.frames() == [.groupSyncKey(group: 200, key: 2_638)])
        let fresh = Bench(uid: 2, keys: SyncKeys(personal: 5_000))
        fresh.login()
        fresh.reply(.syncBegin(5_000), .syncEnd(5_000))
        fresh.recorder.lines = []
        fresh.transport.receive(Self.frames("group-super-2", to: "u2A"))
        #expect(fresh.frames() == [.syncGroup(group: 200, key: 1)])
        fresh.transport.receive(Self.frames("group-super-sync", to: "u2A"))
        #expect(
            fresh.recorder.take() == [
                "group 1>200 {\"text\":\"super hi\"}", "group 1>200 {\"text\":\"super hi 2\"}",
                "advanced group(200) 2638",
            ])
    }

    @Test func aMessageAcrossNodesIsFetchedBySync() {
        let bench = Self.idle(12, SyncKeys(personal: 73_000))
        bench.transport.receive(Self.frames("friend-ok-cross-node", to: "u12@1"))
        #expect(bench.recorder.take() == [])
        #expect(bench.frames() == [.sync(73_000)])
    }

    @Test func systemLinesComeBySyncOnly() {
        let bench = Self.idle(2, SyncKeys(personal: 3_000))
        bench.transport.receive(Self.frames("http-system", to: "u2A"))
        let lines = bench.recorder.take()
        #expect(lines.contains("system {\"system\":\"hi\"}"))
        #expect(lines.last == "advanced personal 4239")
    }

    /// Whatever today's servers sent to a client, it never looks like a fault, and no content is delivered twice in one
    /// batch.
    @Test func everythingThatTodaysServersSentIsBorne() {
        let today = Self.lines.filter { $0.server != "2016" && $0.direction == "S->C" && $0.hex != nil }
        #expect(today.count > 200)
        for connection in Set(today.compactMap(\.connection)) {
            let bench = Bench(uid: connection.hasPrefix("u1") ? 1 : 2, keys: SyncKeys())
            bench.login()
            for line in today where line.connection == connection && line.truncated != true {
                // A refusal of the token is for another test; WebSocket frames are no TCP stream.
                let bytes = Self.bytes(line.hex ?? "")
                guard bytes.count >= 12, bytes[8] != 3, !line.scenario.hasPrefix("websocket") else { continue }
                bench.transport.receive(bytes)
                #expect(bench.service.state.isOnline, "\(line.scenario) to \(connection)")
                if !bench.service.state.isOnline { return }
            }
        }
    }

    @Test func theServerOf2016IsUnderstood() {
        let old = Self.lines.filter { $0.server == "2016" && $0.direction == "S->C" && $0.hex != nil }
        #expect(!old.isEmpty)
        for connection in Set(old.compactMap(\.connection)) {
            let bench = Bench(uid: 2, keys: SyncKeys()) {
                $0.server = .year2016
                $0.protocolVersion = 1
            }
            bench.login()
            for line in old where line.connection == connection && line.truncated != true {
                let bytes = Self.bytes(line.hex ?? "")
                guard bytes.count >= 12, bytes[8] != 3 else { continue }
                bench.transport.receive(bytes)
                #expect(bench.service.state.isOnline, "\(line.scenario) to \(connection)")
                if !bench.service.state.isOnline { return }
            }
        }
    }
}
