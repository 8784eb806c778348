/// A query's words, ready for the index.
struct SearchExpression {
    /// Conditions that all must hold, in the index's language.
    private(set) var conditions: [String] = []
    /// Those of the conditions that the index answers from one list each: all but single characters of unspaced scripts.
    private(set) var narrowConditions: [String] = []
    /// The single characters of unspaced scripts.
    private var singles: [Unicode.Scalar] = []
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
                addNarrow(Self.quoted(word, isPrefix: isPrefix && isLast))
                tokens += 1
            case .symbol(let scalar):
                addNarrow(Self.quoted(String(scalar), isPrefix: false))
                tokens += 1
            case .pairs(let scalars) where scalars.count == 1:
                // Whatever pair it begins, or the end of a run.
                conditions.append(Self.quoted(String(scalars[0]), isPrefix: true))
                singles.append(scalars[0])
                tokens += 1
            case .pairs(let scalars):
                for first in scalars.indices.dropLast() {
                    var pair = String.UnicodeScalarView()
                    pair.append(scalars[first])
                    pair.append(scalars[first + 1])
                    addNarrow(Self.quoted(String(pair), isPrefix: false))
                    tokens += 1
                }
            }
        }
        if tokens > 1 { phrases.append(Self.compared(text)) }
    }

    private mutating func addNarrow(_ condition: String) {
        conditions.append(condition)
        narrowConditions.append(condition)
    }

    /// Whether a text holds the phrases and the single characters.
    func holds(in text: String) -> Bool {
        for single in singles {
            // Folding changes no character of these scripts, but full forms are not looked for as they are.
            guard text.unicodeScalars.contains(where: { $0 == single || SearchFolding.fold($0) == single }) else {
                return false
            }
        }
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
