/// Writes the text of the index for a message: the tokens of `SearchTokens.runs`, each with a space behind.
///
/// In one pass over bytes, for every message that comes in goes through here.
struct IndexTextWriter {
    /// Bytes that the text for so many bytes takes at most: a scalar of three or four bytes stands in two pairs, or in one
    /// and alone, with a space behind each.
    static func capacity(for count: Int) -> Int { count * 5 + 64 }

    private let output: UnsafeMutableBufferPointer<UInt8>
    /// The bytes written.
    private(set) var count = 0
    private var isInWord = false
    /// The last character of the run of pairs that goes on; 0 for none.
    private var previous: UInt32 = 0

    init(to output: UnsafeMutableBufferPointer<UInt8>) { self.output = output }

    /// Takes a whole text, in UTF-8.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte < 0x80 {
                position += 1
                take(ascii: byte)
                continue
            }
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard position + length <= text.count else { break }
            var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
            for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3F) }
            position += length
            // Most of what is written in Chinese, which no folding changes.
            if (0x4E00...0x9FFF).contains(value) { pair(value) } else { take(value) }
        }
        close()
    }

    /// Appends the marks of a session and a sender: `SearchTokens.token`.
    mutating func mark(session: Int64, sender: Int64) {
        put(SearchTokens.sessionMark)
        put(decimal: session)
        put(byte: 0x20)
        put(SearchTokens.senderMark)
        put(decimal: sender)
    }

    @inline(__always)
    private mutating func take(ascii byte: UInt8) {
        let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
        if folded &- 0x61 < 26 || folded &- 0x30 < 10 {
            if previous != 0 { close() }
            put(byte: folded)
            isInWord = true
        } else {
            close()
        }
    }

    private mutating func take(_ value: UInt32) {
        guard let scalar = Unicode.Scalar(value), let folded = SearchFolding.fold(scalar) else { return }
        if BigramScript.contains(folded.value) {
            pair(folded.value)
        } else if SearchTokens.isWord(folded) {
            if previous != 0 { close() }
            put(folded.value)
            isInWord = true
        } else {
            close()
            guard SearchTokens.isSymbol(folded.value) else { return }
            put(folded.value)
            put(byte: 0x20)
        }
    }

    @inline(__always)
    private mutating func pair(_ value: UInt32) {
        if previous != 0 {
            put(previous)
            put(value)
            put(byte: 0x20)
        } else if isInWord {
            close()
        }
        previous = value
    }

    /// Ends the word or the run that goes on.
    @inline(__always)
    private mutating func close() {
        if isInWord {
            put(byte: 0x20)
            isInWord = false
        }
        if previous != 0 {
            put(previous)
            put(byte: 0x20)
            previous = 0
        }
    }

    @inline(__always)
    private mutating func put(byte: UInt8) {
        guard count < output.count else { return }
        output[count] = byte
        count += 1
    }

    private mutating func put(_ value: UInt32) {
        if value < 0x80 {
            put(byte: UInt8(truncatingIfNeeded: value))
            return
        }
        if value < 0x800 {
            put(byte: UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
        } else {
            if value < 0x1_0000 {
                put(byte: UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
            } else {
                put(byte: UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
                put(byte: UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F))
            }
            put(byte: UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F))
        }
        put(byte: UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    }

    private mutating func put(decimal number: Int64) {
        for byte in String(number).utf8 { put(byte: byte) }
    }
}
