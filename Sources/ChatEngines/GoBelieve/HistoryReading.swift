import EventLoop
import IMModel
import MessageFlow

/// The reading of all that the server keeps of the personal queue, from its first message on, among what the store has.
/// Not kept: after a restart it begins anew, and what is there already is passed over.
struct HistoryReading {
    /// The key that the next batch is asked with.
    var key: Int64 = 1
    /// Where each session goes on.
    var cursors: [SessionID: MessageID] = [:]
    /// Sessions that got messages.
    var sessions: Set<SessionID> = []
    /// Batches that did not come, in a row.
    var failures = 0
    /// Ends the reading when nothing comes.
    var timer: TimerID?
    /// Who waits for the end.
    var waiters: [(Result<Bool, ProviderError>) -> Void] = []
}
