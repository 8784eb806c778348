import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Files of older programs: every step from every version, stopped at every operation on the disk.
@Suite struct SchemaTests {
    private static let rows = 30
    private static var newest: Int { StoreSchema.migrations.map(\.version).max() ?? 0 }

    /// A file as the program of a version left it, with its log as after a kill if it is not closed.
    private func makeOld(_ version: Int, _ path: String) throws {
        let connection = try DatabaseConnection(path: path)
        try connection.migrate(StoreSchema.migrations.filter { $0.version <= version })
        let key = OriginKey(deviceID: "dev-1")
        try connection.execute(
            """
            INSERT INTO meta VALUES ('device-id', 'dev-1');
            INSERT INTO contacts (key, id) VALUES (1, '2');
            INSERT INTO sessions (key, kind, target, unread, draft, draft_caret) VALUES (1, 'peer', '2', 5, 'a draft', 3);
            INSERT INTO sync_keys VALUES ('', 99);
            """)
        for number in 1...Self.rows {
            try connection.run(
                """
                INSERT INTO messages (id, session, ord, sender, timestamp, flags, state, origin, content, origin_key)
                VALUES (?1, 1, ?1, 1, ?1, ?2, 0, ?3, ?4, ?5)
                """, .integer(number), .integer(number > Self.rows - 5 ? 2 : 0),
                OriginColumn.value("origin-\(number)"), .text("text \(number)"), key.value("origin-\(number)"))
            guard version > 2 else { continue }
            try connection.run(
                "INSERT INTO recent_origins (key, message) VALUES (?, ?)", key.value("origin-\(number)"),
                .integer(number))
        }
    }

    private func check(_ path: String, _ what: Comment) throws {
        let fixture = try StoreFixture(path: path)
        #expect(try fixture.all().map(\.rawContent) == (1...Self.rows).map { "text \($0)" }, what)
        #expect(try fixture.session()?.unreadCount == 5, what)
        #expect(try fixture.session()?.draft?.text == "a draft", what)
        #expect(fixture.store.syncKeysAtStart == [.personal: 99], what)
        // Origin ids are known, and the file is fit for use.
        let outcome = try fixture.receive([
            fixture.text("again", origin: "origin-7"), fixture.text("new", origin: "new", at: 50),
        ])
        #expect(outcome.inserted.map(\.rawContent) == ["new"], what)
        fixture.store.close()
        #expect(try MessageStore.check(path: path).isEmpty, what)
    }

    @Test(arguments: 1..<4) func aStepThatIsStoppedAnywhereCanBeDoneAgain(version: Int) throws {
        try #require(version < Self.newest)
        let kinds: FaultyDisk.Kinds = [.write, .sync, .truncate, .delete, .open]
        var first = 0
        while true {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            try makeOld(version, path)
            let disk = FaultyDisk()
            // From here on nothing reaches the disk any more, as after a kill.
            disk.arm(kinds, from: first)
            var error: StoreError?
            do {
                try StoreFixture(path: path, disk: disk).store.close()
            } catch let failure as StoreError {
                error = failure
            }
            let failed = disk.failed
            // Either version, whole.
            let between = try DatabaseConnection(path: path)
            let found = try between.schemaVersion()
            #expect(version...Self.newest ~= found, "operation \(first)")
            #expect(try between.first("SELECT count(*) FROM messages") { $0.int(0) } == Self.rows)
            #expect(try between.first("PRAGMA integrity_check") { $0.string(0) } == "ok")
            // The file is not touched before the copy is whole.
            let copy = "\(path).before-v\(Self.newest)"
            if found > version {
                let before = try DatabaseConnection(path: copy)
                #expect(try before.schemaVersion() == version)
                #expect(try before.first("SELECT count(*) FROM messages") { $0.int(0) } == Self.rows)
            }
            if failed > 0, first < 40 {
                let isTold = error.map { $0.isTransient } ?? (found == Self.newest)
                #expect(isTold, "operation \(first): \(String(describing: error))")
            }
            try check(path, "stopped at operation \(first)")
            #expect(DatabaseFile.exists(copy))
            #expect(!DatabaseFile.exists(copy + ".partial"))
            if failed == 0 { break }
            first += first < 60 ? 1 : 3
        }
        #expect(first > 30)
    }

