import TestSupport
import Testing

@testable import Database

/// What a commit does to the disk, as the disk sees it.
@Suite struct DurabilityTests {
    private static let table = Migration(version: 1, sql: "CREATE TABLE t (v INTEGER, w TEXT) STRICT")

    private func open(_ place: TemporaryFolder, _ disk: FaultyDisk) throws -> DatabaseConnection {
        let connection = try DatabaseConnection(
            path: place.file("a.db"), configuration: DatabaseConfiguration(fileSystem: disk.name))
        try connection.migrate([Self.table])
        return connection
    }

    @Test func onlyDurableCommitsWaitForTheDisk() throws {
        let (place, disk) = (TemporaryFolder(), FaultyDisk())
        let connection = try open(place, disk)
        func syncs(_ durability: Durability) throws -> Int {
            let before = disk.total(.sync, of: "-wal")
            _ = try connection.transaction(.immediate, durability: durability) { () throws(DatabaseError) in
                try connection.run("INSERT INTO t VALUES (1, 'x')")
            }
            return disk.total(.sync, of: "-wal") - before
        }
        for _ in 0..<3 {
            #expect(try syncs(.normal) == 0)
            #expect(try syncs(.full) == 1)
            #expect(try syncs(.full) == 1)
        }
        // The file itself is only written to when the log is full.
        #expect(disk.total(.write, of: "a.db") <= 1)
    }
}
