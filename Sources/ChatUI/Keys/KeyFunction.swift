/// What a key is bound to: an action, or a function with arguments.
package enum KeyFunction: Sendable, Hashable {
    /// An action of the interface.
    case action(KeyAction)
    /// A slash command with its arguments, as it would be typed: `/go 3`, `/msg peer:maria on my way`.
    case command(String)
    /// A text that is put into the composer.
    case insert(String)

    /// Reads a function as written in the configuration; `nil` where there is none of that name.
    ///
    /// A command must be one and have the arguments that it needs, so that a key never asks what was meant.
    package init?(written text: String) {
        if text.hasPrefix("/") {
            guard case .command = SlashCommandParser.read(text) else { return nil }
            self = .command(text)
        } else if text.hasPrefix("insert "), text.utf8.count > 7 {
            self = .insert(String(text.dropFirst(7)))
        } else if let action = KeyAction(rawValue: text) {
            self = .action(action)
        } else {
            return nil
        }
    }

    /// As written in the configuration and in the key dump.
    package var written: String {
        switch self {
        case .action(let action): action.rawValue
        case .command(let text): text
        case .insert(let text): "insert \(text)"
        }
    }

    /// The action, where it is one.
    package var action: KeyAction? {
        if case .action(let action) = self { action } else { nil }
    }
}