    /// A disk without room for the copy: the file stays what it is, and what there was of the copy goes.
    @Test func aCopyWithoutRoomIsNotLeftBehind() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        try makeOld(1, path)
        for room in [1, 5_000, 20_000] {
            let disk = FaultyDisk()
            disk.limit(room)
            #expect(throws: StoreError.diskFull) { try StoreFixture(path: path, disk: disk) }
            #expect(!place.names.contains { $0.contains("before") }, "room for \(room): \(place.names)")
            #expect(try DatabaseConnection(path: path).schemaVersion() == 1)
        }
        try check(path, "with room again")
    }

    @Test func anOlderFileIsNotReadyAndAPreparedOneIs() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        #expect(MessageStore.isReady(path: path))
        try makeOld(1, path)
        #expect(!MessageStore.isReady(path: path))
        #expect(MessageStore.isOlder(path: path))
        let report = try MessageStore.prepare(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
        #expect(report == nil)
        #expect(MessageStore.isReady(path: path))
        #expect(!MessageStore.isOlder(path: path))
        #expect(!MessageStore.isOlder(path: path + "-none"))
        try check(path, "prepared")
    }

    /// A damaged file of an older program comes back as one of this program's.
    @Test(arguments: 1..<newest + 1) func anOlderFileIsRecovered(version: Int) throws {
        for isHeadless in [false, true] {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            try makeOld(version, path)
            if isHeadless {
                // Nobody can tell any more what was in it.
                let file = open(path, O_WRONLY)
                pwrite(file, [UInt8](repeating: 0, count: 100), 100, 0)
                close(file)
            }
            let report = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
            #expect(report.messages == Self.rows && report.sessions == 1 && report.nameless == 0)
            let fixture = try StoreFixture(path: path)
            #expect(try fixture.all().map(\.rawContent) == (1...Self.rows).map { "text \($0)" })
            #expect(try fixture.session()?.draft?.text == "a draft")
            #expect(fixture.store.syncKeysAtStart == (report.damagedPages > 0 ? [:] : [.personal: 99]))
            #expect(try fixture.receive([fixture.text("again", origin: "origin-7")]).inserted.isEmpty)
            fixture.store.close()
            #expect(try MessageStore.check(path: path).isEmpty)
        }
    }

    /// Whoever only reads says what the file has, what is needed, and touches nothing.
    @Test(arguments: 0..<3) func anOlderFileIsNamedToReaders(version: Int) throws {
        try #require(version < Self.newest)
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        if version == 0 {
            // A first start that was killed.
            try DatabaseConnection(path: path).execute("PRAGMA user_version=0; VACUUM")
        } else {
            try makeOld(version, path)
        }
        let old = StoreError.olderVersion(found: version, known: Self.newest)
        // SQLite itself leaves an empty log where it has looked.
        func names() -> [String] { place.names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } }
        let before = names()
        #expect(throws: old) {
            try MessageStore.openReadOnly(path: path, account: "a", codec: StoreFixture.codec)
        }
        #expect(!old.isTransient)
        #expect(names() == before)
        #expect(try MessageStore.check(path: path).isEmpty)
        if version == 0 {
            #expect(throws: old) { try MessageStore.facts(path: path) }
        } else {
            #expect(try MessageStore.facts(path: path).messages == Self.rows)
        }
        // Opened once for writing it can be read.
        try StoreFixture(path: path).store.close()
        try MessageStore.openReadOnly(path: path, account: "a", codec: StoreFixture.codec).close()
    }

    @Test func aFileOfANewerProgramIsRefusedAndLeftAlone() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        try makeOld(Self.newest, path)
        try DatabaseConnection(path: path).execute("PRAGMA user_version=1000")
        let before = FileFacts.size(of: path)
        #expect(throws: StoreError.newerVersion(found: 1_000, known: Self.newest)) { try StoreFixture(path: path) }
        #expect(throws: StoreError.newerVersion(found: 1_000, known: Self.newest)) {
            try MessageStore.prepare(path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
        }
        #expect(throws: StoreError.newerVersion(found: 1_000, known: Self.newest)) {
            try MessageStore.check(path: path)
        }
        #expect(throws: StoreError.newerVersion(found: 1_000, known: Self.newest)) {
            try MessageStore.facts(path: path)
        }
        #expect(throws: StoreError.newerVersion(found: 1_000, known: Self.newest)) {
            try MessageStore.openReadOnly(path: path, account: "a", codec: StoreFixture.codec)
        }
        #expect(FileFacts.size(of: path) == before)
        #expect(!DatabaseFile.exists(path + ".before-v\(Self.newest)"))
        #expect(try DatabaseConnection(path: path).first("SELECT count(*) FROM messages") { $0.int(0) } == Self.rows)
    }
}
