/// The name that a mistyped one was meant to be.
enum NearestName {
    /// The nearest of some names; `nil` where none is near. O(names × length²).
    static func of(_ word: String, among names: [String]) -> String? {
        let wanted = Array(word.lowercased().prefix(40))
        let scored = names.map { ($0, distance(wanted, Array($0.lowercased()))) }
        guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) else { return nil }
        return best.0
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for i in 0..<a.count {
            var diagonal = row[0]
            row[0] = i + 1
            for j in 0..<b.count {
                let cost = min(diagonal + (a[i] == b[j] ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[b.count]
    }
}
