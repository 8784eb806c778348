/// Whether the letters of a filter occur in a text in their order, and how well.
enum FuzzyMatch {
    /// Letters between the first and the last matched one that may be left out.
    private static let gapsAllowed = 12

    /// Larger is better; `nil` where the filter does not match. Blanks in the filter separate words, all of which must
    /// match the text, or stand whole in `note`; an empty filter matches everything. O(text) per word.
    static func score(_ filter: String, in text: String, also note: String = "") -> Int? {
        let haystack = Array(text.lowercased())
        let beside = note.lowercased()
        var total = 0
        for word in filter.lowercased().split(separator: " ") {
            if let score = score(word: Array(word), in: haystack) {
                total += score
            } else if word.count > 2, beside.contains(word) {
                total += 1
            } else {
                return nil
            }
        }
        return total
    }

    private static func score(word: [Character], in text: [Character]) -> Int? {
        if let start = firstOccurrence(of: word, in: text) {
            let atWord = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
            return 1000 + (atWord ? 500 : 0) + (start == 0 ? 200 : 0) - min(200, text.count)
        }
        var index = 0
        var gaps = 0
        var last: Int?
        for letter in word {
            while index < text.count, text[index] != letter { index += 1 }
            guard index < text.count else { return nil }
            if let last { gaps += index - last - 1 }
            last = index
            index += 1
        }
        return gaps > gapsAllowed ? nil : max(1, 500 - gaps * 10 - min(200, text.count))
    }

    private static func firstOccurrence(of word: [Character], in text: [Character]) -> Int? {
        guard !word.isEmpty, word.count <= text.count else { return word.isEmpty ? 0 : nil }
        return (0...(text.count - word.count)).first { start in
            word.indices.allSatisfy { text[start + $0] == word[$0] }
        }
    }
}
