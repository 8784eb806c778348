/// What a new installation (sync key 0) asks for.
public enum HistoryPolicy: Sendable, Hashable {
    /// All that the server keeps (`SYNC 1`), batch by batch.
    case all
    /// What no device of this account has acknowledged yet (`SYNC 0`).
    case sinceServerKey
    /// Nothing older than now.
    case none
}
