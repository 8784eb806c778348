package import IMModel

/// What the engine knows about contents and the store does not. Called on the store's thread.
package struct StoreCodec: Sendable {
    /// The typed content of what was stored. Never asked for revoked messages.
    package let decode: @Sendable (StoredMessage) -> MessageContent
    /// The message in a few words, for the session list (raw text); `nil` for none.
    package let preview: @Sendable (Message) -> String?
    /// The text by which the message is found; `nil` for none.
    package let searchText: @Sendable (Message) -> String?

    /// Makes a codec. Preview and search text are a text message's or a system line's text where not given.
    package init(
        decode: @escaping @Sendable (StoredMessage) -> MessageContent,
        preview: @escaping @Sendable (Message) -> String? = StoreCodec.plainText,
        searchText: @escaping @Sendable (Message) -> String? = StoreCodec.plainText
    ) {
        self.decode = decode
        self.preview = preview
        self.searchText = searchText
    }

    /// The text of a text message or a system line.
    @Sendable
    package static func plainText(_ message: Message) -> String? {
        switch message.content {
        case .text(let content): content.text
        case .system(let text): text
        default: nil
        }
    }
}
