/// The user's editor as an argument list: `$VISUAL`, else `$EDITOR`, else `editor`. Never a shell's command line: words
/// are parted at blanks, quotation marks and backslashes keep blanks together.
enum EditorCommand {
    /// The words; the file's path is to follow them.
    static func words(_ variable: (String) -> String?) -> [String] {
        for name in ["VISUAL", "EDITOR"] {
            guard let text = variable(name) else { continue }
            let words = split(text)
            if !words.isEmpty { return words }
        }
        return ["editor"]
    }

    static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
