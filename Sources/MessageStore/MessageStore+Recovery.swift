import Database

extension MessageStore {
    /// Whether a file can be opened at once: it is not known to be damaged, nobody has to end a recovery, and its schema is
    /// this program's. Reads a few bytes.
    package static func isReady(path: String) -> Bool {
        if DatabaseFile.exists(path + ".is-damaged") || DatabaseFile.isFolder(path) || DatabaseFile.isOnlyLog(path)
            || isLost(path: path) || DatabaseFile.isLogLost(path)
        {
            return false
        }
        guard DatabaseFile.exists(path) else { return !DatabaseFile.exists(path + ".recovered") }
        guard let version = DatabaseFile.schemaVersion(path) else { return true }
        return version == 0 || version >= StoreSchema.migrations.map(\.version).max() ?? 0
    }

    /// Whether an older program has written the file. Reads a few bytes.
    package static func isOlder(path: String) -> Bool {
        guard let version = DatabaseFile.schemaVersion(path) else { return false }
        return version > 0 && version < StoreSchema.migrations.map(\.version).max() ?? 0
    }

    /// Whether the file is there and empty: what was in it is lost, and the server has to be asked again. `prepare` keeps
    /// it aside; whoever only reads or sends refuses it, for a new file in its place would hide the loss.
    package static func isLost(path: String) -> Bool { DatabaseFile.isEmpty(path) }

    /// Refuses a lost file.
    package static func refuseLost(_ path: String) throws(StoreError) {
        if isLost(path: path) { throw .damaged("the message file is empty") }
    }

    /// Does what may take long before a file can be opened: brings its schema to the newest version; reads one that is
    /// damaged, or was found to be while it was in use the last time, out into a new one, and keeps it beside that under a
    /// dated name. Answers what was recovered.
    ///
    /// On any thread, with nobody else at the file. O(file).
    package static func prepare(
        path: String, account: String, codec: StoreCodec, makeDeviceID: () -> String
    ) throws(StoreError) -> StoreRecovery? {
        if let recovery = try recoverIfNeeded(path: path, account: account, codec: codec) { return recovery }
        let settled = try settleLostLog(path: path, account: account, codec: codec)
        do throws(StoreError) {
            try openInline(path: path, account: account, codec: codec, makeDeviceID: makeDeviceID).close()
            return settled
        } catch {
            guard case .damaged = error else { throw error }
        }
        return try recover(path: path, account: account, codec: codec)
    }

    /// Looks through a file and recovers it as `prepare` does, also for damage that no start would meet; `nil` if it is in
    /// order. Fails with `cannotOpen` where there is no file. With nobody else at the file. O(file).
    package static func repair(
        path: String, account: String, codec: StoreCodec
    ) throws(StoreError) -> StoreRecovery? {
        if let recovery = try recoverIfNeeded(path: path, account: account, codec: codec) { return recovery }
        try refuseMissing(path)
        if let settled = try settleLostLog(path: path, account: account, codec: codec) { return settled }
        do throws(StoreError) {
            if try check(path: path).isEmpty { return nil }
        } catch {
            guard case .damaged = error else { throw error }
        }
        return try recover(path: path, account: account, codec: codec)
    }

    /// Opens a file as `open` does, prepared on this thread.
    package static func openRecovering(
        path: String, account: String, codec: StoreCodec, makeDeviceID: () -> String,
        notify: @escaping @Sendable () -> Void
    ) throws(StoreError) -> MessageStore {
        let recovery = try prepare(path: path, account: account, codec: codec, makeDeviceID: makeDeviceID)
        let store = try open(path: path, account: account, codec: codec, makeDeviceID: makeDeviceID, notify: notify)
        store.recovery = recovery
        return store
    }

