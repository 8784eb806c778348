/// Messages to be stored together, and the key that the queue has then.
public struct SyncBatch: Sendable, Hashable {
    /// Where the server has put an own message that it acknowledged to this connection.
    public struct OwnPlace: Sendable, Hashable {
        /// The send.
        public var receipt: SendReceipt
        /// How many of the batch's messages stand before it.
        public var precededBy: Int

        /// Makes a place.
        public init(receipt: SendReceipt, precededBy: Int) {
            self.receipt = receipt
            self.precededBy = precededBy
        }
    }

    /// The queue.
    public var queue: SyncQueue
    /// The messages in the server's order; empty where only the key moves.
    public var messages: [IncomingMessage]
    /// Own messages between them, in the server's order. An own message whose place is not told here comes among the
    /// messages of a later batch.
    public var ownPlaces: [OwnPlace]
    /// The queue's key once all messages are stored; best written in the same transaction.
    public var key: Int64

    /// Makes a batch.
    public init(queue: SyncQueue, messages: [IncomingMessage], ownPlaces: [OwnPlace] = [], key: Int64) {
        self.queue = queue
        self.messages = messages
        self.ownPlaces = ownPlaces
        self.key = key
    }
}
