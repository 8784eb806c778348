import CSQLite

extension DatabaseError {
    /// Reads the trouble from the connection.
    init(database: OpaquePointer?, code: Int32, sql: String) {
        let extended = database.map { sqlite3_extended_errcode($0) } ?? code
        let message =
            database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
        self.init(
            reason: Self.reason(code: code & 0xFF, extended: extended), code: code & 0xFF, extendedCode: extended,
            message: message, sql: sql)
    }

    private static func reason(code: Int32, extended: Int32) -> Reason {
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
