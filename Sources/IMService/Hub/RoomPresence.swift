/// Which room this account listens to. The wire allows one room for each connection (protocol document, section 6.4), so
/// entering another leaves the first; the entry is repeated after each login, since servers forget it.
struct RoomPresence {
    /// The room, if any.
    private(set) var current: Int64?

    /// Enters a room; answers the one that is left by it, and whether anything changed.
    mutating func enter(_ room: Int64) -> (left: Int64?, changed: Bool) {
        guard room != current else { return (nil, false) }
        defer { current = room }
        return (current, true)
    }

    /// Leaves a room; `false` if it is not the current one.
    mutating func leave(_ room: Int64) -> Bool {
        guard room == current else { return false }
        current = nil
        return true
    }
}
