/// Cuts text into the words of the index.
///
/// Words of spaced scripts are one token each. A run of an unspaced script is its overlapping pairs and its last
/// character alone, so that a prefix query finds single characters, and every word of two is exactly one token. Emoji
/// are one token each.
struct SearchTokens {
    /// A stretch of text without a gap inside.
    enum Run: Equatable {
        case word(String)
        case pairs([Unicode.Scalar])
        case symbol(Unicode.Scalar)
    }

    /// The runs of a text, in order.
    static func runs(_ text: String) -> [Run] {
        var runs: [Run] = []
        var word = String.UnicodeScalarView()
        var pairs: [Unicode.Scalar] = []
        func close() {
            if !word.isEmpty { runs.append(.word(String(word))) }
            if !pairs.isEmpty { runs.append(.pairs(pairs)) }
            word = String.UnicodeScalarView()
            pairs = []
        }
        for scalar in text.unicodeScalars {
            guard let folded = SearchFolding.fold(scalar) else { continue }
            if BigramScript.contains(folded.value) {
                if !word.isEmpty { close() }
                pairs.append(folded)
            } else if isWord(folded) {
                if !pairs.isEmpty { close() }
                word.append(folded)
            } else {
                close()
                if isSymbol(folded.value) { runs.append(.symbol(folded)) }
            }
        }
        close()
        return runs
    }

    /// The text of the index for a message's text: the tokens of its `runs`, each with a space behind, and then the marks
    /// of its session and its sender; `nil` if there is neither.
    static func indexText(_ text: String, marks: (session: Int64, sender: Int64)? = nil) -> String? {
        var text = text
        let result = text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: IndexTextWriter.capacity(for: bytes.count)) { output in
                var writer = IndexTextWriter(to: output)
                writer.write(bytes)
                if let marks { writer.mark(session: marks.session, sender: marks.sender) }
                return writer.count
            }
        }
        return result.isEmpty ? nil : result
    }

    /// Marks a session's number in the index. Private use: no text can hold it.
    static let sessionMark: UInt32 = 0xE000
    /// Marks a sender's number in the index.
    static let senderMark: UInt32 = 0xE001

    /// The token of a session or a sender in the index.
    static func token(_ mark: UInt32, _ number: Int64) -> String {
        Unicode.Scalar(mark).map { "\($0)\(number)" } ?? ""
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x80 {
            return value >= 0x61 && value <= 0x7A || value >= 0x30 && value <= 0x39
        }
        // Private-use scalars mark sessions and senders in the index; no text may hold one there.
        if (0xE000...0xF8FF).contains(value) || value >= 0xF0000 { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    static func isSymbol(_ value: UInt32) -> Bool {
        (0x2600...0x27BF).contains(value) || (0x1F000...0x1FAFF).contains(value)
    }
}
