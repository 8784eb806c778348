import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Random damage to a real file: the store never crashes over it, deletes nothing, and makes nothing up.
@Suite struct DamageTests {
    private static let count = 400

    private struct Original {
        let bytes: [UInt8]
        let messages: [MessageID: Message]
    }

    private static let original = Result { try make() }

    private static func make() throws -> Original {
        let place = TemporaryFolder()
        let fixture = try StoreFixture(path: place.file("a.sqlite"))
        var messages: [Message] = []
        for number in 0..<count {
            let session = number % 5 == 0 ? fixture.group : fixture.peer
            messages.append(
                fixture.text(
                    "words number\(number) 你好世界", from: number % 3 == 0 ? "1" : "2", in: session,
                    origin: "origin-\(number)", at: Int64(number)))
        }
        messages.append(fixture.text(String(repeating: "long ", count: 3_000), origin: "long", at: 1_000))
        try fixture.receive(messages, keys: [.personal: 77])
        let all = try fixture.all() + fixture.all(fixture.group)
        fixture.store.close()
        return Original(
            bytes: read(place.file("a.sqlite")), messages: Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) }))
    }

    private static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = Glibc.read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    private static func write(_ bytes: [UInt8], _ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        if Glibc.write(file, bytes, bytes.count) != bytes.count { fatalError("cannot write \(path)") }
    }

    /// Damages a file; answers how many rows may be other than they were.
    private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) -> Int {
        let pages = bytes.count / 4_096
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            return 0
        case 1:
            for _ in 0..<Int.random(in: 1...pages / 2, using: &random) {
                let start = Int.random(in: 0..<pages, using: &random) * 4_096
                for index in start..<start + 4_096 { bytes[index] = 0 }
            }
            return 0
        default:
            let flips = Int.random(in: 1...30, using: &random)
            for _ in 0..<flips {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            return flips
        }
    }

    @Test(arguments: 0..<8) func whatComesBackIsTrue(part: UInt64) throws {
        let original = try Self.original.get()
        for seed in part * 25..<part * 25 + 25 {
            var random = SeededRandom(seed: seed)
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            var bytes = original.bytes
            let changed = damage(&bytes, &random)
            Self.write(bytes, path)
            let report = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
            // What was there is kept, byte for byte.
            #expect(Self.read(report.keptAside) == bytes, "seed \(seed)")
            let fixture = try StoreFixture(path: path)
            let found = try fixture.wait { fixture.store.sessions(completion: $0) }.flatMap { try fixture.all($0.id) }
            let strange = found.count { message in
                guard let old = original.messages[message.id] else { return true }
                return (old.rawContent, old.originID, old.timestamp) != (
                    message.rawContent, message.originID, message.timestamp
                )
            }
            #expect(strange <= changed, "seed \(seed)")
            #expect(report.messages == found.count, "seed \(seed)")
            // The server is asked for what may be lost.
            if found.count < original.messages.count, changed == 0 {
                #expect(fixture.store.syncKeysAtStart.isEmpty, "seed \(seed)")
            }
            fixture.store.close()
            #expect(try MessageStore.check(path: path).isEmpty, "seed \(seed)")
        }
    }

    @Test func whatIsLostComesAgainInItsPlace() throws {
        let original = try Self.original.get()
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        var bytes = original.bytes
        // A third of the pages in the middle.
        let pages = bytes.count / 4_096
        for index in pages / 3 * 4_096..<pages * 2 / 3 * 4_096 { bytes[index] = 0 }
        Self.write(bytes, path)
        _ = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        let fixture = try StoreFixture(path: path)
        #expect(try fixture.all().count < Self.count * 4 / 5)
        #expect(fixture.store.syncKeysAtStart.isEmpty)
        // The server hands out everything it has, in its order.
        let all = original.messages.values.sorted { $0.order < $1.order }
        var again: [Message] = []
        for old in all {
            again.append(
                Message(
                    id: fixture.store.nextLocalID(), session: old.session, originID: old.originID, sender: old.sender,
                    isOutgoing: old.isOutgoing, timestamp: old.timestamp, content: old.content,
                    rawContent: old.rawContent, state: old.state))
        }
        try fixture.receive(again, isHistory: true, keys: [.personal: 78])
        for session in [fixture.peer, fixture.group] {
            let known = Set(try fixture.all(session).compactMap { $0.originID })
            #expect(known == Set(all.filter { $0.session == session }.compactMap { $0.originID }))
            let times = try fixture.all(session).map { $0.timestamp }
            #expect(times == all.filter { $0.session == session }.map { $0.timestamp })
        }
        // What is new comes last.
        let news = fixture.text("new", origin: "new", at: Int64(time(nil)) * 1_000 + 60_000)
        try fixture.receive([news])
        #expect(try fixture.all().last?.originID == "new")
    }

    @Test func aLogWithoutItsFileIsReadOut() throws {
        for isMissing in [false, true] {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            let first = try StoreFixture(path: place.file("open.sqlite"))
            try first.receive((0..<20).map { first.text("text \($0)", origin: "o-\($0)", at: Int64($0)) })
            FileFacts.copy(place.file("open.sqlite-wal"), to: path + "-wal")
            if !isMissing { Self.write([], path) }
            #expect(!MessageStore.isReady(path: path))
            let report = try MessageStore.prepare(
                path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
            #expect(report?.messages == 20)
            #expect(MessageStore.isReady(path: path))
            #expect(try StoreFixture(path: path).all().count == 20)
            first.store.close()
        }
    }

    @Test func anEmptyFileIsALostOne() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        DatabaseFile.prepare(path)
        #expect(!MessageStore.isReady(path: path))
        let lost = StoreError.damaged("the message file is empty")
        #expect(throws: lost) { try MessageStore.check(path: path) }
        #expect(throws: lost) { try MessageStore.facts(path: path) }
        #expect(throws: lost) { try MessageStore.compact(path: path) }
        #expect(throws: lost) { try MessageStore.refuseLost(path) }
        #expect(throws: lost) {
            try MessageStore.openReadOnly(path: path, account: "a", codec: StoreFixture.codec)
        }
        let store = try MessageStore.openRecovering(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" }, notify: {})
        #expect(store.recovery?.wasEmpty == true && store.syncKeysAtStart.isEmpty)
        #expect(store.recovery.map { DatabaseFile.exists($0.keptAside) } == true)
        store.close()
        #expect(MessageStore.isReady(path: path))
        #expect(try MessageStore.check(path: path).isEmpty)
    }

    @Test func aFolderInItsPlaceIsMovedAway() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        mkdir(path, 0o700)
        Self.write([1], path + "/inside")
        #expect(!MessageStore.isReady(path: path))
        let report = try MessageStore.prepare(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
        let kept = try #require(report?.keptAside)
        #expect(DatabaseFile.exists(kept + "/inside"))
        #expect(try StoreFixture(path: path).all().isEmpty)
    }
}
