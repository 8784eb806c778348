import Database
import IMModel

/// What comes again after a damaged file was recovered: old messages among newer ones.
extension StoreAccess {
    /// The row of `meta` with the moment of the last recovery that may have lost something.
    static let recoveredAt = "recovered-at"

    /// Gives a message from before a recovery that was lost the place of its time: right behind the last message that is
    /// not newer. Answers the same message if it is there after all and has no origin id to be known by.
    /// O(newer messages).
    mutating func place(
        recovered message: inout Message, session: Int64, sender: Int64
    ) throws(DatabaseError) -> Int64? {
        if recovery == nil {
            recovery =
                try connection.first("SELECT value FROM meta WHERE name = ?", .text(Self.recoveredAt)) { row in
                    row.int64(0)
                } ?? .min
        }
        guard let recovery, message.timestamp < recovery else { return nil }
        let before = try connection.first(
            """
            SELECT ord, id FROM messages WHERE session = ? AND flags & 1 = 0 AND timestamp <= ?
            ORDER BY ord DESC, id DESC LIMIT 1
            """, .integer(session), .integer(message.timestamp)
        ) { row in Place(order: row.int64(0), id: row.int64(1)) }
        guard let before else {
            let first = try connection.first(
                "SELECT ord FROM messages WHERE session = ? AND flags & 1 = 0 ORDER BY ord, id LIMIT 1",
                .integer(session)
            ) { row in row.int64(0) }
            if let first { message.order = first - 1 }
            return nil
        }
        message.order = before.order
        guard message.originID == nil else { return nil }
        return try connection.first(
            """
            SELECT id FROM (\(Self.query(.through, ", sender, timestamp, content, origin")) LIMIT 50)
            WHERE sender = ?4 AND timestamp = ?5 AND origin IS NULL AND content = ?6
            """, .integer(session), .integer(before.order), .integer(before.id), .integer(sender),
            .integer(message.timestamp), .text(message.rawContent)
        ) { row in row.int64(0) }
    }
}
