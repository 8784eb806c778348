/// The name that a mistyped one was meant to be.
enum NearestName {
    /// The nearest of some names; `nil` where none is near. O(names × length²).
    static func of(_ word: String, among names: [String]) -> String? {
        let wanted = String(word.lowercased().prefix(40))
        let scored = names.map { ($0, EditDistance.between(wanted, $0.lowercased())) }
        guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) else { return nil }
        return best.0
    }
}
