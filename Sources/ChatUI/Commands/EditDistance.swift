/// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other; for hints.
package enum EditDistance {
    /// The distance; O(n·m).
    package static func between(_ a: String, _ b: String) -> Int {
        let x = Array(a.unicodeScalars)
        let y = Array(b.unicodeScalars)
        var rows = Array(repeating: Array(repeating: 0, count: y.count + 1), count: x.count + 1)
        for i in 0...x.count { rows[i][0] = i }
        for j in 0...y.count { rows[0][j] = j }
        guard !x.isEmpty, !y.isEmpty else { return max(x.count, y.count) }
        for i in 1...x.count {
            for j in 1...y.count {
                let cost = x[i - 1] == y[j - 1] ? 0 : 1
                rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
                if i > 1, j > 1, x[i - 1] == y[j - 2], x[i - 2] == y[j - 1] {
                    rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
                }
            }
        }
        return rows[x.count][y.count]
    }

    /// The candidate nearest to a word, if one is near enough to be meant.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let scored = candidates.map { ($0, between(word, $0)) }
        guard let best = scored.min(by: { $0.1 < $1.1 }) else { return nil }
        return best.1 <= max(1, min(2, word.count / 3)) ? best.0 : nil
    }
}
