import Cells

/// The lines of a message that a search has found it by.
enum FoundLines {
    /// The numbers of the lines that hold all of the words, else of those that hold any. What is no word of the text
    /// (`from:NAME`) is left aside; letter case does not count. O(words × text).
    static func numbers(of words: String, in lines: [SafeText]) -> Set<Int> {
        let wanted = words.lowercased().split { $0.isWhitespace || "\"“”".contains($0) }
            .filter { !$0.contains(":") || $0.contains("://") }
            .map { $0.hasSuffix("*") ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
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
}
