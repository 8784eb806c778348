import Database

extension MessageStore {
    /// A small value that the engine keeps beside the history (the room it is in, say), `nil` if there is none.
    package func setting(_ name: String, completion: @escaping (Result<String?, StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> String? in
            try access.connection.first("SELECT value FROM meta WHERE name = ?", .text("setting-" + name)) { row in
                row.string(0)
            }
        } completion: {
            completion($0)
        }
    }

    /// Keeps a small value; `nil` takes it away.
    package func setSetting(
        _ name: String, to value: String?, completion: @escaping (Result<Void, StoreError>) -> Void = { _ in }
    ) {
        write(.normal) { (access) throws(DatabaseError) in
            if let value {
                try access.connection.run(
                    "INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
                    .text("setting-" + name), .text(value))
            } else {
                try access.connection.run("DELETE FROM meta WHERE name = ?", .text("setting-" + name))
            }
        } completion: {
            completion($0)
        }
    }

    /// Writes about as much as was refused, at least 256 KiB, and takes it back: whether there is room again. Two commits,
    /// for what is taken back within one is not written at all.
    package func tryWriting(completion: @escaping (Result<Void, StoreError>) -> Void) {
        let size = min(max(256 << 10, refusedBytes), 16 << 20)
        probe { (connection) throws(DatabaseError) in
            _ = try connection.transaction { () throws(DatabaseError) in
                try connection.run(
                    "INSERT OR REPLACE INTO meta (name, value) VALUES ('room', randomblob(?))", .integer(size))
            }
            _ = try connection.transaction { () throws(DatabaseError) in
                try connection.run("DELETE FROM meta WHERE name = 'room'")
            }
        } completion: {
            completion($0)
        }
    }
}
