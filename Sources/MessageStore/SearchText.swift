package import IMModel

/// What a user types to search: words, and beside them `from:NAME`, `in:SESSION`, `kind:image`, `before:DATE` and
/// `after:DATE`. A value with blanks stands in quotes; what is in quotes from its beginning is words.
package struct SearchText: Sendable, Hashable {
    /// The words, for `SearchQuery.words`.
    package private(set) var words = ""
    /// Whose messages: a name or an id, as written.
    package private(set) var sender: String?
    /// Of which session: a name or an address, as written.
    package private(set) var session: String?
    /// Of which kind.
    package private(set) var type: MessageType?
    /// From before this moment (ms since 1970).
    package private(set) var before: Int64?
    /// From this moment on (ms since 1970).
    package private(set) var after: Int64?

    /// What is wrong with a search.
    package enum Problem: Error, Sendable, Hashable {
        /// Nothing stands behind the colon.
        case noValue(String)
        /// A time that cannot be read.
        case badTime(key: String, value: String)
        /// No such kind of message.
        case badKind(String)
        /// Nothing is searched for: no word, or signs alone.
        case empty
    }

    /// The kinds by the words for them.
    package static let kinds: [(word: String, type: MessageType)] = [
        ("text", .text), ("image", .image), ("audio", .audio), ("video", .video), ("file", .file),
        ("location", .location), ("link", .link), ("notice", .notification), ("system", .system), ("call", .call),
    ]

    /// Reads a search.
    ///
    /// - Parameters:
    ///   - now: for times like `2d`, two days ago.
    ///   - offset: seconds east of Greenwich in the user's zone at a moment.
    package init(_ text: String, now: Int64, offset: (Int64) -> Int) throws(Problem) {
        var plain: [Substring] = []
        for term in Self.terms(text) {
            guard let colon = term.firstIndex(of: ":") else {
                plain.append(term)
                continue
            }
            let key = term[..<colon].lowercased()
            let value = String(term[term.index(after: colon)...].filter { $0 != "\"" })
            guard ["from", "in", "kind", "before", "after"].contains(key) else {
                plain.append(term)
                continue
            }
            guard !value.isEmpty else { throw .noValue(key) }
            switch key {
            case "from": sender = value
            case "in": session = value
            case "kind":
                guard let kind = Self.kinds.first(where: { $0.word == value.lowercased() }) else {
                    throw .badKind(value)
                }
                type = kind.type
            default:
                guard let time = MomentText.parse(value, now: now, offset: offset) else {
                    throw .badTime(key: key, value: value)
                }
                if key == "before" { before = time } else { after = time }
            }
        }
        words = plain.joined(separator: " ")
        let hasFilter = sender != nil || session != nil || type != nil || before != nil || after != nil
        guard plain.isEmpty ? hasFilter : !SearchExpression(words).conditions.isEmpty else { throw .empty }
    }

    /// The pieces between blanks that are not in quotes.
    private static func terms(_ text: String) -> [Substring] {
        var terms: [Substring] = []
        var start: String.Index?
        var isQuoted = false
        for index in text.indices {
            let character = text[index]
            if character == "\"" { isQuoted.toggle() }
            if character.isWhitespace, !isQuoted {
                if let from = start { terms.append(text[from..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let start { terms.append(text[start...]) }
        return terms
    }
}

extension SearchText.Problem {
    /// In words, with what would be right.
    package var words: String {
        switch self {
        case .noValue(let key): "nothing stands behind \(key):"
        case .badTime(let key, let value): "\(key): takes \(MomentText.expected), not '\(value)'"
        case .badKind(let value):
            "there is no kind '\(value)'; there are \(SearchText.kinds.map(\.word).joined(separator: ", "))"
        case .empty: "nothing to search for: it takes a letter, a digit, an ideograph or an emoji"
        }
    }
}
