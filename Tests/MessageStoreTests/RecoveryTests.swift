import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Damaged files: what can be read is in the new file, the old one is kept, and nothing is made up.
@Suite struct RecoveryTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("store.sqlite") }
    private static let count = 3_000

    /// A file with talk in two sessions, something to send, something saved, a draft, a setting and a key.
    private func fill(closing: Bool = true) throws -> (messages: [Message], fixture: StoreFixture) {
        let fixture = try StoreFixture(path: path)
        for start in stride(from: 0, to: Self.count, by: 500) {
            var messages: [Message] = []
            for number in start..<start + 500 {
                let session = number % 5 == 0 ? fixture.group : fixture.peer
                messages.append(
                    fixture.text(
                        "words number\(number) 你好世界", from: number % 3 == 0 ? "1" : "2", in: session,
                        origin: "origin-\(number)", at: Int64(number)))
            }
            try fixture.receive(messages, keys: [.personal: Int64(start + 1), .group("7"): Int64(start)])
        }
        // Longer than a page.
        let long = String(repeating: "long text ", count: 2_000)
        try fixture.receive([fixture.text(long, origin: "long")])
        _ = try fixture.wait { fixture.store.insertOwn(fixture.own("to be sent", origin: "own"), completion: $0) }
        _ = try fixture.wait { fixture.store.setSetting("colour", to: "red", completion: $0) }
        let all = try fixture.all() + fixture.all(fixture.group)
        if closing { fixture.store.close() }
        return (all, fixture)
    }

    private func recover() throws -> (report: StoreRecovery, fixture: StoreFixture) {
        let report = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        #expect(DatabaseFile.exists(report.keptAside))
        #expect(try MessageStore.check(path: path).isEmpty)
        return (report, try StoreFixture(path: path))
    }

    private func size() -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func overwrite(_ bytes: [UInt8], at place: Int, in name: String? = nil) {
        let file = open(name ?? path, O_WRONLY)
        pwrite(file, bytes, bytes.count, place)
        close(file)
    }

    /// Every message that came back is as it was; answers how many.
    private func verify(_ fixture: StoreFixture, _ before: [Message]) throws -> Int {
        let known = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let after = try fixture.wait { fixture.store.sessions(completion: $0) }.flatMap { try fixture.all($0.id) }
        #expect(Set(after.map(\.id)).count == after.count)
        for message in after {
            let old = try #require(known[message.id])
            #expect(message.rawContent == old.rawContent)
            #expect(message.originID == old.originID)
            #expect(message.timestamp == old.timestamp)
        }
        return after.count
    }

    @Test func everythingOfAWholeFileComesBack() throws {
        let (before, _) = try fill()
        let (report, fixture) = try recover()
        #expect(report.messages == before.count)
        #expect(report.unsent == 1)
        #expect(report.damagedPages == 0)
        #expect(report.nameless == 0)
        #expect(try verify(fixture, before) == before.count)
        #expect(fixture.store.deviceID == "dev-1")
        #expect(fixture.store.syncKeysAtStart == [.personal: 2_501, .group("7"): 2_500])
        #expect(try fixture.wait { fixture.store.setting("colour", completion: $0) } == "red")
        // The index is made while life goes on, and nothing is in it twice.
        func find(_ words: String) throws -> SearchPage {
            try fixture.wait { fixture.store.search(SearchQuery(words: words), limit: 5, completion: $0) }
        }
        #expect(try find("number2999").indexed == 0)
        #expect(try find("number2999").messages.isEmpty)
        var percents: [Int?] = []
        repeat {
            percents.append(try fixture.wait { fixture.store.indexMore(completion: $0) })
            if percents.count == 2 {
                #expect(try find("number2999").messages.count == 1)
                #expect(try find("number1").messages.isEmpty)
                let fresh = fixture.text("words fresh", origin: "fresh")
                try fixture.receive([fresh])
                #expect(try find("fresh").messages.map(\.id) == [fresh.id])
                // Taken back before its turn, and after.
                try fixture.effect(.revoke, on: "origin-1", from: "2")
                try fixture.effect(.revoke, on: "origin-2998", from: "2")
            }
        } while percents.last != .some(nil) && percents.count < 100
        #expect(percents.compactMap { $0 } == percents.compactMap { $0 }.sorted() && percents.count > 4)
        #expect(try find("number2999").indexed == nil)
        #expect(try find("number2").messages.count == 1)
        #expect(try find("number1").messages.isEmpty)
        #expect(try find("number2998").messages.isEmpty)
        #expect(try MessageStore.check(path: path).isEmpty)
        // What came before is known again.
        let again = fixture.text("again", in: fixture.peer, origin: "origin-1")
        #expect(try fixture.receive([again]).inserted.isEmpty)
    }

    /// Pages that are in use no more may hold anything.
    @Test func freePagesAreNoDamage() throws {
        let (before, _) = try fill()
        do {
            let connection = try DatabaseConnection(path: path)
            // Long rows lie on pages that look like nothing else; merging leaves many of them unused.
            try connection.execute("CREATE TABLE scratch (v BLOB)")
            for _ in 0..<40 { try connection.run("INSERT INTO scratch VALUES (randomblob(40000))") }
            try connection.execute("DROP TABLE scratch")
        }
        let (report, fixture) = try recover()
        #expect(report.damagedPages == 0)
        #expect(report.messages == before.count)
        #expect(!fixture.store.syncKeysAtStart.isEmpty)
    }

    @Test func whatIsOnlyInTheLogComesBack() throws {
        let (before, open) = try fill(closing: false)
        let copy = folder.file("copy.sqlite")
        FileFacts.copy(path, to: copy)
        FileFacts.copy(path + "-wal", to: copy + "-wal")
        overwrite([UInt8](repeating: 0, count: 100), at: 0, in: copy)
        let report = try MessageStore.recover(path: copy, account: "a", codec: StoreFixture.codec)
        #expect(report.messages == before.count)
        #expect(DatabaseFile.exists(report.keptAside + "-wal"))
        open.store.close()
    }

    @Test func aLostFirstPageLosesNoMessage() throws {
        let (before, _) = try fill()
        overwrite([UInt8](repeating: 0, count: 4_096), at: 0)
        #expect(throws: StoreError.self) { try StoreFixture(path: path) }
        let (report, fixture) = try recover()
        // The list of free pages began there too: one of them may count as damaged.
        #expect((1...2).contains(report.damagedPages))
        #expect(try verify(fixture, before) == before.count)
    }

    @Test func aCutFileGivesWhatIsLeft() throws {
        let (before, _) = try fill()
        let whole = size()
        #expect(truncate(path, whole / 2 + 1_000) == 0)
        let (report, fixture) = try recover()
        let count = try verify(fixture, before)
        #expect(count > before.count / 4)
        #expect(count < before.count)
        #expect(report.damagedPages >= 1)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func zeroPagesLoseTheirOwnRowsOnly(seed: UInt64) throws {
        let (before, _) = try fill()
        var random = SeededRandom(seed: seed)
        let pages = size() / 4_096
        for _ in 0..<8 {
            overwrite([UInt8](repeating: 0, count: 4_096), at: Int.random(in: 0..<pages, using: &random) * 4_096)
        }
        let (_, fixture) = try recover()
        // Some 50 rows are in a page.
        #expect(try verify(fixture, before) >= before.count - 8 * 70)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func randomBytesAreSurvived(seed: UInt64) throws {
        let (before, _) = try fill()
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            overwrite([UInt8.random(in: 0...255, using: &random)], at: Int.random(in: 0..<size(), using: &random))
        }
        let report = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        #expect(report.messages >= before.count - 40 * 70)
        #expect(report.messages <= before.count + 5)
        #expect(try MessageStore.check(path: path).isEmpty)
    }

    @Test func aFileThatIsNoneIsKeptAsideAndANewOneMade() throws {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        let noise = [UInt8](repeating: 0x5A, count: 10_000)
        #expect(write(file, noise, noise.count) == noise.count)
        close(file)
        let store = try MessageStore.openRecovering(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev-2" }, notify: {})
        #expect(store.recovery?.messages == 0)
        #expect(store.recovery.map { DatabaseFile.exists($0.keptAside) } == true)
        #expect(store.deviceID == "dev-2")
        store.close()
    }

    @Test func damageThatIsMetIsRecoveredByTheNextStart() throws {
        let (before, fixture) = try fill()
        for page in 1..<size() / 4_096 {
            overwrite([0xFF], at: page * 4_096)
            if page == 40 { break }
        }
        var told: [StoreError?] = []
        let open = try? StoreFixture(path: path)
        open?.store.onTroubleChange = { told.append($0) }
        if let open {
            #expect(throws: StoreError.self) { try open.all() + open.all(fixture.group) }
            #expect(told.count == 1)
            open.store.close()
        }
        let store = try MessageStore.openRecovering(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev-2" }, notify: {})
        #expect((store.recovery?.messages ?? 0) > 0)
        #expect((store.recovery?.messages ?? 0) < before.count)
        store.close()
        #expect(!DatabaseFile.exists(path + ".is-damaged"))
    }

    @Test func aRecoveryThatWasKilledIsEnded() throws {
        let (before, _) = try fill()
        #expect(rename(path, path + ".recovered") == 0)
        let store = try MessageStore.openRecovering(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev-2" }, notify: {})
        store.close()
        let fixture = try StoreFixture(path: path)
        #expect(try verify(fixture, before) == before.count)
    }
}
