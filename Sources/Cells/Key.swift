/// A key as the user means it, whatever bytes the terminal sent for it.
public enum Key: Sendable, Hashable {
    /// A character that was typed (one grapheme cluster).
    case character(Character)
    /// Enter (CR).
    case enter
    /// Line feed, Ctrl-J; different from Enter.
    case lineFeed
    /// Tab.
    case tab
    /// Shift-Tab.
    case backTab
    /// Backspace.
    case backspace
    /// Escape alone.
    case escape
    /// Delete forward.
    case delete
    /// Insert.
    case insert
    /// Arrow.
    case up
    /// Arrow.
    case down
    /// Arrow.
    case left
    /// Arrow.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// F1 to F24.
    case function(Int)
}

/// Keys held together with a key.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// Wraps the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Shift, told only for keys that are no characters.
    public static let shift = KeyModifiers(rawValue: 1)
    /// Alt or Meta.
    public static let alt = KeyModifiers(rawValue: 2)
    /// Control.
    public static let control = KeyModifiers(rawValue: 4)
}

/// A key with its modifiers. Ctrl-A is `character("a")` with `.control`.
public struct KeyPress: Sendable, Hashable {
    /// The key.
    public var key: Key
    /// What was held with it.
    public var modifiers: KeyModifiers

    /// Makes a key press.
    public init(_ key: Key, _ modifiers: KeyModifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}
