extension FrameBody {
    /// A customer message's fields (version 2 of it, command 64).
    package struct CustomerMessage: Sendable, Hashable {
        /// The application of the author.
        package var senderAppID: Int64
        /// The author's user id within that application.
        package var sender: Int64
        /// The application of the receiver.
        package var receiverAppID: Int64
        /// The receiver's user id within that application.
        package var receiver: Int64
        /// When the server took it, seconds since 1970.
        package var timestamp: Int32
        /// The content, verbatim.
        package var content: WireText

        /// Makes the fields.
        package init(
            senderAppID: Int64,
            sender: Int64,
            receiverAppID: Int64,
            receiver: Int64,
            timestamp: Int32 = 0,
            content: WireText
        ) {
            self.senderAppID = senderAppID
            self.sender = sender
            self.receiverAppID = receiverAppID
            self.receiver = receiver
            self.timestamp = timestamp
            self.content = content
        }
    }
}
