import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Damage that a look finds, and damage that the schema's number takes.
@Suite struct RepairTests {
    private static let count = 300
    private let folder = TemporaryFolder()
    private var path: String { folder.file("store.sqlite") }

    private func fill(closing: Bool = true) throws -> StoreFixture {
        let fixture = try StoreFixture(path: path)
        try fixture.receive(
            (0..<Self.count).map { fixture.text("text \($0)", origin: "o-\($0)", at: Int64($0)) }, keys: [.personal: 9])
        if closing { fixture.store.close() }
        return fixture
    }

    private func overwrite(_ bytes: [UInt8], at place: Int) {
        let file = open(path, O_WRONLY)
        pwrite(file, bytes, bytes.count, place)
        close(file)
    }

    private func byte(at place: Int) -> UInt8 {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var byte: UInt8 = 0
        pread(file, &byte, 1, place)
        return byte
    }

    private func repair() throws -> StoreRecovery? {
        try MessageStore.repair(path: path, account: "a", codec: StoreFixture.codec)
    }

    private func texts() throws -> [String] {
        let fixture = try StoreFixture(path: path)
        defer { fixture.store.close() }
        return try fixture.all().map(\.rawContent)
    }

    @Test func aFileInOrderIsLeftAlone() throws {
        _ = try fill()
        let size = FileFacts.size(of: path)
        #expect(try repair() == nil)
        #expect(FileFacts.size(of: path) == size && !folder.names.contains { $0.contains("damaged") })
        unlink(path)
        #expect(throws: StoreError.cannotOpen("there is no such file")) { try repair() }
    }

    /// The rows are whole and every page can be read: only a look finds that an index leads astray.
    @Test func whatOnlyALookFindsIsRepaired() throws {
        _ = try fill()
        do {
            let connection = try DatabaseConnection(path: path)
            // An index that lacks what it should hold.
            try connection.execute(
                """
                PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'flags & 2 = 2', 'flags & 2 = 0')
                WHERE name = 'messages_unread'
                """)
        }
        #expect(MessageStore.isReady(path: path))
        #expect(try !MessageStore.check(path: path).isEmpty)
        let report = try #require(try repair())
        #expect(report.messages == Self.count && DatabaseFile.exists(report.keptAside))
        #expect(report.words.contains("\(Self.count) messages") && report.words.contains(report.keptAside))
        #expect(try texts() == (0..<Self.count).map { "text \($0)" })
        #expect(try MessageStore.check(path: path).isEmpty)
        #expect(try repair() == nil)
    }

    @Test func aTornPageIsRepaired() throws {
        _ = try fill()
        overwrite([UInt8](repeating: 0xA5, count: 600), at: FileFacts.size(of: path) / 2 / 4_096 * 4_096)
        let found = (try? MessageStore.check(path: path)) ?? ["cannot be read"]
        #expect(!found.isEmpty)
        let report = try #require(try repair())
        #expect(report.damagedPages > 0 && report.messages > 0)
        #expect(try MessageStore.check(path: path).isEmpty)
        #expect(try texts().count == report.messages)
    }

    /// A log that went missing leaves the file as it was at the last checkpoint: older, and whole.
    @Test func aMissingLogLeavesAWholeFile() throws {
        _ = try fill()
        let open = try StoreFixture(path: path)
        try open.receive([open.text("only in the log", origin: "late")])
        let copy = folder.file("copy.sqlite")
        FileFacts.copy(path, to: copy)
        #expect(try MessageStore.repair(path: copy, account: "a", codec: StoreFixture.codec) == nil)
        let fixture = try StoreFixture(path: copy)
        #expect(try fixture.all().count == Self.count)
        #expect(fixture.store.syncKeysAtStart == [.personal: 9])
        fixture.store.close()
        open.store.close()
    }

    /// One bit of the version: the start recovers the file, or says that a newer program wrote it, and never stays stuck.
    @Test(arguments: 0..<32) func aWrongVersionIsNoDeadEnd(bit: Int) throws {
        _ = try fill()
        let newest = StoreSchema.migrations.map(\.version).max() ?? 0
        let place = 60 + bit / 8
        overwrite([byte(at: place) ^ (0x80 >> UInt8(bit % 8))], at: place)
        let version = newest ^ (1 << (31 - bit))
        if newest..<DatabaseConnection.versionLimit ~= version {
            let newer = StoreError.newerVersion(found: version, known: newest)
            #expect(throws: newer) {
                try MessageStore.prepare(path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
            }
            #expect(throws: newer) { try repair() }
            // Not even one that is known to be damaged.
            MessageStore.noteDamage(path: path)
            #expect(throws: newer) { try repair() }
            return
        }
        let report = try MessageStore.prepare(
            path: path, account: "a", codec: StoreFixture.codec, makeDeviceID: { "dev" })
        #expect(report?.messages == Self.count)
        #expect(try texts().count == Self.count)
    }
}
