/// Hears lines from the server. All methods have empty defaults.
public protocol SystemMessageObserver: AnyObject {
    /// A stored line came (command 21).
    func systemMessageReceived(_ text: RawContent, context: IncomingMessage)
    /// A line that is never stored came (command 36).
    func notificationReceived(_ text: RawContent)
}

extension SystemMessageObserver {
    /// Does nothing.
    public func systemMessageReceived(_ text: RawContent, context: IncomingMessage) {}
    /// Does nothing.
    public func notificationReceived(_ text: RawContent) {}
}
