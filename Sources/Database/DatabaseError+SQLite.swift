import CSQLite
import Glibc

extension DatabaseError {
    /// Reads the trouble from the connection.
    init(database: OpaquePointer?, code: Int32, sql: String) {
        let extended = database.map { sqlite3_extended_errcode($0) } ?? code
        var message =
            database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
        let system = database.map { sqlite3_system_errno($0) } ?? 0
        if code & 0xFF == SQLITE_CANTOPEN, system != 0 { message += ": " + String(cString: strerror(system)) }
        let isWriter = database.map { sqlite3_db_readonly($0, "main") == 0 } ?? false
        self.init(
            reason: Self.reason(code: code & 0xFF, extended: extended, system: system, isWriter: isWriter),
            code: code & 0xFF, extendedCode: extended, message: message, sql: sql)
    }

    private static func reason(code: Int32, extended: Int32, system: Int32, isWriter: Bool) -> Reason {
        // A full disk is met as an error of the file system too, where the log or its index cannot be made or cannot grow.
        if code == SQLITE_IOERR || code == SQLITE_CANTOPEN {
            if system == ENOSPC || system == EDQUOT { return .diskFull }
            if system == EROFS { return .readOnly }
            // A folder that takes no log; whoever only reads lacks something else.
            if system == EACCES, isWriter { return .readOnly }
        }
        switch code {
        case SQLITE_FULL: return .diskFull
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly
        case SQLITE_IOERR: return .inputOutput
        case SQLITE_CORRUPT: return .corrupt
        case SQLITE_NOTADB: return .notADatabase
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_CANTOPEN: return .cannotOpen
        case SQLITE_CONSTRAINT:
            // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY; macros with shifts are not imported.
            return extended == 2067 || extended == 1555 || extended == 2579 ? .duplicate : .constraint
        default: return .other
        }
    }
}
