package import Cells

/// A look as written in theme files: attributes, a colour, and `on` a background, in any order: `bold #ff8800 on 236`.
package enum StyleText {
    private static let attributes: [String: Style.Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
        "strikethrough": .strikethrough,
    ]
    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// What may be written.
    package static let expected =
        "words of: bold dim italic underline reverse strikethrough, a colour (red, bright-red, 0–255, #RRGGBB), on COLOUR"

    /// Reads a look; the error is the word that is not understood.
    package static func parse(_ text: String) -> Result<Style, UnknownWord> {
        var style = Style.plain
        var isBackground = false
        for word in text.lowercased().split(separator: " ").map(String.init) {
            if let attribute = attributes[word] {
                style.attributes.formUnion(attribute)
            } else if word == "on", !isBackground {
                isBackground = true
                continue
            } else if word == "plain" {
                style.attributes = []
            } else if let color = color(word) {
                if isBackground { style.background = color } else { style.foreground = color }
            } else {
                return .failure(UnknownWord(word: word))
            }
            isBackground = false
        }
        return isBackground ? .failure(UnknownWord(word: "on")) : .success(style)
    }

    /// A word that is neither an attribute nor a colour.
    package struct UnknownWord: Error, Hashable {
        /// The word.
        package let word: String
    }

    private static func color(_ word: String) -> Color? {
        if word == "default" { return .default }
        if let index = UInt8(word), word.first != "+" { return .indexed(index) }
        if word.hasPrefix("#"), word.utf8.count == 7, let value = UInt32(word.dropFirst(), radix: 16),
            word.dropFirst().first != "+"
        {
            return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
        }
        let isBright = word.hasPrefix("bright-")
        guard let index = names.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) else { return nil }
        return .indexed(UInt8(index + (isBright ? 8 : 0)))
    }
}
