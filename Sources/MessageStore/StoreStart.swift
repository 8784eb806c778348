import Database

/// What is read before the first call: a handful of rows, whatever the history.
struct StoreStart {
    let deviceID: String
    let syncKeys: [SyncQueue: Int64]
    let ids: IDReservation
    /// Whether there are messages of the server's without its word on how far they go: the file was recovered, or filled
    /// by an import.
    var isPatchwork = false

    init(_ connection: DatabaseConnection, makeDeviceID: () -> String) throws(DatabaseError) {
        let known = try connection.first("SELECT value FROM meta WHERE name = 'device-id'") { row in row.string(0) }
        // Only a new device id needs the disk's word; ids reserved for messages that a power loss takes may come again.
        (deviceID, syncKeys, ids) = try connection.transaction(.immediate, durability: known == nil ? .full : .normal) {
            () throws(DatabaseError) in
            let device = known ?? makeDeviceID()
            if known == nil {
                try connection.run("INSERT INTO meta (name, value) VALUES ('device-id', ?)", .text(device))
            }
            // What was on its way when the program ended is on its way no more.
            try connection.run("UPDATE messages SET state = 1 WHERE state = 2 AND id IN (SELECT message FROM outbox)")
            let keys = try connection.all("SELECT queue, value FROM sync_keys") { row in
                (SyncQueue(column: row.string(0)), row.int64(1))
            }
            return (device, Dictionary(keys) { first, _ in first }, try IDReservation(connection))
        }
        if syncKeys[.personal] ?? 0 == 0 {
            // What waits to be sent says nothing, nor does what is only heard, nor what a super group's own key came with.
            isPatchwork =
                try connection.first(
                    """
                    SELECT 1 FROM messages m JOIN sessions s ON s.key = m.session
                    WHERE s.kind IN ('peer', 'group', 'customer') AND m.kind IS NOT 'call' AND m.flags & 68 <> 4
                        AND NOT (s.kind = 'group' AND s.target IN (SELECT queue FROM sync_keys WHERE value > 0))
                    LIMIT 1
                    """
                ) { _ in true } ?? false
        }
    }
}
