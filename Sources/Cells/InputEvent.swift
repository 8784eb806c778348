/// What came from the terminal, decoded.
public enum InputEvent: Sendable, Hashable {
    /// A key.
    case key(KeyPress)
    /// A bracketed paste, whole; raw text, never keys.
    case paste(String)
    /// The mouse.
    case mouse(MouseEvent)
    /// The terminal window got or lost the focus.
    case focus(Bool)
    /// An answer to something we asked the terminal.
    case reply(TerminalReply)
    /// The terminal has a new size.
    case resize(Size)

    /// The character that was typed, with nothing held beside it; `nil` for everything else.
    public var character: Character? {
        guard case .key(let press) = self, press.modifiers.isEmpty, case .character(let character) = press.key else {
            return nil
        }
        return character
    }
}

/// One report of the mouse.
public struct MouseEvent: Sendable, Hashable {
    /// What happened.
    public enum Action: Sendable, Hashable {
        /// A button went down.
        case press
        /// A button came up.
        case release
        /// The pointer moved with a button down.
        case drag
        /// The wheel turned up.
        case wheelUp
        /// The wheel turned down.
        case wheelDown
    }

    /// Which button, 0 left, 1 middle, 2 right.
    public var button: Int
    /// What happened.
    public var action: Action
    /// On which cell.
    public var position: Point
    /// What was held with it.
    public var modifiers: KeyModifiers

    /// Makes a report.
    public init(button: Int, action: Action, position: Point, modifiers: KeyModifiers = []) {
        self.button = button
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}

/// An answer of the terminal, told apart from keys.
public enum TerminalReply: Sendable, Hashable {
    /// Cursor position (CPR), counted from 0.
    case cursor(Point)
    /// A mode's state (DECRPM): the mode and 0–4.
    case mode(Int, Int)
    /// Primary device attributes.
    case attributes([Int])
    /// The answer to an OSC query: its number and text.
    case osc(Int, String)
    /// Any other, by its bytes as text.
    case other(String)
}
