public import IMModel

/// Hears support messages, once they are committed. All methods have empty defaults.
public protocol CustomerMessageObserver: AnyObject {
    /// A support message came, or an own one from another device.
    func customerMessageReceived(_ message: CustomerMessage, context: IncomingMessage)
    /// A message of the support side came, from a server of 2016.
    func customerSupportMessageReceived(_ message: CustomerMessage, context: IncomingMessage)
    /// The server has stored an own message; `target` is a store or a customer.
    func customerMessageAcknowledged(localID: Int64, target: SendTarget)
    /// An own message did not go out.
    func customerMessageFailed(localID: Int64, target: SendTarget, failure: SendFailure)
}

extension CustomerMessageObserver {
    /// Does nothing.
    public func customerMessageReceived(_ message: CustomerMessage, context: IncomingMessage) {}
    /// Does nothing.
    public func customerSupportMessageReceived(_ message: CustomerMessage, context: IncomingMessage) {}
    /// Does nothing.
    public func customerMessageAcknowledged(localID: Int64, target: SendTarget) {}
    /// Does nothing.
    public func customerMessageFailed(localID: Int64, target: SendTarget, failure: SendFailure) {}
}
