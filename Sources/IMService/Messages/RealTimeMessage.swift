/// A message that is not stored and not acknowledged: it reaches the receiver now or never.
public struct RealTimeMessage: Sendable, Hashable {
    /// Who sent it. The server checks that it is the sending connection's user.
    public var sender: Int64
    /// Whom it is for.
    public var receiver: Int64
    /// The content, verbatim.
    public var content: RawContent

    /// Makes a message.
    public init(sender: Int64, receiver: Int64, content: RawContent) {
        self.sender = sender
        self.receiver = receiver
        self.content = content
    }
}
