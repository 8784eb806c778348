import Database

/// Between which hours the messages of a block of ids lie.
extension StoreAccess {
    /// Widens the hours of a message's block so that they hold its time (ms since 1970).
    ///
    /// Whole hours, and the last block asked for is kept: a message mostly finds its own there, and nothing is read or
    /// written.
    mutating func noteTime(_ timestamp: Int64, of id: Int64) throws(DatabaseError) {
        let (block, hour) = (SearchBlock(holding: id).number, timestamp / SearchBlock.unit)
        if let known = lastTimes, known.block == block, known.hours.contains(hour) { return }
        let found = try connection.first("SELECT oldest, newest FROM times WHERE block = ?", .integer(block)) { row in
            (oldest: row.int64(0), newest: row.int64(1))
        }
        let oldest = min(hour, found?.oldest ?? hour)
        let newest = max(hour, found?.newest ?? hour)
        if oldest != found?.oldest || newest != found?.newest {
            try connection.run(
                "INSERT OR REPLACE INTO times (block, oldest, newest) VALUES (?, ?, ?)", .integer(block),
                .integer(oldest), .integer(newest))
        }
        lastTimes = (block, oldest...newest)
    }

    /// Makes all blocks' hours anew, after rows were put in by other ways. O(messages).
    func renewTimes() throws(DatabaseError) {
        try connection.execute(
            """
            DELETE FROM times;
            INSERT INTO times SELECT \(SearchBlock.number(of: "id")) AS block,
            min(timestamp / \(SearchBlock.unit)), max(timestamp / \(SearchBlock.unit)) FROM messages GROUP BY block;
            """)
    }
}
