/// The completions of jobs that are under way, on the side that asked.
struct PendingCompletions {
    private var completions: [UInt64: (DatabaseError?) -> Void] = [:]
    private var lastTicket: UInt64 = 0

    /// Keeps a completion and makes the job that will lead to it.
    mutating func register<T: Sendable>(
        _ kind: DatabaseWork, rows: Int,
        _ work: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> T,
        completion: @escaping (Result<T, DatabaseError>) -> Void
    ) -> DatabaseJob {
        lastTicket += 1
        let box = ResultBox<T>()
        completions[lastTicket] = { error in
            if let error {
                completion(.failure(error))
            } else if let value = box.take() {
                completion(.success(value))
            } else {
                completion(.failure(DatabaseError(reason: .other, message: "a job ended without a result")))
            }
        }
        return DatabaseJob(ticket: lastTicket, kind: kind, rows: rows) { (connection) throws(DatabaseError) in
            box.put(try work(connection))
        }
    }

    /// Takes the completion out, so that it can run while others are added.
    mutating func take(_ ticket: UInt64) -> ((DatabaseError?) -> Void)? { completions.removeValue(forKey: ticket) }
}
