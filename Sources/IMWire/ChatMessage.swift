extension FrameBody {
    /// A peer or group message's fields (commands 4 and 8); the content is kept verbatim.
    package struct ChatMessage: Sendable, Hashable {
        /// The author's user id; the server checks it.
        package var sender: Int64
        /// The receiving user, or the group.
        package var receiver: Int64
        /// When the server took it, seconds since 1970; 0 on version-0 frames, which carry none.
        package var timestamp: Int32
        /// A number that the server passes through; today's clients send 0.
        package var msgid: Int32
        /// The content, JSON by convention (`ContentCodec`).
        package var content: WireText

        /// Makes the fields.
        package init(
            sender: Int64,
            receiver: Int64,
            timestamp: Int32 = 0,
            msgid: Int32 = 0,
            content: WireText
        ) {
            self.sender = sender
            self.receiver = receiver
            self.timestamp = timestamp
            self.msgid = msgid
            self.content = content
        }
    }
}
