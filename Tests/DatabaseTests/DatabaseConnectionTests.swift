import Glibc
import TestSupport
import Testing

@testable import Database

@Suite struct DatabaseConnectionTests {
    @Test func aFileWithoutLogIsReadWhereTheLogsIndexCannotBe() throws {
        let folder = TemporaryFolder()
        let path = folder.file("odd %41 nämé?x#y.sqlite")
        do {
            let connection = try DatabaseConnection(path: path)
            try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (7)")
        }
        // As on a full disk or in a read-only folder: there is a name in the way where the index would be.
        symlink("/nowhere/index", path + "-shm")
        let reader = try DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
        #expect(try reader.first("SELECT id FROM t") { $0.int64(0) } == 7)
        #expect(throws: DatabaseError.self) { try reader.execute("INSERT INTO t VALUES (8)") }
    }

    @Test func aFileWithALogIsReadWhereTheLogsIndexCannotBe() throws {
        let folder = TemporaryFolder()
        let path = folder.file("killed.sqlite")
        let open = try DatabaseConnection(path: folder.file("a.sqlite"))
        try open.execute("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (7)")
        for suffix in ["", "-wal"] { FileFacts.copy(folder.file("a.sqlite") + suffix, to: path + suffix) }
        symlink("/nowhere/index", path + "-shm")
        let before = FileFacts.size(of: path + "-wal")
        var reader: DatabaseConnection? = try DatabaseConnection(
            path: path, configuration: DatabaseConfiguration(readOnly: true))
        #expect(try reader?.first("SELECT id FROM t") { $0.int64(0) } == 7)
        #expect(throws: DatabaseError.self) { try reader?.execute("INSERT INTO t VALUES (8)") }
        // Nothing is written or removed, also not at the end.
        reader = nil
        #expect(FileFacts.size(of: path + "-wal") == before)
        #expect(FileFacts.size(of: path) == FileFacts.size(of: folder.file("a.sqlite")))
    }

