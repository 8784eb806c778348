public import IMModel

/// Hears messages between two users, once they are committed. All methods have empty defaults.
public protocol PeerMessageObserver: AnyObject {
    /// A message came, or an own one from another device (`IncomingMessage.isOwn`).
    func peerMessageReceived(_ message: PeerMessage, context: IncomingMessage)
    /// The server has stored an own message. It says nothing about delivery or reading.
    func peerMessageAcknowledged(localID: Int64, peer: Int64)
    /// An own message did not go out.
    func peerMessageFailed(localID: Int64, peer: Int64, failure: SendFailure)
    /// The peer is typing, or has stopped. A "typing" that is not renewed means nothing after six seconds.
    func peerTyping(peer: Int64, isTyping: Bool)
}

extension PeerMessageObserver {
    /// Does nothing.
    public func peerMessageReceived(_ message: PeerMessage, context: IncomingMessage) {}
    /// Does nothing.
    public func peerMessageAcknowledged(localID: Int64, peer: Int64) {}
    /// Does nothing.
    public func peerMessageFailed(localID: Int64, peer: Int64, failure: SendFailure) {}
    /// Does nothing.
    public func peerTyping(peer: Int64, isTyping: Bool) {}
}
