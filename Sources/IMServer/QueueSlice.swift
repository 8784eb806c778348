/// Which part of a queue is wanted.
package struct QueueSlice: Sendable, Hashable {
    /// Which end of the queue is served first where not all fits.
    package enum Side: Sendable, Hashable {
        /// The oldest behind the key; what is left is fetched next.
        case oldest
        /// The newest of the queue; older ones behind the key are left out for good.
        case newest
    }

    /// The queue.
    package var queue: QueueID
    /// Only what is newer than this key.
    package var after: Int64
    /// At most so many messages.
    package var limit: Int
    /// At most about so many bytes; one message comes in any case.
    package var byteLimit: Int
    /// Which end comes first.
    package var side: Side

    /// Makes a wish.
    package init(queue: QueueID, after: Int64, limit: Int, byteLimit: Int, side: Side = .oldest) {
        self.queue = queue
        self.after = after
        self.limit = limit
        self.byteLimit = byteLimit
        self.side = side
    }
}
