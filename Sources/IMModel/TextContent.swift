/// The text of a text message and whom it mentions.
public struct TextContent: Sendable, Hashable {
    /// The text as written, with its line breaks.
    public var text: String
    /// Who is mentioned; the names as the sender wrote them.
    public var mentions: [Contact]

    /// Makes a text.
    public init(_ text: String, mentions: [Contact] = []) {
        self.text = text
        self.mentions = mentions
    }
}
