/// An unsent text of a session, with the caret.
public struct Draft: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The caret, in characters (grapheme clusters) from the start.
    public var caret: Int
    /// The origin id of the message that the draft answers.
    public var replyTo: String?

    /// Makes a draft.
    public init(text: String, caret: Int, replyTo: String? = nil) {
        self.text = text
        self.caret = caret
        self.replyTo = replyTo
    }
}
