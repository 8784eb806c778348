import CSQLite

/// The current row of a query; columns count from 0. Valid only inside the closure that receives it.
///
/// Reading a column as another type than stored converts as SQLite does; a column that is null reads as 0 or empty
/// from the plain functions and as `nil` from the optional ones.
package struct Row {
    let handle: OpaquePointer

    /// Whether the column is null.
    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// The column as it is stored.
    package func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(string(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    /// Whether the column holds bytes.
    package func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }

    /// A whole number.
    package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A whole number that fits a machine word.
    package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// Whether the number is not 0.
    package func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    /// A floating point number.
    package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Text; invalid UTF-8 in a damaged file is repaired with U+FFFD.
    package func string(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Bytes.
    package func bytes(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// A whole number, or `nil` for null.
    package func int64OrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    /// Text, or `nil` for null.
    package func stringOrNil(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }

    /// Bytes, or `nil` for null.
    package func bytesOrNil(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

    /// A floating point number, or `nil` for null.
    package func doubleOrNil(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }
}
