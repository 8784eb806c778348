package import Database
package import IMModel

/// The history of one account: sessions, messages, outbox, sync keys, drafts.
///
/// Lives on the loop's thread; the file is worked on elsewhere. Calls are done in their order; completions run on the
/// loop's thread inside `drain` (never inside the call), in that order, exactly once each, and for changes only after
/// the commit. Nothing here costs in proportion to the history.
package final class MessageStore {
    /// The account whose sessions these are.
    package let account: String
    /// The file.
    package let storePath: String
    /// The device's id; made once per file.
    package let deviceID: String
    /// The sync keys as they were at the start.
    package let syncKeysAtStart: [SyncQueue: Int64]
    /// Whether there were messages at the start, but no key that says how far they go: the file was recovered, or filled by
    /// an import.
    package let isPatchwork: Bool
    /// Told when a change could not be written (the reason), and when changes can be written again (`nil`).
    package var onTroubleChange: ((StoreError?) -> Void)?
    /// What became of the file if it was found damaged at the start; `nil` if it was well.
    package var recovery: StoreRecovery?
    /// The trouble that is going on.
    package private(set) var trouble: StoreError?

    private let database: any DatabaseExecutor
    private let codec: StoreCodec
    private let originKey: OriginKey
    private var ids: IDReservation
    private var isDamaged = false
    /// About the most room that a change needed which a full disk refused.
    private(set) var refusedBytes = 0
    /// Whether a sweep is on its way.
    var isSweeping = false

    init(
        account: String, path: String, start: StoreStart, database: any DatabaseExecutor, codec: StoreCodec
    ) {
        self.account = account
        storePath = path
        deviceID = start.deviceID
        originKey = OriginKey(deviceID: start.deviceID)
        syncKeysAtStart = start.syncKeys
        isPatchwork = start.isPatchwork
        ids = start.ids
        self.database = database
        self.codec = codec
    }

    /// Opens the account's file with a thread of its own, making file and folder if missing.
    ///
    /// - Parameters:
    ///   - makeDeviceID: called if the file has no device id yet.
    ///   - notify: called from the store's thread when results wait; let it wake the loop, which then calls `drain`.
    package static func open(
        path: String, account: String, codec: StoreCodec, configuration: DatabaseConfiguration = .init(),
        makeDeviceID: () -> String, notify: @escaping @Sendable () -> Void
    ) throws(StoreError) -> MessageStore {
        try refuseLostLog(path)
        do throws(DatabaseError) {
            var start: StoreStart?
            let database = try DatabaseThread(
                path: path, migrations: StoreSchema.migrations, configuration: configuration, notify: notify
            ) { (connection) throws(DatabaseError) in
                start = try StoreStart(connection, makeDeviceID: makeDeviceID)
                connection.markLog()
            }
            guard let start else { throw DatabaseError(reason: .other, message: "the store did not start") }
            let store = MessageStore(account: account, path: path, start: start, database: database, codec: codec)
            store.sweepRead()
            return store
        } catch {
            throw StoreError(error)
        }
    }

    /// Opens a file, or memory, without a thread: work is done inside the calls, completions still run in `drain`.
    /// For tests, simulations and short commands. `maximumPages` bounds the file (0 for no bound).
    package static func openInline(
        path: String = ":memory:", account: String, codec: StoreCodec, maximumPages: Int = 0, fileSystem: String? = nil,
        makeDeviceID: () -> String = { "device" }, notify: @escaping () -> Void = {}
    ) throws(StoreError) -> MessageStore {
        try refuseLostLog(path)
        do throws(DatabaseError) {
            var start: StoreStart?
            let database = try InlineDatabase(
                path: path, migrations: StoreSchema.migrations,
                configuration: DatabaseConfiguration(maximumPages: maximumPages, fileSystem: fileSystem), notify: notify
            ) { (connection) throws(DatabaseError) in
                start = try StoreStart(connection, makeDeviceID: makeDeviceID)
                connection.markLog()
            }
            guard let start else { throw DatabaseError(reason: .other, message: "the store did not start") }
            return MessageStore(account: account, path: path, start: start, database: database, codec: codec)
        } catch {
            throw StoreError(error)
        }
    }

    /// A new local id, without waiting; ids grow, and never come twice, not even after a crash.
    package func nextLocalID() -> MessageID {
        let (id, newLimit) = ids.next()
        if let newLimit {
            write(.normal) { (access) throws(DatabaseError) in
                try IDReservation.save(limit: newLimit, to: access.connection)
            } completion: { _ in
            }
        }
        return MessageID(String(id))
    }

    /// Runs the completions of what is done; call it after `notify`.
    @discardableResult
    package func drain() -> Int { database.drain() }

    /// Finishes what was asked for, closes the file, and runs the remaining completions. Later calls end with `closed`.
    package func close() { database.close() }

    // MARK: - For the extensions of this target

    func read<T: Sendable>(
        _ work: @escaping @Sendable (inout StoreAccess) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, StoreError>) -> Void
    ) {
        let (account, codec, originKey) = (account, codec, originKey)
        database.perform(.read) { (connection) throws(DatabaseError) -> T in
            var access = StoreAccess(
                connection: connection, account: account, codec: codec, originKey: originKey)
            return try work(&access)
        } completion: { [weak self] result in
            let mapped = result.mapError { StoreError($0) }
            if case .failure(let error) = mapped { self?.noteDamage(error) }
            completion(mapped)
        }
    }

    /// Work that makes its own transactions, to find out whether changes can be written.
    func probe(
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> Void,
        completion: @escaping (Result<Void, StoreError>) -> Void
    ) {
        database.perform(.alone, work) { [weak self] result in
            let mapped = result.mapError { StoreError($0) }
            switch mapped {
            case .success: self?.note(nil)
            case .failure(let error):
                if error.isTransient { self?.note(error) }
                self?.noteDamage(error)
            }
            completion(mapped)
        }
    }

    func write<T: Sendable>(
        _ durability: Durability, rows: Int = 1,
        _ work: @escaping @Sendable (inout StoreAccess) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, StoreError>) -> Void
    ) {
        let (account, codec, originKey) = (account, codec, originKey)
        database.perform(.write(durability), rows: rows) { (connection) throws(DatabaseError) -> T in
            var access = StoreAccess(
                connection: connection, account: account, codec: codec, originKey: originKey)
            return try work(&access)
        } completion: { [weak self] result in
            let mapped = result.mapError { StoreError($0) }
            switch mapped {
            case .success:
                // On a full disk a small change may find room where nothing else would: `tryWriting` tells.
                if self?.trouble != .diskFull { self?.note(nil) }
            case .failure(let error):
                if error == .diskFull { self?.noteRefused(bytes: rows << 11) }
                if error.isTransient { self?.note(error) }
                self?.noteDamage(error)
            }
            completion(mapped)
        }
    }

    /// The first damage that is met is told, and the next start recovers the file.
    private func noteDamage(_ error: StoreError) {
        guard case .damaged = error, !isDamaged else { return }
        isDamaged = true
        Self.noteDamage(path: storePath)
        onTroubleChange?(error)
    }

    private func note(_ error: StoreError?) {
        guard error != trouble else { return }
        trouble = error
        if error == nil { refusedBytes = 0 }
        onTroubleChange?(error)
    }

    /// A full disk is well again when there is room for so much.
    func noteRefused(bytes: Int) { refusedBytes = max(refusedBytes, bytes) }
}
