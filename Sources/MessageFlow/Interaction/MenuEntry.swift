public import Cells

/// The entries that the long-press menu has by itself.
public enum BuiltInMenuEntry: String, Sendable, Hashable, CaseIterable {
    /// Answer the message.
    case reply
    /// Put its text as a quotation into the composer.
    case quote
    /// Copy its text, exact.
    case copy
    /// Copy its first link, exact.
    case copyLink
    /// Open its link or card.
    case open
    /// Keep it.
    case save
    /// Send a copy to another session.
    case forward
    /// Send a failed one again.
    case resend
    /// Take an own one back.
    case revoke
    /// Delete it here.
    case delete
    /// Show all that is known of it.
    case details

    /// The key beside the entry.
    public var letter: Character {
        switch self {
        case .reply: "r"
        case .quote: ">"
        case .copy: "y"
        case .copyLink: "u"
        case .open: "o"
        case .save: "s"
        case .forward: "f"
        case .resend: "R"
        case .revoke: "D"
        case .delete: "d"
        case .details: "i"
        }
    }

    /// Whether the user is asked before it is done.
    public var asks: Bool { self == .revoke || self == .delete }
}

/// One entry of a long-press menu.
public struct MenuEntry: Sendable, Hashable, Identifiable {
    /// What tells one entry from another.
    public enum ID: Sendable, Hashable {
        /// One of the list's own; the host has its words.
        case builtIn(BuiltInMenuEntry)
        /// One that the session added, by a name of its own.
        case custom(String)
    }

    /// Which entry.
    public let id: ID
    /// The words of a custom entry; `nil` for built-in ones, whose words are the host's.
    public var title: SafeText?
    /// The key beside it; unique within a menu (a later entry with a taken letter has none).
    public var letter: Character?
    /// Whether the user is asked before it is done.
    public var asks: Bool

    /// Makes an entry.
    public init(id: ID, title: SafeText? = nil, letter: Character?, asks: Bool = false) {
        self.id = id
        self.title = title
        self.letter = letter
        self.asks = asks
    }

    /// One of the list's own entries.
    public static func builtIn(_ entry: BuiltInMenuEntry) -> MenuEntry {
        MenuEntry(id: .builtIn(entry), letter: entry.letter, asks: entry.asks)
    }
}
