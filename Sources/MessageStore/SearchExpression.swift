/// A query's words, ready for the index.
struct SearchExpression {
    /// Conditions that all must hold, in the index's language.
    private(set) var conditions: [String] = []
    /// Folded texts that must occur as they stand: what the index alone cannot tell (neighbourhood).
    private(set) var phrases: [String] = []

    init(_ words: String) {
        for term in Self.terms(words) { add(term.text, isPrefix: term.isPrefix) }
    }

    private mutating func add(_ text: String, isPrefix: Bool) {
        let runs = SearchTokens.runs(text)
        var tokens = 0
        for (index, run) in runs.enumerated() {
            let isLast = index == runs.count - 1
            switch run {
            case .word(let word):
                conditions.append(Self.quoted(word, isPrefix: isPrefix && isLast))
                tokens += 1
            case .symbol(let scalar):
                conditions.append(Self.quoted(String(scalar), isPrefix: false))
                tokens += 1
            case .pairs(let scalars) where scalars.count == 1:
                // Whatever pair it begins, or the end of a run.
                conditions.append(Self.quoted(String(scalars[0]), isPrefix: true))
                tokens += 1
            case .pairs(let scalars):
                for first in scalars.indices.dropLast() {
                    var pair = String.UnicodeScalarView()
                    pair.append(scalars[first])
                    pair.append(scalars[first + 1])
                    conditions.append(Self.quoted(String(pair), isPrefix: false))
                    tokens += 1
                }
            }
        }
        if tokens > 1 { phrases.append(Self.compared(text)) }
    }

    /// Whether a text holds the phrases.
    func holds(in text: String) -> Bool {
        guard !phrases.isEmpty else { return true }
        let compared = Self.compared(text)
        return phrases.allSatisfy { compared.contains($0) }
    }

    /// Runs with single spaces between words, so that punctuation and line breaks do not matter for phrases.
    private static func compared(_ text: String) -> String {
        var result = " "
        var afterWord = false
        for run in SearchTokens.runs(text) {
            switch run {
            case .word(let word):
                if afterWord { result += " " }
                result += word
                afterWord = true
            case .symbol(let scalar):
                result.unicodeScalars.append(scalar)
                afterWord = false
            case .pairs(let scalars):
                result.unicodeScalars.append(contentsOf: scalars)
                afterWord = false
            }
        }
        return String(result.dropFirst())
    }

    private static func quoted(_ token: String, isPrefix: Bool) -> String { "\"\(token)\"" + (isPrefix ? "*" : "") }

    private static func terms(_ words: String) -> [(text: String, isPrefix: Bool)] {
        var terms: [(text: String, isPrefix: Bool)] = []
        for (index, part) in words.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                terms.append((String(part), false))
                continue
            }
            for word in part.split(whereSeparator: \.isWhitespace) {
                let isPrefix = word.hasSuffix("*")
                terms.append((String(isPrefix ? word.dropLast() : word), isPrefix))
            }
        }
        return terms
    }
}
