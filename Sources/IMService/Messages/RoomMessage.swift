/// A message in a room: whoever is in it now hears it, the server keeps nothing.
public struct RoomMessage: Sendable, Hashable {
    /// Who is said to have sent it. **Not checked by servers** (protocol document, section 6.4): it proves nothing.
    public var sender: Int64
    /// The room.
    public var room: Int64
    /// The sender's local id; does not travel.
    public var localID: Int64
    /// The content, verbatim.
    public var content: RawContent

    /// Makes a message.
    public init(sender: Int64, room: Int64, localID: Int64 = 0, content: RawContent) {
        self.sender = sender
        self.room = room
        self.localID = localID
        self.content = content
    }
}
