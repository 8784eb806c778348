/// A row that was found in a damaged file, without the file's word on which table it belongs to.
package struct SalvagedRow: Sendable {
    /// The row's id; `nil` where rows have none (tables without row ids, and indexes).
    package let id: Int64?
    /// The columns, in the table's order; a column that is the row's id itself is null.
    package let values: [SQLValue]
}
