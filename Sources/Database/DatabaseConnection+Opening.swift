import CSQLite

extension DatabaseConnection {
    /// An open handle, and how it came about.
    struct Opened {
        let handle: OpaquePointer
        /// What the files were like, where nobody's locks are minded; `nil` where SQLite minds them.
        let stamp: DatabaseFile.Stamp?
    }

    /// Opens a handle. One that only reads needs nothing of the disk if there is another way: SQLite wants the log's index
    /// to read, also where there is no log ("Write-Ahead Logging", section 2.5), and on a full disk or in a read-only
    /// folder it cannot be made. Then a file without a log is read as one that does not change, and one with a log with
    /// the index in memory, unless another process has it open.
    static func open(_ path: String, _ configuration: DatabaseConfiguration) throws(DatabaseError) -> Opened {
        let disk = configuration.fileSystem
        guard configuration.readOnly else {
            return Opened(handle: try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, disk), stamp: nil)
        }
        let handle = try open(path, SQLITE_OPEN_READONLY, disk)
        guard lacksLogIndex(handle) else { return Opened(handle: handle, stamp: nil) }
        sqlite3_close_v2(handle)
        let stamp = DatabaseFile.stamp(path)
        if stamp.hasLog {
            guard disk == nil, !DatabaseFile.isInUse(path) else {
                return Opened(handle: try open(path, SQLITE_OPEN_READONLY, disk), stamp: nil)
            }
            let alone = try open(path, SQLITE_OPEN_READONLY, "unix-none")
            sqlite3_exec(alone, "PRAGMA locking_mode=EXCLUSIVE", nil, nil, nil)
            imchat_sqlite_keep_log(alone)
            return Opened(handle: alone, stamp: stamp)
        }
        return Opened(
            handle: try open(unchangingURI(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, disk), stamp: stamp)
    }

    private static func open(_ name: String, _ flags: Int32, _ disk: String?) throws(DatabaseError) -> OpaquePointer {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, disk)
        if code == SQLITE_OK, let handle { return handle }
        let error = DatabaseError(database: handle, code: code, sql: "")
        sqlite3_close_v2(handle)
        throw error
    }

    private static func lacksLogIndex(_ handle: OpaquePointer) -> Bool {
        let code = sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
        return [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY, SQLITE_FULL].contains(code & 0xFF)
    }

    /// The name of a file that nobody writes to: it is read without locks and index.
    private static func unchangingURI(_ path: String) -> String {
        var name = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
                name += "%" + String(byte, radix: 16)
            default: name.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return name + "?immutable=1"
    }
}
