package import IMModel

/// What a content is decoded from: what the store keeps verbatim.
package struct StoredMessage: Sendable, Hashable {
    /// The session.
    package let session: SessionID
    /// The type that the content had when it was stored.
    package let type: MessageType
    /// The text as it travelled.
    package let rawContent: String
    /// Milliseconds since 1970.
    package let timestamp: Int64

    /// Makes the value.
    package init(session: SessionID, type: MessageType, rawContent: String, timestamp: Int64) {
        self.session = session
        self.type = type
        self.rawContent = rawContent
        self.timestamp = timestamp
    }
}
