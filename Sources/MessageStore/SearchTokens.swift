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

    /// The text of the index for a message's text: the tokens of its `runs`, each with a space behind, and then `marks`;
    /// `nil` if it has none.
    ///
    /// Written out in one pass over bytes, for every message that comes in goes through here.
    static func indexText(_ text: String, marks: String = "") -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count * 2 + 48)
        var isInWord = false
        var previous: Unicode.Scalar?
        func close() {
            if isInWord { result.append(0x20) }
            isInWord = false
            if let last = previous {
                append(last, to: &result)
                result.append(0x20)
            }
            previous = nil
        }
        for scalar in text.unicodeScalars {
            guard let folded = SearchFolding.fold(scalar) else { continue }
            let value = folded.value
            if value >= 0x80, BigramScript.contains(value) {
                if let previous {
                    append(previous, to: &result)
                    append(folded, to: &result)
                    result.append(0x20)
                } else {
                    close()
                }
                previous = folded
            } else if isWord(folded) {
                if previous != nil { close() }
                append(folded, to: &result)
                isInWord = true
            } else {
                close()
                if isSymbol(value) {
                    append(folded, to: &result)
                    result.append(0x20)
                }
            }
        }
        close()
        guard !result.isEmpty else { return nil }
        result += marks.utf8
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.value < 0x80 { bytes.append(UInt8(truncatingIfNeeded: scalar.value)) } else { bytes += scalar.utf8 }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x80 {
            return value >= 0x61 && value <= 0x7A || value >= 0x30 && value <= 0x39
        }
        // Private-use scalars mark sessions and senders in the index; no text may hold one there.
        if (0xE000...0xF8FF).contains(value) || value >= 0xF0000 { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func isSymbol(_ value: UInt32) -> Bool {
        (0x2600...0x27BF).contains(value) || (0x1F000...0x1FAFF).contains(value)
    }
}
