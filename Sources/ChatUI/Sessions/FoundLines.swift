import Cells

/// The lines of a message that a search has found it by.
enum FoundLines {
    /// The words that a text was searched for, in small letters. What is no word of it (`from:NAME`) is left aside.
    private static func sought(_ words: String) -> [Substring] {
        words.lowercased().split { $0.isWhitespace || "\"“”".contains($0) }
            .filter { !$0.contains(":") || $0.contains("://") }
            .map { $0.hasSuffix("*") ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
    }

    /// The numbers of the lines that hold all of the words, else of those that hold any; letter case does not count.
    /// O(words × text).
    static func numbers(of words: String, in lines: [SafeText]) -> Set<Int> {
        let wanted = sought(words)
        guard !wanted.isEmpty else { return [] }
        var all: Set<Int> = []
        var any: Set<Int> = []
        for (number, line) in lines.enumerated() {
            let text = line.string.lowercased()
            let count = wanted.count { text.contains($0) }
            if count > 0 { any.insert(number) }
            if count == wanted.count { all.insert(number) }
        }
        return all.isEmpty ? any : all
    }

    /// The part of a text that tells why it was found, where its beginning does not: the first line with the words, or a
    /// little of it before the first of them. `nil` where the first so many characters hold all of the words.
    static func excerpt(of raw: String, words: String, unlessIn beginning: Int = 60) -> SafeText? {
        let wanted = sought(words)
        guard raw.utf8.count > beginning, !wanted.isEmpty else { return nil }
        let start = raw.prefix(beginning).lowercased()
        guard !wanted.allSatisfy({ start.contains($0) }) else { return nil }
        let lines = TextSanitizer.multiline(raw).lines
        guard let number = numbers(of: words, in: lines).min() else { return nil }
        let line = lines[number].string
        // Small letters may be more or fewer; a place that is a little off is good enough.
        let lowered = line.lowercased()
        let place = wanted.compactMap { lowered.firstRange(of: $0)?.lowerBound }.min().map {
            lowered.distance(from: lowered.startIndex, to: $0)
        }
        let left = max(0, (place ?? 0) - 20)
        return "… \(TextSanitizer.line(String(line.dropFirst(left).prefix(200))))"
    }
}