    /// Ends what a recovery left when it was killed, and does one that was asked for by `noteDamage`.
    private static func recoverIfNeeded(
        path: String, account: String, codec: StoreCodec
    ) throws(StoreError) -> StoreRecovery? {
        if !DatabaseFile.exists(path), DatabaseFile.exists(path + ".recovered") {
            DatabaseFile.remove(path + DatabaseFile.openMark)
            _ = DatabaseFile.replace(path, with: path + ".recovered")
        }
        if DatabaseFile.isFolder(path) {
            guard let kept = DatabaseFile.setAside(path) else { throw .cannotOpen("a folder is in its place") }
            DatabaseFile.remove(path + DatabaseFile.openMark)
            var report = StoreRecovery()
            report.keptAside = kept
            report.wasFolder = true
            return report
        }
        if isLost(path: path) {
            guard let kept = DatabaseFile.setAside(path) else { throw .cannotOpen("an empty file is in its place") }
            DatabaseFile.remove(path + ".is-damaged")
            DatabaseFile.remove(path + DatabaseFile.openMark)
            var report = StoreRecovery()
            report.keptAside = kept
            report.wasEmpty = true
            return report
        }
        if DatabaseFile.isOnlyLog(path) {
            DatabaseFile.prepare(path)
            DatabaseFile.mark(path + ".is-damaged")
        }
        guard DatabaseFile.exists(path), DatabaseFile.exists(path + ".is-damaged") else { return nil }
        // Rows of a newer program's tables would be taken for others.
        let known = StoreSchema.migrations.map(\.version).max() ?? 0
        if let found = DatabaseFile.schemaVersion(path), found > known, found <= DatabaseConnection.versionLimit {
            throw .newerVersion(found: found, known: known)
        }
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
    ///
    /// - Parameter isLogLost: whether it is known that the log was lost.
    package static func recover(
        path: String, account: String, codec: StoreCodec, isLogLost: Bool = false
    ) throws(StoreError) -> StoreRecovery {
        guard !DatabaseFile.isInUse(path) else { throw .busy }
        do throws(DatabaseError) {
            let isLogLost = isLogLost || DatabaseFile.isLogLost(path)
            let (partial, whole) = (path + ".recovering", path + ".recovered")
            func removeLeftovers() {
                for name in [partial, whole] {
                    for suffix in ["", "-wal", "-shm"] { DatabaseFile.remove(name + suffix) }
                }
            }
            removeLeftovers()
            var report: StoreRecovery
            do throws(DatabaseError) {
                report = try writeRecovered(
                    path, to: partial, account: account, codec: codec, isLogLost: isLogLost)
            } catch {
                // A full disk gets its room back.
                removeLeftovers()
                throw error
            }
            guard DatabaseFile.replace(whole, with: partial), let kept = DatabaseFile.setAside(path) else {
                throw DatabaseError(reason: .inputOutput, message: "cannot put the damaged file of \(path) aside")
            }
            // It spoke of the log of the damaged one.
            DatabaseFile.remove(path + DatabaseFile.openMark)
            guard DatabaseFile.replace(path, with: whole) else {
                throw DatabaseError(reason: .inputOutput, message: "cannot put the recovered file at \(path)")
            }
            DatabaseFile.remove(path + ".is-damaged")
            report.keptAside = kept
            return report
        } catch {
            throw StoreError(error)
        }
    }

    /// Reads a damaged file into a new one, and closes it whole.
    private static func writeRecovered(
        _ path: String, to target: String, account: String, codec: StoreCodec, isLogLost: Bool
    ) throws(DatabaseError) -> StoreRecovery {
        let connection = try DatabaseConnection(path: target)
        try connection.migrate(StoreSchema.migrations)
        var writer = RecoveryWriter(connection: connection, account: account, codec: codec)
        let report = try connection.transaction(.immediate, durability: .full) {
            () throws(DatabaseError) -> StoreRecovery in try writer.run(path, isLogLost: isLogLost)
        }
        _ = try connection.all("PRAGMA wal_checkpoint(TRUNCATE)") { _ in 0 }
        return report
    }
}
