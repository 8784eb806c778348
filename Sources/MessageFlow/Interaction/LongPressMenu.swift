public import Cells
public import IMModel

/// A session that a message can be forwarded to.
public struct ForwardTarget: Sendable, Hashable, Identifiable {
    /// Which session.
    public let id: SessionID
    /// Its name as the session list shows it; raw text.
    public var name: String

    /// Makes a target.
    public init(id: SessionID, name: String) {
        self.id = id
        self.name = name
    }
}

/// The long-press menu of one message, as a value: what the host shows and hands back to `perform`.
public struct LongPressMenu: Sendable, Hashable {
    /// The message that it belongs to.
    public let message: Message
    /// The component that was pressed; `nil` from the keyboard.
    public let component: MessageComponent?
    /// The cell that was pressed, in the coordinates of the drawing; `nil` from the keyboard.
    public let cell: Point?
    /// The entries, in order.
    public var entries: [MenuEntry]
    /// Where the message can be forwarded to: the submenu of `forward`.
    public var forwardTargets: [ForwardTarget]

    /// Makes a menu; a letter that an earlier entry has is taken from the later one.
    public init(
        message: Message, component: MessageComponent?, cell: Point?, entries: [MenuEntry],
        forwardTargets: [ForwardTarget] = []
    ) {
        self.message = message
        self.component = component
        self.cell = cell
        self.forwardTargets = forwardTargets
        var taken = Set<Character>()
        self.entries = entries.map { entry in
            var entry = entry
            if let letter = entry.letter, !taken.insert(letter).inserted { entry.letter = nil }
            return entry
        }
    }

    /// The entry with a letter.
    public func entry(letter: Character) -> MenuEntry? { entries.first { $0.letter == letter } }

    /// The forward targets whose name or address contains every word of the filter, whatever their case; all for an
    /// empty filter. O(targets).
    public func forwardTargets(matching filter: String) -> [ForwardTarget] {
        let words = filter.lowercased().split(separator: " ")
        guard !words.isEmpty else { return forwardTargets }
        return forwardTargets.filter { target in
            let text = target.name.lowercased() + "\n" + target.id.address.lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }
}
