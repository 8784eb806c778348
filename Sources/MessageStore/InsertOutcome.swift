package import IMModel

/// What a received batch led to, after its commit.
package struct InsertOutcome: Sendable, Hashable {
    /// The messages that are new, as they are kept (effects that were waiting for them included), in order of the batch.
    package var inserted: [Message] = []
    /// Offered ids of messages that were known already, with the id of the known one.
    package var duplicates: [MessageID: MessageID] = [:]
    /// Known messages that the batch changed: effects, and own messages that the server proved sent.
    package var changed: [Message] = []
    /// The sessions touched, as they are now.
    package var sessions: [Session] = []
    /// The last message of each session of a `HistorySpan`: where the next batch goes on.
    package var cursors: [SessionID: MessageID] = [:]
    /// The ids that messages of a `HistorySpan` have here, by the offered ones.
    package var places: [MessageID: MessageID] = [:]

    mutating func merge(_ other: InsertOutcome) {
        inserted += other.inserted
        duplicates.merge(other.duplicates) { $1 }
        changed += other.changed
        sessions += other.sessions
    }
}
