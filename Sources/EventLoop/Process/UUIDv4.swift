/// Random identifiers (RFC 4122, version 4) as text.
public enum UUIDv4 {
    /// A new one, 36 characters in lower case.
    public static func make() -> String {
        var source = RandomSource()
        return make(using: &source)
    }

    /// One from a given source, for tests.
    public static func make(using source: inout some RandomNumberGenerator) -> String {
        let high = source.next() & ~0xF000 | 0x4000
        let low = source.next() & ~(0xC000 << 48) | (0x8000 << 48)
        var text = ""
        text.reserveCapacity(36)
        for (index, half) in [high, low].enumerated() {
            for digit in 0..<16 {
                if index * 16 + digit == 8 || index * 16 + digit == 12 || index * 16 + digit == 16
                    || index * 16 + digit == 20
                {
                    text.append("-")
                }
                text.append(hexadecimal[Int(half >> UInt64(60 - 4 * digit) & 15)])
            }
        }
        return text
    }

    private static let hexadecimal: [Character] = Array("0123456789abcdef")
}
