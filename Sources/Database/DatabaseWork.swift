/// What a job does to the database; decides how it is committed.
package enum DatabaseWork: Sendable, Hashable {
    /// Only reads; sees everything that was asked for before it, committed.
    case read
    /// Writes, and may share its commit with the jobs around it. A job that throws is taken back alone.
    case write(Durability)
    /// Runs outside any transaction (`VACUUM`, checkpoints, own transactions).
    case alone
}
