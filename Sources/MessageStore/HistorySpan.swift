package import IMModel

/// Says of a batch that its messages are old: they are put among what the store has, not behind it. The batch's messages
/// are in the engine's order and, within each session, without a hole between them.
package struct HistorySpan: Sendable, Hashable {
    /// Where each session goes on: its last message of the batch before (`InsertOutcome.cursors`). A session that is not
    /// named begins where its first message belongs by its time.
    package var cursors: [SessionID: MessageID]
    /// The gap that the batch was fetched for.
    package var gap: Int64?
    /// Whether nothing older lies before the batch: a gap up to the beginning ends.
    package var reachesOldest: Bool
    /// Whether the batch reaches what lies behind the gap.
    package var reachesNewest: Bool

    /// Makes a span.
    package init(
        cursors: [SessionID: MessageID] = [:], gap: Int64? = nil, reachesOldest: Bool = false,
        reachesNewest: Bool = false
    ) {
        self.cursors = cursors
        self.gap = gap
        self.reachesOldest = reachesOldest
        self.reachesNewest = reachesNewest
    }
}
