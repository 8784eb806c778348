import Database
import Glibc

/// A log that was lost between a kill and the next start: removed, emptied or cut.
extension MessageStore {
    /// What a check says of it.
    static let lostLog =
        "its log was lost after imchat had ended without closing it: what was written last may be missing"

    /// Refuses to write to a file whose log was lost: with a new log in its place nobody would see the loss. `prepare` and
    /// `repair` settle it.
    static func refuseLostLog(_ path: String) throws(StoreError) {
        if DatabaseFile.isLogLost(path) { throw .damaged(lostLog) }
    }

    /// Refuses a file that is not there.
    static func refuseMissing(_ path: String) throws(StoreError) {
        if DatabaseFile.exists(path) { return }
        let isLink = DatabaseFile.isDanglingLink(path)
        throw .cannotOpen(isLink ? "it is a link to a file that is not there" : "there is no such file")
    }

    /// Has the server send everything again that it still has: nobody knows what is lost. What is here already is known by
    /// its origin id; what is not goes where its time puts it (`StoreAccess.place(recovered:)`).
    static func askForTheLost(_ connection: DatabaseConnection) throws(DatabaseError) {
        try connection.run("DELETE FROM sync_keys")
        try connection.run(
            "INSERT OR REPLACE INTO meta VALUES (?, ?)", .text(StoreAccess.recoveredAt), .integer(time(nil) * 1_000))
    }

    /// Settles the loss of a log; `nil` if it was not lost. The file without it is whole unless pages were on their way out
    /// of the log: then it is recovered. O(file). Nobody else may have the file open.
    ///
    /// Can be killed at any moment: the mark that tells of the loss goes last.
    static func settleLostLog(
        path: String, account: String, codec: StoreCodec
    ) throws(StoreError) -> StoreRecovery? {
        guard DatabaseFile.isLogLost(path) else { return nil }
        var report = StoreRecovery()
        report.logWasLost = true
        guard DatabaseFile.exists(path) else {
            report.fileWasLost = true
            DatabaseFile.remove(path + DatabaseFile.openMark)
            return report
        }
        guard !DatabaseFile.isInUse(path) else { throw .busy }
        do throws(StoreError) {
            try forgetKeys(path)
            guard try faults(path).isEmpty else {
                return try recover(path: path, account: account, codec: codec, isLogLost: true)
            }
        } catch {
            guard case .damaged = error else { throw error }
            return try recover(path: path, account: account, codec: codec, isLogLost: true)
        }
        DatabaseFile.remove(path + DatabaseFile.openMark)
        return report
    }

    private static func forgetKeys(_ path: String) throws(StoreError) {
        do throws(DatabaseError) {
            let connection = try DatabaseConnection(path: path)
            try refuseNewer(connection)
            guard try connection.schemaVersion() > 0 else { return }
            try connection.transaction(.immediate, durability: .full) { () throws(DatabaseError) in
                try askForTheLost(connection)
            }
        } catch {
            throw StoreError(error)
        }
    }
}
