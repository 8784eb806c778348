import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// A log that is lost between a kill and the next start is told of, and nothing else is.
@Suite struct LostLogTests {
    private static let mark = DatabaseFile.openMark

    /// What a kill leaves of an open store: the bytes that are there now.
    private static func kill(_ path: String, leavingAt target: String) {
        for suffix in ["", "-wal", "-shm", mark] {
            unlink(target + suffix)
            if DatabaseFile.exists(path + suffix) { FileFacts.copy(path + suffix, to: target + suffix) }
        }
    }

    private static func prepare(_ path: String) throws -> StoreRecovery? {
        try MessageStore.prepare(path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev-1" })
    }

    private static func repair(_ path: String) throws -> StoreRecovery? {
        try MessageStore.repair(path: path, account: "a", codec: StoreFixture.codec)
    }

    /// Whether anybody would say that something was lost.
    private static func isAlarm(_ path: String) throws -> Bool {
        let ready = MessageStore.isReady(path: path)
        #expect(try MessageStore.check(path: path).isEmpty == ready)
        return !ready
    }

    /// Ten messages that the file has, and ten more that only the log has.
    private static func killed(in place: TemporaryFolder) throws -> String {
        let (path, target) = (place.file("open.sqlite"), place.file("store.sqlite"))
        var fixture = try StoreFixture(path: path)
        try fixture.receive(
            (0..<10).map { fixture.text("old \($0)", origin: "o-\($0)", at: $0) }, keys: [.personal: 10])
        fixture.store.close()
        #expect(!DatabaseFile.exists(path + mark))
        fixture = try StoreFixture(path: path)
        try fixture.receive(
            (10..<20).map { fixture.text("new \($0)", origin: "o-\($0)", at: $0) }, keys: [.personal: 20])
        kill(path, leavingAt: target)
        fixture.store.close()
        return target
    }

    private static let losses: [@Sendable (String) -> Void] = [
        { unlink($0) }, { truncate($0, 0) }, { truncate($0, 20) }, { truncate($0, 3_000) }, { truncate($0, 4_151) },
        { path in
            let file = open(path, O_WRONLY)
            pwrite(file, [UInt8](repeating: 0, count: 64), 64, 0)
            close(file)
        },
    ]

    @Test(arguments: losses.indices) func aLostLogIsToldAndAskedFor(_ loss: Int) throws {
        let place = TemporaryFolder()
        let path = try Self.killed(in: place)
        #expect(try !Self.isAlarm(path))
        #expect(FileFacts.mode(of: path + Self.mark) == 0o600)
        Self.losses[loss](path + "-wal")
        #expect(try Self.isAlarm(path))
        // Who would hide it is refused; who reads is not.
        let lost = StoreError.damaged(MessageStore.lostLog)
        #expect(throws: lost) { try StoreFixture(path: path) }
        #expect(throws: lost) { try MessageStore.compact(path: path) }
        #expect(try MessageStore.facts(path: path).messages == 10)
        #expect(try Self.isAlarm(path), "a reader settles nothing")

        let report = try #require(try loss.isMultiple(of: 2) ? Self.prepare(path) : Self.repair(path))
        #expect(report.logWasLost && report.keptAside.isEmpty && report.words.contains("log"))
        #expect(try !Self.isAlarm(path))
        let fixture = try StoreFixture(path: path)
        #expect(fixture.store.syncKeysAtStart.isEmpty && fixture.store.isPatchwork)
        // The server hands out what it has: nothing comes twice, and all of it in its place.
        try fixture.receive(
            (0..<20).map { fixture.text($0 < 10 ? "old \($0)" : "new \($0)", origin: "o-\($0)", at: $0) },
            keys: [.personal: 20])
        #expect(try fixture.all().map(\.originID) == (0..<20).map { "o-\($0)" })
        fixture.store.close()
        #expect(try Self.repair(path) == nil)
    }

    @Test func aLogThatWasCutInTheMiddleIsTold() throws {
        let place = TemporaryFolder()
        let path = try Self.killed(in: place)
        #expect(try !Self.isAlarm(path))
        // A frame from its end, and half a frame.
        for missing in [2_000, 4_120] {
            Self.kill(path, leavingAt: path + "-copy")
            truncate(path + "-copy-wal", FileFacts.size(of: path + "-wal") - missing)
            #expect(!MessageStore.isReady(path: path + "-copy"))
            #expect(throws: StoreError.damaged(MessageStore.lostLog)) { try StoreFixture(path: path + "-copy") }
            #expect(try Self.prepare(path + "-copy")?.logWasLost == true)
            #expect(try !Self.isAlarm(path + "-copy"))
            let fixture = try StoreFixture(path: path + "-copy")
            #expect(fixture.store.syncKeysAtStart.isEmpty)
            #expect(try fixture.all().count == 10)
            fixture.store.close()
        }
    }

    @Test func halfOfACheckpointIsRecovered() throws {
        let place = TemporaryFolder()
        let path = try Self.killed(in: place)
        unlink(path + "-wal")
        // A page of the file that is not of the same time as the others.
        let file = open(path, O_WRONLY)
        pwrite(file, [UInt8](repeating: 0x7, count: 4_096), 4_096, 4_096 * 3)
        close(file)
        let report = try #require(try Self.prepare(path))
        #expect(report.logWasLost && DatabaseFile.exists(report.keptAside))
        #expect(try !Self.isAlarm(path))
        let fixture = try StoreFixture(path: path)
        #expect(fixture.store.syncKeysAtStart.isEmpty)
        fixture.store.close()
    }

    @Test func aFileThatIsGoneWithItsLogIsTold() throws {
        let place = TemporaryFolder()
        let path = try Self.killed(in: place)
        unlink(path)
        unlink(path + "-wal")
        #expect(!MessageStore.isReady(path: path))
        #expect(try Self.prepare(path)?.fileWasLost == true)
        #expect(MessageStore.isReady(path: path))
        #expect(try Self.prepare(path) == nil)
    }

    /// Kills at every step of a store's life, checkpoints and their log begun anew among them.
    @Test func noKillAloneIsAnAlarm() throws {
        let place = TemporaryFolder()
        let (path, copy) = (place.file("store.sqlite"), place.file("copy.sqlite"))
        var fixture = try StoreFixture(path: path)
        func stop(_ what: Comment) throws {
            Self.kill(path, leavingAt: copy)
            #expect(try !Self.isAlarm(copy), what)
            // A command that opens it for writing and closes it leaves it well, and so does one that only reads.
            let reader = try MessageStore.openReadOnly(path: copy, account: "a", codec: StoreFixture.codec)
            reader.close()
            #expect(try !Self.isAlarm(copy), what)
            if FileFacts.size(of: copy + "-wal") > 0 { #expect(DatabaseFile.exists(copy + Self.mark), what) }
            try StoreFixture(path: copy).store.close()
            #expect(!DatabaseFile.exists(copy + "-wal") && !DatabaseFile.exists(copy + Self.mark), what)
            #expect(try !Self.isAlarm(copy), what)
            Self.kill(path, leavingAt: copy)
            try MessageStore.compact(path: copy)
            #expect(!DatabaseFile.exists(copy + Self.mark), what)
            #expect(try !Self.isAlarm(copy), what)
            #expect(try Self.prepare(copy) == nil, what)
        }
        func checkpoint(_ mode: String) throws {
            _ = try fixture.wait { (done: @escaping (Result<Void, StoreError>) -> Void) in
                fixture.store.probe(
                    { (connection) throws(DatabaseError) in
                        _ = try connection.all("PRAGMA wal_checkpoint(\(mode))") { _ in 0 }
                    }, completion: done)
            }
        }
        try stop("opened")
        for round in 0..<4 {
            try fixture.receive([fixture.text("text \(round)", origin: "o-\(round)")], keys: [.personal: Int64(round)])
            try stop("a commit")
            try checkpoint("PASSIVE")
            try stop("a checkpoint")
            try checkpoint("RESTART")
            try stop("the log is begun anew")
            try fixture.receive([fixture.text("more \(round)", origin: "m-\(round)")])
            try stop("a commit at the log's begin")
            if round == 2 {
                fixture.store.close()
                try stop("closed")
                fixture = try StoreFixture(path: path)
            }
        }
        // An older program leaves no mark, and its log may be taken away with it.
        Self.kill(path, leavingAt: copy)
        unlink(copy + Self.mark)
        unlink(copy + "-wal")
        #expect(try !Self.isAlarm(copy))
        fixture.store.close()
        #expect(!DatabaseFile.exists(path + Self.mark))
    }

    @Test func aLogThatIsReadStaysWithItsMark() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        let fixture = try StoreFixture(path: path)
        let reader = try DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
        try reader.execute("BEGIN")
        _ = try reader.first("SELECT count(*) FROM messages") { $0.int(0) }
        try fixture.receive([fixture.text("text", origin: "o")])
        fixture.store.close()
        // The reader's view keeps the log from being taken in.
        #expect(DatabaseFile.exists(path + Self.mark) && FileFacts.size(of: path + "-wal") > 4_152)
        try reader.execute("COMMIT")
        #expect(try !Self.isAlarm(path))
        try StoreFixture(path: path).store.close()
        #expect(!DatabaseFile.exists(path + Self.mark))
    }

    @Test(arguments: ["", "-wal"]) func filesThatAreTakenAwayWhileTheyAreOpenAreTold(_ suffix: String) throws {
        for isReplaced in [false, true] {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            let fixture = try StoreFixture(path: path)
            try fixture.receive([fixture.text("before", origin: "before")])
            var told: [StoreError?] = []
            fixture.store.onTroubleChange = { told.append($0) }
            rename(path + suffix, path + ".elsewhere")
            if isReplaced { FileFacts.copy(path + ".elsewhere", to: path + suffix) }
            #expect(throws: StoreError.moved) { try fixture.receive([fixture.text("text", origin: "o")]) }
            #expect(throws: StoreError.moved) { try fixture.wait { fixture.store.tryWriting(completion: $0) } }
            #expect(told == [.moved])
            // It can be read, and put back.
            #expect(try fixture.all().map(\.originID) == ["before"])
            rename(path + ".elsewhere", path + suffix)
            try fixture.wait { fixture.store.tryWriting(completion: $0) }
            #expect(told == [.moved, nil])
            try fixture.receive([fixture.text("text", origin: "o")])
            fixture.store.close()
            #expect(try !Self.isAlarm(path))
            #expect(try StoreFixture(path: path).all().count == 2)
        }
    }

    @Test func whereThereIsNoFileCheckAndRepairSayTheSame() throws {
        for isLink in [false, true] {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            if isLink { symlink(place.file("nothing"), path) }
            close(open(path + "-wal", O_CREAT | O_WRONLY, 0o600))
            let reason = isLink ? "it is a link to a file that is not there" : "there is no such file"
            #expect(throws: StoreError.cannotOpen(reason)) { try MessageStore.check(path: path) }
            #expect(throws: StoreError.cannotOpen(reason)) { try Self.repair(path) }
        }
    }

    @Test func aFolderIsCalledAFolder() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        mkdir(path, 0o700)
        let error = StoreError.cannotOpen("a folder is in its place")
        #expect(throws: error) { try MessageStore.check(path: path) }
        #expect(throws: error) { try MessageStore.openReadOnly(path: path, account: "a", codec: StoreFixture.codec) }
        #expect(throws: error) { try StoreFixture(path: path) }
    }

