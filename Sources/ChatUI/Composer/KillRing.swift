/// What was cut by the kill keys, to be yanked back. Consecutive kills grow one entry, as readline does it.
struct KillRing: Sendable, Hashable {
    private static let limit = 30
    private(set) var entries: [String] = []
    private var rotation = 0
    private var lastWasKill = false

    /// Adds a cut text; `backward` tells that it stood before the caret.
    mutating func kill(_ text: String, backward: Bool) {
        guard !text.isEmpty else { return }
        if lastWasKill, let top = entries.last {
            entries[entries.count - 1] = backward ? text + top : top + text
        } else {
            entries.append(text)
            if entries.count > KillRing.limit { entries.removeFirst() }
        }
        rotation = 0
        lastWasKill = true
    }

    /// Tells that something else happened, so that the next kill starts an entry of its own.
    mutating func interrupt() { lastWasKill = false }

    /// The latest cut.
    mutating func yank() -> String? {
        rotation = 0
        return entries.last
    }

    /// The one before the last yanked, round and round.
    mutating func rotate() -> String? {
        guard !entries.isEmpty else { return nil }
        rotation = (rotation + 1) % entries.count
        return entries[entries.count - 1 - rotation]
    }
}
