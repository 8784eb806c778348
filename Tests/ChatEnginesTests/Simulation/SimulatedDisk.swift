import ChatEngines
import EventLoop
import TestSupport

@testable import Database
@testable import MessageStore

/// The disk of one simulated program: its databases take virtual time, may refuse commits for a while, and lose what was
/// not committed when the program is killed.
final class SimulatedDisk {
    let clock: ManualClock
    /// Milliseconds until the database comes to what it was asked for, and until its answers are heard.
    var delay: () -> Int64 = { 1 }
    /// How many of the waiting jobs one turn takes; they share commits.
    var turn: () -> Int = { .max }
    /// Why the commits of this turn fail, if they do.
    var refusal: () -> DatabaseError.Reason? = { nil }
    /// Whether a `drain` does everything that was asked for at once; for looking at the end.
    var isCalm = false
    private var databases: [SimulatedDatabase] = []

    init(clock: ManualClock) { self.clock = clock }

    /// Opens a file.
    func open(
        path: String, migrations: [Migration], prepare: (DatabaseConnection) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> SimulatedDatabase {
        let database = try SimulatedDatabase(disk: self, path: path, migrations: migrations, prepare: prepare)
        databases.append(database)
        return database
    }

    /// Opens a store in a file.
    func openStore(path: String, device: String) throws(StoreError) -> MessageStore {
        do throws(DatabaseError) {
            var start: StoreStart?
            let database = try open(path: path, migrations: StoreSchema.migrations) {
                (connection) throws(DatabaseError) in
                start = try StoreStart(connection, makeDeviceID: { device })
            }
            guard let start else { throw DatabaseError(reason: .other, message: "the store did not start") }
            return MessageStore(
                account: "a", path: path, start: start, database: database, codec: GoBelieveStoreCodec.codec)
        } catch {
            throw StoreError(error)
        }
    }

    /// The program is killed.
    func kill() {
        for database in databases { database.kill() }
        databases = []
    }
}