    @Test func smallChangesDoNotMakeAFullDiskWell() throws {
        let place = TemporaryFolder()
        let disk = FaultyDisk()
        let fixture = try StoreFixture(path: place.file("store.sqlite"), disk: disk)
        var told: [StoreError?] = []
        fixture.store.onTroubleChange = { told.append($0) }
        func receive(_ number: Int) throws {
            let text = String(repeating: "\(number) ", count: 2_000)
            try fixture.receive((0..<400).map { fixture.text(text, origin: "\(number)-\($0)") })
        }
        // The log's own room, and that which a part of a refused change takes, is enough for small ones.
        disk.limit(600_000)
        #expect(throws: StoreError.diskFull) { try receive(1) }
        for number in 0..<20 {
            _ = try fixture.wait {
                fixture.store.setDraft(Draft(text: "\(number)", caret: 0), in: fixture.peer, completion: $0)
            }
            #expect(throws: StoreError.diskFull) { try fixture.wait { fixture.store.tryWriting(completion: $0) } }
        }
        #expect(told == [.diskFull])
        disk.limit(nil)
        _ = try fixture.wait { fixture.store.setDraft(nil, in: fixture.peer, completion: $0) }
        #expect(told == [.diskFull])
        try fixture.wait { fixture.store.tryWriting(completion: $0) }
        #expect(told == [.diskFull, nil])
        try receive(1)
        #expect(told == [.diskFull, nil])
        fixture.store.close()
    }
}
