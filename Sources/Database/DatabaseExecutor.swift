/// Runs work on a database and brings the results to the thread that asked.
///
/// Laws: all calls come from one thread (the loop's). Jobs run in the order of the calls; their completions run inside
/// `drain`, in the same order, exactly once each, a write's only after its commit. A completion never runs inside
/// `perform`. Completions may call `perform` again.
package protocol DatabaseExecutor: AnyObject {
    /// Queues a job. `rows` is its weight in a shared commit: about how many rows it writes.
    func perform<T: Sendable>(
        _ kind: DatabaseWork, rows: Int,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void)
    /// Runs the completions of the jobs that are done; call it after `notify`. Returns how many ran.
    @discardableResult
    func drain() -> Int
    /// Finishes what is queued, closes the file, and runs the remaining completions. Later jobs end with `closed`.
    func close()
}

extension DatabaseExecutor {
    /// Queues a job of one row's weight.
    package func perform<T: Sendable>(
        _ kind: DatabaseWork,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void
    ) {
        perform(kind, rows: 1, work, completion: completion)
    }
}
