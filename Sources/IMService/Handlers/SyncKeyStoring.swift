/// Keeps the sync keys over restarts.
public protocol SyncKeyStoring: AnyObject {
    /// All messages up to the key are committed. Called after each batch, also an empty one; a handler that has already
    /// written the key with the batch need do nothing. Losing it costs a repeated delivery, never a message.
    func storeSyncKey(_ key: Int64, for queue: SyncQueue)
}
