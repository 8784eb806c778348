public import IMModel

/// Persists what the server delivers; called before any observer.
///
/// Laws for implementers: `completion` is called exactly once for each batch, on the loop's thread, now or later;
/// `true` only when the messages would survive a crash. The server is told to forget them (sync key) only after that.
/// After `false` the same messages come again, in another batch, after a pause. A queue has at most one batch under way:
/// what comes meanwhile waits and makes up the next batch.
///
/// A message can come again after a crash or a failed commit; the identity is the `uuid` in its content.
public protocol MessageHandler: AnyObject {
    /// Stores the messages of a batch that this handler is registered for. With several handlers each gets its part, and
    /// the batch counts as committed when all have said so.
    func handle(_ batch: SyncBatch, completion: @escaping (_ committed: Bool) -> Void)
    /// Whether it keeps the server's order of own messages too: then it also gets their places (`SyncBatch.ownPlaces`),
    /// in batches that may have no message. One handler of a service gets them, the first that wants.
    var keepsOwnPlaces: Bool { get }
    /// An own message was handed to the link and waits for its acknowledgement. Not worth a write: it is over at the
    /// latest when the program ends.
    func handleWriting(_ receipt: SendReceipt)
    /// The link was lost before an own message was acknowledged: it waits again, and goes out once more.
    func handleInterruption(_ receipt: SendReceipt)
    /// An own message was acknowledged: mark its row as sent. Comes before the observers'.
    func handleAcknowledgement(_ receipt: SendReceipt)
    /// An own message did not go out: mark its row as failed. Comes before the observers'.
    func handleFailure(_ receipt: SendReceipt, failure: SendFailure)
}

extension MessageHandler {
    /// `false`.
    public var keepsOwnPlaces: Bool { false }
    /// Does nothing.
    public func handleWriting(_ receipt: SendReceipt) {}
    /// Does nothing.
    public func handleInterruption(_ receipt: SendReceipt) {}
    /// Does nothing.
    public func handleAcknowledgement(_ receipt: SendReceipt) {}
    /// Does nothing.
    public func handleFailure(_ receipt: SendReceipt, failure: SendFailure) {}
}
