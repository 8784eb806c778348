/// Hears real-time messages other than typing and call signalling, which have observers of their own.
public protocol RealTimeMessageObserver: AnyObject {
    /// A message came.
    func realTimeMessageReceived(_ message: RealTimeMessage)
}

extension RealTimeMessageObserver {
    /// Does nothing.
    public func realTimeMessageReceived(_ message: RealTimeMessage) {}
}
