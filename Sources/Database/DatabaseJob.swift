import Synchronization

/// A job on its way to the connection; the completion stays behind, under the same ticket.
struct DatabaseJob: Sendable {
    let ticket: UInt64
    let kind: DatabaseWork
    let rows: Int
    /// Does the work and keeps the result for the completion.
    let run: @Sendable (DatabaseConnection) throws(DatabaseError) -> Void
}

/// A job that is done, or failed.
struct FinishedJob: Sendable {
    let ticket: UInt64
    let error: DatabaseError?
}

/// Carries a result from the connection's thread to the completion.
final class ResultBox<T: Sendable>: Sendable {
    private let content = Mutex<T?>(nil)

    func put(_ value: T) { content.withLock { $0 = value } }

    func take() -> T? { content.withLock { $0.take() } }
}
