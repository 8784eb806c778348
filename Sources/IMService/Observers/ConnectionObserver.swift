/// Hears where the connection stands. All methods have empty defaults.
public protocol ConnectionObserver: AnyObject {
    /// The state is another one now.
    func connectionChanged(to state: ConnectionState)
    /// A queue's key is committed: everything up to it has been handled. For a spinner and for tests.
    func syncAdvanced(queue: SyncQueue, key: Int64)
    /// A sync of a queue began (`true`) or ended.
    func syncRunning(_ isRunning: Bool, queue: SyncQueue)
}

extension ConnectionObserver {
    /// Does nothing.
    public func connectionChanged(to state: ConnectionState) {}
    /// Does nothing.
    public func syncAdvanced(queue: SyncQueue, key: Int64) {}
    /// Does nothing.
    public func syncRunning(_ isRunning: Bool, queue: SyncQueue) {}
}
