import CSQLite

/// A compiled statement; never leaves this target.
final class Statement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    let sql: String
    /// The text's bytes.
    let length: Int
    /// Whether it holds values large enough to be let go of before they are replaced.
    private var isLarge = false
    /// Whether somebody is between `bind` and `reset`; a nested use of the same text compiles a second one.
    var isBusy = false

    init(database: OpaquePointer, sql: String) throws(DatabaseError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw DatabaseError(database: database, code: code == SQLITE_OK ? SQLITE_MISUSE : code, sql: sql)
        }
        self.handle = handle
        self.database = database
        self.sql = sql
        length = sql.utf8.count
    }

    /// Bytes from which on a value is not kept.
    private static let largeValue = 4_096

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLValue]) throws(DatabaseError) {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw DatabaseError(reason: .other, message: "\(values.count) values for other parameters", sql: sql)
        }
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            let code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(handle, index)
            case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
            case .real(let number): code = sqlite3_bind_double(handle, index, number)
            case .text(var text):
                if text.utf8.count > Self.largeValue { isLarge = true }
                code = text.withUTF8 { bytes in
                    // An empty buffer may have no address, and SQLite takes no address for NULL.
                    guard let base = bytes.baseAddress else {
                        return sqlite3_bind_text(handle, index, "", 0, imchat_sqlite_transient())
                    }
                    return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                        sqlite3_bind_text64(
                            handle, index, $0, UInt64(bytes.count), imchat_sqlite_transient(), UInt8(SQLITE_UTF8))
                    }
                }
            case .blob(let bytes):
                if bytes.count > Self.largeValue { isLarge = true }
                code =
                    bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : bytes.withUnsafeBytes {
                        sqlite3_bind_blob64(
                            handle, index, $0.baseAddress, UInt64($0.count), imchat_sqlite_transient())
                    }
            }
            if code != SQLITE_OK { throw DatabaseError(database: database, code: code, sql: sql) }
        }
    }

    /// Goes to the next row; false at the end.
    func step() throws(DatabaseError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw DatabaseError(database: database, code: code, sql: sql)
    }

    func reset() {
        sqlite3_reset(handle)
        // Each use binds all values anew, so small ones may stay until then.
        guard isLarge else { return }
        sqlite3_clear_bindings(handle)
        isLarge = false
    }

    var row: Row { Row(handle: handle) }
}
