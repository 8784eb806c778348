public import IMModel

/// What a search found.
public struct SearchHits: Sendable, Hashable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// How much of the history can be searched so far, in percent; `nil` for all of it.
    public var indexed: Int?

    /// Makes hits.
    public init(messages: [Message], indexed: Int? = nil) {
        self.messages = messages
        self.indexed = indexed
    }
}

/// Why nothing was searched.
public enum SearchFailure: Error, Sendable, Hashable {
    /// `before:` or `after:` with something that is no time.
    case badTime(key: String, value: String)
    /// `kind:` with something else; what it takes.
    case badKind(String, known: [String])
    /// Nothing stands behind a filter's colon.
    case noValue(String)
    /// Neither words nor a filter.
    case empty
    /// `from:` with a name that nobody has.
    case unknownSender(String)
    /// `from:` with a name that several have; their ids.
    case ambiguousSender(String, ids: [String])
    /// `in:` with something that is no session.
    case unknownSession(String)
    /// The store cannot be read now; why, raw text.
    case unavailable(String)
}
