import IMModel

/// Talk that looks like talk: half of it words with spaces, half Chinese, 44 bytes a message in the mean.
struct Corpus {
    private var dice: Dice
    private static let syllables = [
        "ka", "lo", "mi", "ter", "sen", "bra", "ou", "ne", "shi", "ver", "a", "tion", "re", "pol", "gu", "fin", "de",
        "wo",
    ]

    init(seed: UInt64 = 7) { dice = Dice(seed: seed) }

    /// The next text.
    mutating func text() -> String {
        let length = 8 + Int(dice.next() % 69)
        var text = ""
        var bytes = 0
        let isChinese = dice.next().isMultiple(of: 2)
        while bytes < length {
            let piece = isChinese ? ideograph() : (bytes == 0 ? "" : " ") + word()
            text += piece
            bytes += piece.utf8.count
        }
        return text
    }

    /// An origin id as clients make them.
    mutating func originID() -> String {
        func hex(_ value: UInt64, _ count: Int) -> String {
            let text = String(value, radix: 16)
            return String((String(repeating: "0", count: 16) + text).suffix(count))
        }
        let (a, b) = (dice.next(), dice.next())
        return "\(hex(a >> 32, 8))-\(hex(a >> 16, 4))-4\(hex(a, 3))-a\(hex(b >> 48, 3))-\(hex(b, 12))"
    }

    /// The content as it travels.
    static func content(_ text: String, originID: String) -> String {
        "{\"text\":\"\(text)\",\"uuid\":\"\(originID)\"}"
    }

    private mutating func word() -> String {
        var number = dice.rare(6_000)
        var word = ""
        repeat {
            word += Self.syllables[number % Self.syllables.count]
            number /= Self.syllables.count
        } while number > 0
        return word
    }

    private mutating func ideograph() -> String {
        if dice.next().isMultiple(of: 12) { return "，" }
        return Unicode.Scalar(UInt32(0x4E00 + dice.rare(3_000))).map { String(Character($0)) } ?? "好"
    }
}
