import CSQLite
import Glibc

/// The files of a connection that writes: whether they are still the ones that were opened, and the mark beside them that
/// says that their log is needed.
///
/// From its first commit on a log has at least one page; it is never cut shorter while it is open, and it goes with the
/// clean close that takes it in. So a mark without a log tells of a log that was lost: see `DatabaseFile.isLogLost`.
struct DatabasePlace {
    private let path: String
    private let file: DatabaseFile.Identity
    private var log: DatabaseFile.Identity?
    private var isMarked: Bool

    /// Takes the place of a file that was just opened; `nil` where there is no file.
    ///
    /// - Parameter isMarked: whether a mark was there before, and a log with it: it is this connection's now.
    init?(_ path: String, isMarked: Bool) {
        guard let file = DatabaseFile.identity(path) else { return nil }
        (self.path, self.file, self.isMarked) = (path, file, isMarked)
    }

    /// Notes that the log is needed. Call it behind a commit: without a whole page in the log nothing is noted.
    mutating func mark() {
        guard DatabaseFile.hasLog(path) else { return }
        log = DatabaseFile.identity(path + "-wal")
        DatabaseFile.mark(path + DatabaseFile.openMark)
        isMarked = true
    }

    /// Whether file and log are where they were. Two looks at the disk, no reading.
    var isUnmoved: Bool {
        guard DatabaseFile.identity(path) == file else { return false }
        return log == nil || DatabaseFile.identity(path + "-wal") == log
    }

    /// Takes the log in, as far as nobody reads what was before, and then the mark away; false if it is still needed.
    mutating func takeInLog(_ handle: OpaquePointer) -> Bool {
        guard isMarked else { return true }
        var (pages, taken): (Int32, Int32) = (0, 0)
        guard DatabaseFile.identity(path) == file,
            sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &taken) == SQLITE_OK,
            pages == taken
        else { return false }
        DatabaseFile.remove(path + DatabaseFile.openMark)
        isMarked = false
        return true
    }

    /// What comes before the connection is closed: SQLite would remove the log, and the mark may go only before it.
    mutating func end(_ handle: OpaquePointer) {
        if !takeInLog(handle) { imchat_sqlite_keep_log(handle) }
    }
}
