import Glibc
import TestSupport
import Testing

@testable import Database

@Suite struct MigrationTests {
    private let first = Migration(version: 1, sql: "CREATE TABLE a (v TEXT) STRICT")
    private let second = Migration(version: 2, sql: "ALTER TABLE a ADD COLUMN w TEXT; UPDATE a SET w = v")

    @Test func stepsRunOnceAndInOrder() throws {
        let folder = TemporaryFolder()
        do {
            let connection = try DatabaseConnection(path: folder.file("a.db"))
            try connection.migrate([first])
            try connection.migrate([first])
            try connection.run("INSERT INTO a VALUES ('x')")
        }
        let connection = try DatabaseConnection(path: folder.file("a.db"))
        try connection.migrate([second, first])
        #expect(try connection.schemaVersion() == 2)
        #expect(try connection.first("SELECT w FROM a") { $0.string(0) } == "x")
        #expect(!DatabaseFile.exists(folder.file("a.db.before-v1")))
        let copy = try DatabaseConnection(path: folder.file("a.db.before-v2"))
        #expect(try copy.schemaVersion() == 1)
        #expect(try copy.first("SELECT v FROM a") { $0.string(0) } == "x")
        #expect(FileFacts.mode(of: folder.file("a.db.before-v2")) == 0o600)
        #expect(!DatabaseFile.exists(folder.file("a.db.before-v2.partial")))
    }

    @Test func copiesAreTidiedAway() throws {
        let place = TemporaryFolder()
        let path = place.file("a.db")
        let third = Migration(version: 3, sql: "CREATE TABLE c (v TEXT) STRICT")
        try DatabaseConnection(path: path).migrate([first])
        try DatabaseConnection(path: path).migrate([first, second])
        #expect(DatabaseFile.exists(path + ".before-v2"))
        // The next change leaves only its own copy.
        try DatabaseConnection(path: path).migrate([first, second, third])
        #expect(!DatabaseFile.exists(path + ".before-v2"))
        #expect(DatabaseFile.exists(path + ".before-v3"))
        // A start later it is still there; a month later it is not.
        try DatabaseConnection(path: path).migrate([first, second, third])
        #expect(DatabaseFile.exists(path + ".before-v3"))
        var times = [timeval(), timeval()]
        times[0].tv_sec = time(nil) - 31 * 86_400
        times[1].tv_sec = times[0].tv_sec
        #expect(utimes(path + ".before-v3", times) == 0)
        try DatabaseConnection(path: path).migrate([first, second, third])
        #expect(!DatabaseFile.exists(path + ".before-v3"))
    }

    @Test func aNewerFileIsRefusedUntouched() throws {
        let folder = TemporaryFolder()
        do {
            let connection = try DatabaseConnection(path: folder.file("a.db"))
            try connection.migrate([first, second])
        }
        let connection = try DatabaseConnection(path: folder.file("a.db"))
        #expect {
            try connection.migrate([first])
        } throws: { error in
            (error as? DatabaseError)?.reason == .newerSchema(found: 2, known: 1)
        }
        #expect(try connection.schemaVersion() == 2)
    }

    /// Ends the step after each of its statements; the next start finds a whole version and completes it.
    @Test(arguments: 0...3) func aStepThatEndsMidwayLeavesTheVersionBefore(statements: Int) throws {
        let folder = TemporaryFolder()
        let all = [
            "CREATE TABLE b (v TEXT)", "INSERT INTO b SELECT v FROM a", "DROP TABLE a",
        ]
        do {
            let connection = try DatabaseConnection(path: folder.file("a.db"))
            try connection.migrate([first])
            try connection.run("INSERT INTO a VALUES ('kept')")
            let broken = Migration(version: 2) { connection throws(DatabaseError) in
                for statement in all.prefix(statements) { try connection.execute(statement) }
                throw DatabaseError(reason: .other, message: "ended here")
            }
            #expect(throws: DatabaseError.self) { try connection.migrate([first, broken]) }
        }
        let connection = try DatabaseConnection(path: folder.file("a.db"))
        #expect(try connection.schemaVersion() == 1)
        #expect(try connection.first("SELECT v FROM a") { $0.string(0) } == "kept")
        try connection.migrate([first, Migration(version: 2, sql: all.joined(separator: ";"))])
        #expect(try connection.first("SELECT v FROM b") { $0.string(0) } == "kept")
    }

    /// The process dies inside a step, without any tidying.
    @Test func aKilledStepLeavesTheVersionBefore() throws {
        let folder = TemporaryFolder()
        do {
            let connection = try DatabaseConnection(path: folder.file("a.db"))
            try connection.migrate([first])
            try connection.run("INSERT INTO a VALUES ('kept')")
        }
        // What a kill leaves: the files as they are while the step's transaction is open and spilt to the log.
        let connection = try DatabaseConnection(
            path: folder.file("a.db"), configuration: DatabaseConfiguration(cacheKibibytes: 16))
        let folderPath = folder.path
        try? connection.migrate([
            first,
            Migration(version: 2) { connection throws(DatabaseError) in
                for _ in 0..<200 {
                    try connection.run(
                        "INSERT INTO a VALUES (?)", .text(String(repeating: "y", count: 1_000)))
                }
                FileFacts.copy("\(folderPath)/a.db", to: "\(folderPath)/killed.db")
                FileFacts.copy("\(folderPath)/a.db-wal", to: "\(folderPath)/killed.db-wal")
            },
        ])
        let killed = try DatabaseConnection(path: folder.file("killed.db"))
        #expect(try killed.schemaVersion() == 1)
        #expect(try killed.all("SELECT v FROM a") { $0.string(0) } == ["kept"])
    }
}
