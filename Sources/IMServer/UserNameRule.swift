/// Which names a user may get: those that can be told from another and cannot be taken for a number, an option or a
/// place in a folder.
package enum UserNameRule {
    /// The rule in words, for whoever gave another name.
    package static let words = "a name is no number, does not begin with . or -, and holds nothing that cannot be seen"

    /// Whether a name keeps the rule. Its length is looked at elsewhere. O(n).
    package static func fits(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, first != ".", first != "-" else { return false }
        guard !scalars.allSatisfy({ $0.properties.generalCategory == .decimalNumber }) else { return false }
        return scalars.allSatisfy(isVisible) && scalars.contains { !$0.properties.isWhitespace }
    }

    /// Joiners and selectors count as invisible too: two names that look alike must not be two people.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
