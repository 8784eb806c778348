import Database
import Glibc
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Nothing that a file says is forgotten by a recovery.
@Suite struct RecoveryTablesTests {
    private static func tables(_ connection: DatabaseConnection) throws -> [String] {
        try connection.all(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
            ORDER BY name
            """
        ) { $0.string(0) }
    }

    /// Whoever adds a table says what becomes of it.
    @Test func everyTableHasItsFate() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        try connection.migrate(StoreSchema.migrations)
        #expect(try Self.tables(connection) == RecoveryWriter.tables.keys.sorted())
    }

    /// All rows of a table in words, in an order of their own.
    private static func rows(_ table: String, _ connection: DatabaseConnection) throws -> [String] {
        let columns = try connection.all("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.string(0) }
        let quoted = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
        // How far the search index goes is made anew with the index.
        let filter = table == "meta" ? " WHERE name NOT LIKE 'index-%' AND name <> 'recovered-at'" : ""
        return try connection.all("SELECT \(quoted) FROM \(table)\(filter)") { $0.string(0) }.sorted()
    }

    /// A file in which every table has something to say.
    private func fill(_ path: String) throws -> [String: [String]] {
        let fixture = try StoreFixture(path: path)
        let saved = fixture.text("saved", origin: "o-1")
        let read = fixture.text("read by all", from: "1", in: fixture.group, origin: "o-2", at: 2_000)
        try fixture.receive([saved, read], keys: [.personal: 7, .group("7"): 5])
        let new = fixture.text("behind a hole", origin: "o-3", at: 1_000, mentions: true)
        _ = try fixture.wait {
            fixture.store.insert(
                ReceivedBatch(items: [.gap(fixture.peer), .message(new, isHistory: false)]), completion: $0)
        }
        _ = try fixture.wait { fixture.store.insertOwn(fixture.own("to be sent", origin: "o-4"), completion: $0) }
        _ = try fixture.wait { fixture.store.save(saved.id, at: 4_000, completion: $0) }
        for kind in [MessageEffect.Kind.revoke, .tag("👍", added: true), .tag("no", added: false)] {
            try fixture.effect(kind, on: "not here yet", from: "2")
        }
        try fixture.effect(.read, on: "o-2", from: "3", in: fixture.group)
        _ = try fixture.wait {
            fixture.store.setDraft(Draft(text: "half", caret: 2, replyTo: "o-1"), in: fixture.peer, completion: $0)
        }
        _ = try fixture.wait { fixture.store.setPinned(true, in: fixture.peer, completion: $0) }
        _ = try fixture.wait { fixture.store.setMuted(true, in: fixture.group, completion: $0) }
        _ = try fixture.wait { fixture.store.setName("crew", of: fixture.group, completion: $0) }
        _ = try fixture.wait { fixture.store.markRead(fixture.peer, through: saved.id, completion: $0) }
        _ = try fixture.wait { fixture.store.setSetting("colour", to: "red", completion: $0) }
        fixture.store.close()
        let connection = try DatabaseConnection(path: path)
        try connection.execute(
            """
            UPDATE contacts SET name = 'Zoë', source = 2 WHERE id = '2';
            INSERT INTO members SELECT s.key, c.key, 'nick' FROM sessions s, contacts c WHERE s.kind = 'group';
            INSERT INTO gaps (session, kind, hi_ord, hi_id) SELECT key, 1, 1, 1 FROM sessions WHERE kind = 'group';
            """)
        var all: [String: [String]] = [:]
        for table in try Self.tables(connection) { all[table] = try Self.rows(table, connection) }
        return all
    }

    private func expectSame(_ found: [String], _ wanted: [String], _ table: String) {
        let difference = found.filter { !wanted.contains($0) }.map { "+ " + $0 } + wanted.filter { !found.contains($0) }
        #expect(found == wanted, "\(table): \(difference)")
    }

    @Test func everyRowOfAWholeFileComesBack() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        let before = try fill(path)
        let report = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        #expect(report.damagedPages == 0)
        let connection = try DatabaseConnection(path: path)
        for (table, fate) in RecoveryWriter.tables where fate != .derived {
            #expect(before[table]?.isEmpty == false, "\(table) is not tried")
            expectSame(try Self.rows(table, connection), before[table] ?? [], table)
        }
        // What is made anew says the same: the place of origin ids, and what is read.
        let origins = ["origins", "recent_origins"].flatMap { before[$0] ?? [] }.sorted()
        #expect(try Self.rows("origins", connection) == origins)
        #expect(try Self.rows("times", connection) == before["times"])
        #expect(try MessageStore.check(path: path).isEmpty)
    }

    /// Without the first page nobody knows the tables; their rows are told by their looks.
    @Test func mostRowsComeBackWithoutTheSchema() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        let before = try fill(path)
        let file = open(path, O_WRONLY)
        pwrite(file, [UInt8](repeating: 0, count: 4_096), 4_096, 0)
        close(file)
        _ = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        let connection = try DatabaseConnection(path: path)
        for table in ["contacts", "sessions", "messages", "outbox", "effects", "saved", "gaps", "meta"] {
            expectSame(try Self.rows(table, connection), before[table] ?? [], table)
        }
    }

    /// A state that a row once had does not come back where the present one can be read.
    @Test func whatWasTakenBackStaysSo() throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        _ = try fill(path)
        do {
            let connection = try DatabaseConnection(path: path)
            // Pages of their own, so that old rows stand on free ones.
            for number in 1...400 {
                try connection.run(
                    "INSERT INTO effects (session, target, author, own, kind, value) VALUES (1, ?, 1, 0, 3, ?)",
                    .integer(number), .text(String(repeating: "x", count: 100)))
                try connection.run(
                    "INSERT INTO gaps (session, kind, hi_ord, hi_id) VALUES (1, 0, ?, 1)", .integer(number + 10))
            }
            try connection.execute("DELETE FROM effects; DELETE FROM gaps; DELETE FROM saved")
        }
        _ = try MessageStore.recover(path: path, account: "a", codec: StoreFixture.codec)
        let connection = try DatabaseConnection(path: path)
        for table in ["effects", "gaps", "saved"] { #expect(try Self.rows(table, connection).isEmpty, "\(table)") }
    }
}
