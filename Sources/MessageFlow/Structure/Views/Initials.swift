public import Cells

/// The one or two signs that stand for a name.
public enum Initials {
    /// The initials of a name: the first letters of its first two words in letters, else of its only such word its
    /// first two, else its first ideograph or sign; at most two columns, which must be there.
    public static func of(_ name: SafeText, policy: WidthPolicy) -> SafeText {
        var words: [Substring] = []
        for word in name.string.split(separator: " ") {
            let trimmed = word.drop { !$0.isLetter && !$0.isNumber }
            if let first = trimmed.first, policy.width(of: first) == 1 { words.append(trimmed) }
            if words.count == 2 { break }
        }
        let picked: [Character]
        if words.count == 2, let a = words[0].first, let b = words[1].first {
            picked = [a, b]
        } else if let word = words.first {
            picked = Array(word.prefix(2))
        } else if let first = name.string.first(where: { !$0.isWhitespace && !$0.isPunctuation }) {
            picked = [first]
        } else {
            picked = ["?"]
        }
        var text = ""
        var columns = 0
        for character in picked {
            let upper = character.uppercased()
            let cased = upper.count == 1 ? upper : String(character)
            let width = policy.width(of: TextSanitizer.line(cased))
            guard width > 0, columns + width <= 2 else { break }
            text += cased
            columns += width
        }
        return text.isEmpty ? "?" : TextSanitizer.line(text)
    }
}
