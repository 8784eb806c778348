/// What was sent from one session's composer, to be called back. The text that was being written is kept as its end.
struct InputHistory: Sendable, Hashable {
    private static let limit = 500
    private(set) var entries: [String] = []
    /// Where we are: `entries.count` is the text being written.
    private var place = 0
    private var unsent = ""

    /// Adds a sent text and goes back to the end; a repetition of the last is kept once.
    mutating func add(_ text: String) {
        if !text.isEmpty, entries.last != text { entries.append(text) }
        if entries.count > InputHistory.limit { entries.removeFirst() }
        leave()
    }

    /// The entry before; `current` is what the composer holds. `nil` at the first.
    mutating func older(current: String) -> String? {
        guard place > 0 else { return nil }
        if place == entries.count { unsent = current }
        place -= 1
        return entries[place]
    }

    /// The entry after, at the end the text that was being written. `nil` when that is shown already.
    mutating func newer() -> String? {
        guard place < entries.count else { return nil }
        place += 1
        return place == entries.count ? unsent : entries[place]
    }

    /// Goes back to the end.
    mutating func leave() {
        place = entries.count
        unsent = ""
    }
}
