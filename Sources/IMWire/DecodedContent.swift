package import IMModel

/// What a content text says. The text itself stays with the frame, verbatim.
package struct DecodedContent: Sendable, Hashable {
    /// The kind and its fields.
    package var content: MessageContent
    /// What goes beside the kind.
    package var envelope: ContentEnvelope
    /// Whether the sender is typing, where this content tells it (`{"inputing":{"state":1}}`, section 14).
    package var isTyping: Bool?

    /// Makes a decoded content.
    package init(content: MessageContent, envelope: ContentEnvelope = ContentEnvelope(), isTyping: Bool? = nil) {
        self.content = content
        self.envelope = envelope
        self.isTyping = isTyping
    }
}
