public import IMModel

/// Work done on a message after the prechecks and before the action: uploading a file, adding a token. Several may be
/// registered per session; they run in order, each on what the one before made of the message.
///
/// Laws: each method leads to exactly one `task.finish` or `task.fail`, at once or later, on the loop's thread; what
/// comes after that, or after a cancel, is ignored and counted. The id and the session of the message must stay as they
/// are. Every method has a default that finishes at once with the message unchanged.
public protocol MessageServicePreparation: AnyObject {
    /// Prepares a new message.
    func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask)
    /// Prepares a failed message.
    func prepareResend(_ message: Message, in session: SessionID, task: PreparationTask)
    /// Prepares a message that goes to another session.
    func prepareForward(_ message: Message, in session: SessionID, to target: SessionID, task: PreparationTask)
    /// Prepares taking a message back.
    func prepareRevoke(_ message: Message, in session: SessionID, task: PreparationTask)
    /// Prepares keeping a message.
    func prepareSave(_ message: Message, in session: SessionID, task: PreparationTask)
    /// Prepares deleting a message.
    func prepareDelete(_ message: Message, in session: SessionID, task: PreparationTask)
}

extension MessageServicePreparation {
    /// Nothing to do.
    public func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(message) }
    /// Nothing to do.
    public func prepareResend(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(message) }
    /// Nothing to do.
    public func prepareForward(
        _ message: Message, in session: SessionID, to target: SessionID, task: PreparationTask
    ) { task.finish(message) }
    /// Nothing to do.
    public func prepareRevoke(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(message) }
    /// Nothing to do.
    public func prepareSave(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(message) }
    /// Nothing to do.
    public func prepareDelete(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(message) }
}
