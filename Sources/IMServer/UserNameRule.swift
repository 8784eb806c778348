/// Which names a user may get: those that can be told from another and cannot be taken for a number, an option or a
/// place in a folder.
package enum UserNameRule {
    /// The rule in words, for whoever gave another name.
    package static let words =
        "a name is no number, does not begin with . - # & ? or *, and holds nothing that cannot be seen"

    /// Whether a name keeps the rule. Its length is looked at elsewhere. O(n).
    package static func fits(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        // The latter four are the signs of groups, rooms and others in the list of sessions.
        guard let first = scalars.first, !".-#&?*".unicodeScalars.contains(first) else { return false }
        guard !scalars.allSatisfy({ $0.properties.generalCategory == .decimalNumber }) else { return false }
        let all = Array(scalars)
        let areVisible = all.indices.allSatisfy { index in
            isVisible(all[index]) || isPartOfEmoji(all, index)
        }
        return areVisible && all.contains { !$0.properties.isWhitespace }
    }

    /// The selector and the joiner change how an emoji looks; anywhere else they cannot be seen.
    private static func isPartOfEmoji(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0 else { return false }
        let before = scalars[index - 1]
        switch scalars[index].value {
        case 0xFE0F: return before.properties.isEmoji
        case 0x200D:
            let follows = before.properties.isEmoji || before.value == 0xFE0F
            return follows && index + 1 < scalars.count && scalars[index + 1].properties.isEmojiPresentation
        default: return false
        }
    }

    /// Two names that look alike must not be two people.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