    /// Whoever reads without locks does not go on with what is no longer true.
    @Test func whatIsReadWithoutLocksIsReadAnewOnceItChanges() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.sqlite")
        try DatabaseConnection(path: path).execute("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (7)")
        symlink("/nowhere/index", path + "-shm")
        let reader = try InlineDatabase(
            path: path, migrations: [], configuration: DatabaseConfiguration(readOnly: true))
        var counts: [Int] = []
        func count() {
            reader.perform(.read) { (connection) throws(DatabaseError) -> Int in
                try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? -1
            } completion: { result in
                counts.append((try? result.get()) ?? -2)
            }
            reader.drain()
        }
        count()
        // There is room again, and somebody writes.
        unlink(path + "-shm")
        let writer = try DatabaseConnection(path: path)
        try writer.execute("INSERT INTO t VALUES (8)")
        count()
        try writer.execute("INSERT INTO t VALUES (9)")
        count()
        #expect(counts == [1, 2, 3])
    }

    /// What changes in the middle of a read without locks looks like damage, and is none.
    @Test func halfOfAChangeIsReadAgain() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.sqlite")
        try DatabaseConnection(path: path).execute("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (7)")
        symlink("/nowhere/index", path + "-shm")
        let reader = try InlineDatabase(
            path: path, migrations: [], configuration: DatabaseConfiguration(readOnly: true))
        var results: [Result<Int, DatabaseError>] = []
        func read(changing: Bool) {
            reader.perform(.read) { (connection) throws(DatabaseError) -> Int in
                let count = try connection.first("SELECT count(*) FROM t") { $0.int(0) } ?? -1
                if count > 1 { return count }
                if changing {
                    unlink(path + "-shm")
                    try DatabaseConnection(path: path).execute("INSERT INTO t VALUES (8)")
                }
                throw DatabaseError(reason: .corrupt, message: "half of it")
            } completion: {
                results.append($0)
            }
            reader.drain()
        }
        read(changing: false)
        read(changing: true)
        #expect(throws: DatabaseError.self) { try results[0].get() }
        #expect(try results[1].get() == 2)
    }

    /// However a full disk is met, it is called by its name.
    @Test(arguments: [FaultyDisk.Kinds.write, .map, .open]) func aFullDiskIsNamed(_ kind: FaultyDisk.Kinds) throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.sqlite")
        try DatabaseConnection(path: path).execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
        // The file itself is there to be opened.
        for first in kind == .open ? [1] : [0] {
            for manner in [FaultyDisk.Manner.full, .error] {
                let disk = FaultyDisk()
                disk.arm(kind, from: first, manner)
                var reason: DatabaseError.Reason?
                do throws(DatabaseError) {
                    let configuration = DatabaseConfiguration(fileSystem: disk.name)
                    try DatabaseConnection(path: path, configuration: configuration).run("INSERT INTO t VALUES (1)")
                } catch {
                    reason = error.reason
                }
                #expect(disk.failed > 0)
                #expect((reason == .diskFull) == (manner == .full), "\(kind) \(manner): \(String(describing: reason))")
            }
        }
    }

    @Test func valuesComeBackAsTheyWere() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v ANY) STRICT")
        let values: [SQLValue] = [
            .null, .integer(0), .integer(Int64.max), .integer(Int64.min), .real(1.5), .real(-0.0), .text(""),
            .text("plain"),
            .text("a\0b"), .text("設計 👩‍👩‍👧‍👦"), .blob([]), .blob([0, 255, 0]), .text(String(repeating: "ж", count: 100_000)),
        ]
        for value in values { try connection.run("INSERT INTO t (v) VALUES (?)", value) }
        let back = try connection.all("SELECT v, typeof(v) FROM t ORDER BY id") { row -> SQLValue in
            switch row.string(1) {
            case "null": .null
            case "integer": .integer(row.int64(0))
            case "real": .real(row.double(0))
            case "text": .text(row.string(0))
            default: .blob(row.bytes(0))
            }
        }
        #expect(back == values)
        let nothing = try connection.first("SELECT NULL") { row in
            row.int64OrNil(0) == nil && row.stringOrNil(0) == nil && row.bytesOrNil(0) == nil
                && row.doubleOrNil(0) == nil && row.string(0).isEmpty && row.int64(0) == 0
        }
        #expect(nothing == true)
    }

    @Test func aStatementUsedInsideItselfIsAnotherStatement() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        try connection.execute("CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (1), (2), (3)")
        var pairs: [String] = []
        try connection.forEach("SELECT v FROM t ORDER BY v") { outer throws(DatabaseError) in
            let value = outer.int64(0)
            pairs += try connection.all("SELECT v FROM t ORDER BY v") { inner in "\(value)\(inner.int64(0))" }
            return true
        }
        #expect(pairs == ["11", "12", "13", "21", "22", "23", "31", "32", "33"])
    }

    @Test func aWrongNumberOfValuesIsRefused() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        #expect(throws: DatabaseError.self) { try connection.run("SELECT ?") }
        #expect(throws: DatabaseError.self) { try connection.run("SELECT ?", 1, 2) }
        #expect(throws: DatabaseError.self) { try connection.run("SELEC") }
    }

    @Test func transactionsKeepAllOrNothing() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        try connection.execute("CREATE TABLE t (v INTEGER UNIQUE)")
        try connection.transaction { () throws(DatabaseError) in
            try connection.run("INSERT INTO t VALUES (1)")
            // An inner failure takes back the inner part only.
            try? connection.transaction { () throws(DatabaseError) in
                try connection.run("INSERT INTO t VALUES (2)")
                try connection.run("INSERT INTO t VALUES (1)")
            }
            try connection.run("INSERT INTO t VALUES (3)")
        }
        #expect(throws: DatabaseError.self) {
            try connection.transaction(durability: .full) { () throws(DatabaseError) in
                try connection.run("INSERT INTO t VALUES (4)")
                try connection.run("INSERT INTO t VALUES (3)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.all("SELECT v FROM t ORDER BY v") { $0.int64(0) } == [1, 3])
    }

    @Test func whatWaitsForTheCommitComesBehindAllSavepoints() throws {
        let connection = try DatabaseConnection(path: ":memory:")
        try connection.execute("CREATE TABLE t (v INTEGER UNIQUE)")
        func rows() throws -> [Int64] { try connection.all("SELECT v FROM t ORDER BY rowid") { $0.int64(0) } }
        try connection.transaction { () throws(DatabaseError) in
            try connection.runAtCommit("INSERT INTO t VALUES (?)", .integer(1))
            try connection.transaction { () throws(DatabaseError) in
                try connection.runAtCommit("INSERT INTO t VALUES (2)")
                try connection.run("INSERT INTO t VALUES (3)")
            }
            // What is taken back takes along what it left to be done, and nothing else.
            _ = try? connection.transaction { () throws(DatabaseError) in
                try connection.runAtCommit("INSERT INTO t VALUES (4)")
                try connection.run("INSERT INTO t VALUES (3)")
            }
            try connection.runAtCommit("INSERT INTO t VALUES (5)")
            #expect(try connection.all("SELECT v FROM t") { $0.int64(0) } == [3])
        }
        #expect(try rows() == [3, 1, 2, 5])
        // One that fails fails all.
        #expect(throws: DatabaseError.self) {
            try connection.transaction { () throws(DatabaseError) in
                try connection.run("INSERT INTO t VALUES (6)")
                try connection.runAtCommit("INSERT INTO t VALUES (1)")
            }
        }
        // Nothing of a transaction that was given up is left to the next.
        #expect(throws: DatabaseError.self) {
            try connection.transaction { () throws(DatabaseError) in
                try connection.runAtCommit("INSERT INTO t VALUES (7)")
                try connection.run("INSERT INTO t VALUES (1)")
            }
        }
        _ = try connection.transaction { () throws(DatabaseError) in try connection.run("INSERT INTO t VALUES (8)") }
        try connection.runAtCommit("INSERT INTO t VALUES (9)")
        #expect(try rows() == [3, 1, 2, 5, 8, 9])
    }

    @Test func errorsTellTheirKind() throws {
        let folder = TemporaryFolder()
        let connection = try DatabaseConnection(path: folder.file("a.db"))
        try connection.execute(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, v INTEGER CHECK (v > 0)) STRICT;
            CREATE TABLE c (p INTEGER NOT NULL REFERENCES p (id)) STRICT; INSERT INTO p VALUES (1, 1)
            """)
        #expect(reason { try connection.run("INSERT INTO p VALUES (1, 1)") } == .duplicate)
        #expect(reason { try connection.run("INSERT INTO p VALUES (2, 0)") } == .constraint)
        #expect(reason { try connection.run("INSERT INTO c VALUES (9)") } == .constraint)
        #expect(reason { try connection.run("INSERT INTO p VALUES (3, 'x')") } == .constraint)
        let reader = try DatabaseConnection(
            path: folder.file("a.db"), configuration: DatabaseConfiguration(readOnly: true))
        #expect(reason { try reader.run("INSERT INTO p VALUES (2, 1)") } == .readOnly)
        let impatient = DatabaseConfiguration(busyTimeout: 1)
        let other = try DatabaseConnection(path: folder.file("a.db"), configuration: impatient)
        try connection.transaction { () throws(DatabaseError) in
            #expect(reason { try other.transaction { () throws(DatabaseError) in } } == .busy)
        }
        #expect(reason { _ = try DatabaseConnection(path: "/proc/none/a.db") } == .cannotOpen)
        let noise = folder.file("noise.db")
        let descriptor = open(noise, O_CREAT | O_WRONLY, 0o600)
        let bytes = [UInt8](repeating: 0x41, count: 4_096)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(reason { _ = try DatabaseConnection(path: noise) } == .notADatabase)
    }

    @Test func aFullDiskIsToldAndPasses() throws {
        let folder = TemporaryFolder()
        let small = DatabaseConfiguration(maximumPages: 8)
        let connection = try DatabaseConnection(path: folder.file("a.db"), configuration: small)
        try connection.execute("CREATE TABLE t (v TEXT)")
        let big = SQLValue.text(String(repeating: "x", count: 50_000))
        #expect(
            reason {
                try connection.transaction { () throws(DatabaseError) in
                    _ = try connection.run("INSERT INTO t VALUES (?)", big)
                }
            }
                == .diskFull)
        #expect(!connection.isInTransaction)
        try connection.run("INSERT INTO t VALUES ('small')")
        try connection.execute("PRAGMA max_page_count=1000")
        try connection.run("INSERT INTO t VALUES (?)", big)
        #expect(try connection.first("SELECT count(*) FROM t") { $0.int(0) } == 2)
    }

    @Test func filesBelongToTheUserAlone() throws {
        let folder = TemporaryFolder()
        let path = folder.file("deep") + "/a.db"
        var connection: DatabaseConnection? = try DatabaseConnection(path: path)
        try connection?.execute("CREATE TABLE t (v TEXT)")
        #expect(FileFacts.mode(of: folder.file("deep")) == 0o700)
        #expect(FileFacts.mode(of: path) == 0o600)
        #expect(FileFacts.mode(of: path + "-wal") == 0o600)
        connection = nil
        unlink(path)
    }

    private func reason(_ body: () throws -> Void) -> DatabaseError.Reason? {
        do {
            try body()
            return nil
        } catch { return (error as? DatabaseError)?.reason }
    }
}
