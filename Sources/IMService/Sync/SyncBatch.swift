/// Messages to be stored together, and the key that the queue has then.
public struct SyncBatch: Sendable, Hashable {
    /// The queue.
    public var queue: SyncQueue
    /// The messages in the server's order; empty where only the key moves.
    public var messages: [IncomingMessage]
    /// The queue's key once all messages are stored; best written in the same transaction.
    public var key: Int64

    /// Makes a batch.
    public init(queue: SyncQueue, messages: [IncomingMessage], key: Int64) {
        self.queue = queue
        self.messages = messages
        self.key = key
    }
}
