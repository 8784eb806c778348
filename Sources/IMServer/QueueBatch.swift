/// Part of a queue, oldest first.
package struct QueueBatch: Sendable, Hashable {
    /// The copies.
    package var entries: [QueueEntry]
    /// Whether the queue goes on behind them.
    package var hasMore: Bool

    /// Makes a batch.
    package init(entries: [QueueEntry] = [], hasMore: Bool = false) {
        self.entries = entries
        self.hasMore = hasMore
    }
}
