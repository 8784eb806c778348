package import IMModel

/// What to search for.
package struct SearchQuery: Sendable, Hashable {
    /// Words that must all occur; `"several words"` must stand together, `begin*` finds beginnings. A run of Chinese,
    /// Japanese, Korean or Thai is found anywhere, from one character on. Case and accents do not matter.
    package var words: String
    /// Only here.
    package var session: SessionID?
    /// Only from this sender.
    package var sender: ContactID?
    /// Only at or after this moment, in milliseconds since 1970.
    package var after: Int64?
    /// Only before this moment, in milliseconds since 1970.
    package var before: Int64?
    /// Only of this type.
    package var type: MessageType?

    /// Whether no words are wanted: everything that fits the rest is found.
    package var isFilter: Bool {
        words.allSatisfy(\.isWhitespace)
            && (session != nil || sender != nil || after != nil || before != nil || type != nil)
    }

    /// Makes a query.
    package init(
        words: String, session: SessionID? = nil, sender: ContactID? = nil, after: Int64? = nil, before: Int64? = nil,
        type: MessageType? = nil
    ) {
        self.words = words
        self.session = session
        self.sender = sender
        self.after = after
        self.before = before
        self.type = type
    }
}

/// Messages found, the last to arrive first.
package struct SearchPage: Sendable, Hashable {
    /// The messages.
    package var messages: [Message]
    /// Where the next page goes on; `nil` at the end.
    package var next: MessageID?
    /// How much of the history the index holds so far, in percent; `nil` for all of it.
    package var indexed: Int?
}
