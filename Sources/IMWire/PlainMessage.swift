extension FrameBody {
    /// A real-time or room message's fields (commands 17 and 20).
    package struct PlainMessage: Sendable, Hashable {
        /// The author's user id; in rooms the server does not check it.
        package var sender: Int64
        /// The receiving user, or the room.
        package var receiver: Int64
        /// The content, verbatim.
        package var content: WireText

        /// Makes the fields.
        package init(
            sender: Int64,
            receiver: Int64,
            content: WireText
        ) {
            self.sender = sender
            self.receiver = receiver
            self.content = content
        }
    }
}
