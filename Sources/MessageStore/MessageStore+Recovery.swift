import Database

extension MessageStore {
    /// Opens a file as `open` does. A file that is damaged, or was found to be while it was in use the last time, is
    /// first read out into a new one, and kept beside it under a dated name; then the store has a `recovery` to tell.
    package static func openRecovering(
        path: String, account: String, codec: StoreCodec, makeDeviceID: () -> String,
        notify: @escaping @Sendable () -> Void
    ) throws(StoreError) -> MessageStore {
        let recovery = try recoverIfNeeded(path: path, account: account, codec: codec)
        do throws(StoreError) {
            let store = try open(
                path: path, account: account, codec: codec, makeDeviceID: makeDeviceID, notify: notify)
            store.recovery = recovery
            return store
        } catch {
            guard case .damaged = error, recovery == nil else { throw error }
        }
        let late = try recover(path: path, account: account, codec: codec)
        let store = try open(path: path, account: account, codec: codec, makeDeviceID: makeDeviceID, notify: notify)
        store.recovery = late
        return store
    }

    /// Ends what a recovery left when it was killed, and does one that was asked for by `noteDamage`.
    private static func recoverIfNeeded(
        path: String, account: String, codec: StoreCodec
    ) throws(StoreError) -> StoreRecovery? {
        if !DatabaseFile.exists(path), DatabaseFile.exists(path + ".recovered") {
            _ = DatabaseFile.replace(path, with: path + ".recovered")
        }
        guard DatabaseFile.exists(path), DatabaseFile.exists(path + ".is-damaged") else { return nil }
        return try recover(path: path, account: account, codec: codec)
    }

    /// Has the next start recover the file.
    static func noteDamage(path: String) {
        if path != ":memory:" { DatabaseFile.mark(path + ".is-damaged") }
    }

    /// Reads everything that can be read out of a damaged file into a new one that takes its place; the damaged file is
    /// kept under a dated name. Nobody else may have the file open. O(file).
    ///
    /// Can be killed at any moment: the file stays as it is until the new one is complete and on the disk.
    package static func recover(
        path: String, account: String, codec: StoreCodec
    ) throws(StoreError) -> StoreRecovery {
        guard !DatabaseFile.isInUse(path) else { throw .busy }
        do throws(DatabaseError) {
            let (partial, whole) = (path + ".recovering", path + ".recovered")
            for name in [partial, whole] { for suffix in ["", "-wal", "-shm"] { DatabaseFile.remove(name + suffix) } }
            var report = try writeRecovered(path, to: partial, account: account, codec: codec)
            guard DatabaseFile.replace(whole, with: partial), let kept = DatabaseFile.setAside(path),
                DatabaseFile.replace(path, with: whole)
            else { throw DatabaseError(reason: .inputOutput, message: "cannot put the recovered file at \(path)") }
            DatabaseFile.remove(path + ".is-damaged")
            report.keptAside = kept
            return report
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads a damaged file into a new one, and closes it whole.
    private static func writeRecovered(
        _ path: String, to target: String, account: String, codec: StoreCodec
    ) throws(DatabaseError) -> StoreRecovery {
        let connection = try DatabaseConnection(path: target)
        try connection.migrate(StoreSchema.migrations)
        var writer = RecoveryWriter(connection: connection, account: account, codec: codec)
        let report = try connection.transaction(.immediate, durability: .full) {
            () throws(DatabaseError) -> StoreRecovery in try writer.run(path)
        }
        _ = try connection.all("PRAGMA wal_checkpoint(TRUNCATE)") { _ in 0 }
        return report
    }
}
