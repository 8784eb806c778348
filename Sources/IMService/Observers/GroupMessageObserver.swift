public import IMModel

/// Hears messages of groups, once they are committed. All methods have empty defaults.
public protocol GroupMessageObserver: AnyObject {
    /// A message came, or an own one from another device.
    func groupMessageReceived(_ message: GroupMessage, context: IncomingMessage)
    /// The server has stored an own message.
    func groupMessageAcknowledged(localID: Int64, group: Int64)
    /// An own message did not go out.
    func groupMessageFailed(localID: Int64, group: Int64, failure: SendFailure)
    /// A group changed.
    func groupNotificationReceived(_ notice: GroupNotice, context: IncomingMessage)
}

extension GroupMessageObserver {
    /// Does nothing.
    public func groupMessageReceived(_ message: GroupMessage, context: IncomingMessage) {}
    /// Does nothing.
    public func groupMessageAcknowledged(localID: Int64, group: Int64) {}
    /// Does nothing.
    public func groupMessageFailed(localID: Int64, group: Int64, failure: SendFailure) {}
    /// Does nothing.
    public func groupNotificationReceived(_ notice: GroupNotice, context: IncomingMessage) {}
}
