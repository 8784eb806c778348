/// How a notification reaches the desktop.
package enum NotificationMethod: String, Sendable, Hashable, CaseIterable {
    /// What the terminal is known to understand; the bell alone where nobody knows.
    case automatic = "auto"
    /// OSC 9 (iTerm2, Windows Terminal, foot, WezTerm).
    case osc9
    /// OSC 777 (urxvt, foot, Ghostty).
    case osc777
    /// OSC 99 (kitty).
    case osc99
    /// Not at all.
    case off
}
