/// A message between two users.
public struct PeerMessage: Sendable, Hashable {
    /// Who sent it. The server checks that it is the sending connection's user.
    public var sender: Int64
    /// Whom it is for.
    public var receiver: Int64
    /// Seconds since 1970 by the server's clock; 0 on own messages that have not come back, and with protocol version 0.
    public var timestamp: Int64
    /// The sender's local id, as far as it fits the 32 bits of the wire (else 0); today's clients send 0.
    public var localID: Int64
    /// The content, verbatim.
    public var content: RawContent

    /// Makes a message.
    public init(sender: Int64, receiver: Int64, timestamp: Int64 = 0, localID: Int64 = 0, content: RawContent) {
        self.sender = sender
        self.receiver = receiver
        self.timestamp = timestamp
        self.localID = localID
        self.content = content
    }

    /// The other side as seen by `uid`.
    public func peer(of uid: Int64) -> Int64 { sender == uid ? receiver : sender }
}
