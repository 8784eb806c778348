package import Cells

/// Keys as people write them: `Ctrl-N`, `Alt-→`, `F3`, `Space`, `G`.
///
/// Law: `parse(print(key)) == key` for every key that a terminal can send.
package enum KeyName {
    private static let named: [(name: String, key: Key)] = [
        ("Enter", .enter), ("Ctrl-J", .lineFeed), ("Tab", .tab), ("Shift-Tab", .backTab), ("Backspace", .backspace),
        ("Esc", .escape), ("Del", .delete), ("Ins", .insert), ("↑", .up), ("↓", .down), ("←", .left), ("→", .right),
        ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown), ("Space", .character(" ")),
    ]
    private static let alternatives: [String: Key] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "return": .enter, "escape": .escape,
        "delete": .delete, "insert": .insert, "pageup": .pageUp, "pagedown": .pageDown, "backtab": .backTab,
        "linefeed": .lineFeed,
    ]
    private static let prefixes: [(text: String, modifier: KeyModifiers)] = [
        ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift), ("c-", .control), ("m-", .alt), ("^", .control),
    ]

    /// The name of a key.
    package static func print(_ press: KeyPress) -> String {
        var modifiers = press.modifiers
        var name = ""
        switch press.key {
        case .character(" "): name = "Space"
        case .character(let character):
            if modifiers.isDisjoint(with: [.control, .alt]) {
                name = String(character)
            } else if character.isLowercase {
                name = character.uppercased()
                if name.count != 1 || name.lowercased() != String(character) { name = String(character) }
            } else {
                if character.isUppercase { modifiers.insert(.shift) }
                name = String(character)
            }
        case .function(let number): name = "F\(number)"
        default: name = named.first { $0.key == press.key }?.name ?? ""
        }
        var prefix = ""
        if modifiers.contains(.control) { prefix += "Ctrl-" }
        if modifiers.contains(.alt) { prefix += "Alt-" }
        if modifiers.contains(.shift) { prefix += "Shift-" }
        return prefix + name
    }

    /// The key of a name; `nil` where it names none. Letter case counts only for a letter without Ctrl and Alt.
    package static func parse(_ name: String) -> KeyPress? {
        var rest = Substring(name)
        var modifiers: KeyModifiers = []
        while true {
            if rest.count > 1, let found = wholeKey(String(rest)) { return KeyPress(found, modifiers) }
            let lowered = rest.lowercased()
            guard let prefix = prefixes.first(where: { lowered.hasPrefix($0.text) && rest.count > $0.text.count })
            else { break }
            modifiers.insert(prefix.modifier)
            rest = rest.dropFirst(prefix.text.count)
        }
        guard rest.count == 1, let character = rest.first else { return nil }
        if let key = wholeKey(String(character)) { return KeyPress(key, modifiers) }
        guard !modifiers.isDisjoint(with: [.control, .alt]) else {
            return KeyPress(.character(character), modifiers)
        }
        if modifiers.contains(.shift), character.isUppercase {
            modifiers.remove(.shift)
            return KeyPress(.character(character), modifiers)
        }
        let lower = character.lowercased()
        let isPlainPair = lower.count == 1 && lower.uppercased() == String(character)
        return KeyPress(.character(isPlainPair ? Character(lower) : character), modifiers)
    }

    private static func wholeKey(_ name: String) -> Key? {
        let lowered = name.lowercased()
        if let known = named.first(where: { $0.name.lowercased() == lowered }) { return known.key }
        if let known = alternatives[lowered] { return known }
        guard lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...24).contains(number) else {
            return nil
        }
        return .function(number)
    }
}
