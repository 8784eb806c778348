package import Database

/// Where the server keeps queues and directory.
///
/// Laws: calls take effect in their order; completions come on the loop's thread, in order, never from inside the call.
package protocol ServerStorage: AnyObject {
    /// Adds copies, all or none; the completion comes after the commit.
    func append(_ entries: [QueueEntry], completion: @escaping (Result<Void, DatabaseError>) -> Void)
    /// Reads a part of a queue.
    func read(_ slice: QueueSlice, completion: @escaping (Result<QueueBatch, DatabaseError>) -> Void)
    /// Counts the copies of a queue behind a key; `nil` where the key is not 0 and no copy has it.
    func count(_ queue: QueueID, after key: Int64, completion: @escaping (Result<Int?, DatabaseError>) -> Void)
    /// Keeps changes of the directory, all or none. Those that could not be kept go with what is saved next, also with
    /// an empty list; groups also with what is appended.
    func save(_ changes: [DirectoryChange], completion: @escaping (Result<Void, DatabaseError>) -> Void)
}
