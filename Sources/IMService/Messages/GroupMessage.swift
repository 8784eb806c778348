/// A message to a group.
public struct GroupMessage: Sendable, Hashable {
    /// Who sent it. The server checks that it is the sending connection's user.
    public var sender: Int64
    /// The group.
    public var group: Int64
    /// Seconds since 1970 by the server's clock; 0 on own messages that have not come back, and with protocol version 0.
    public var timestamp: Int64
    /// The sender's local id; servers lose it for normal groups (protocol document, section 6.2).
    public var localID: Int64
    /// The content, verbatim.
    public var content: RawContent

    /// Makes a message.
    public init(sender: Int64, group: Int64, timestamp: Int64 = 0, localID: Int64 = 0, content: RawContent) {
        self.sender = sender
        self.group = group
        self.timestamp = timestamp
        self.localID = localID
        self.content = content
    }
}
