/// What the Unicode Character Database 15.0 says about the room a scalar takes, generated and checked in, so that the
/// same input gives the same cells on every host.
///
/// Two stages in two literals of printable characters: nothing is built at start, nothing is allocated, a look-up is
/// two loads. Where glibc knows the scalar the widths agree, but for U+3248–324F and U+4DC0–4DFF (glibc says 2 against
/// EastAsianWidth.txt).
enum WidthTable {
    /// The entry of one scalar.
    struct Entry {
        /// The bits, as the generator laid them.
        let bits: UInt8

        /// Columns on a terminal: 0, 1 or 2; ambiguous ones as asked.
        func width(ambiguousIsWide: Bool) -> Int {
            let width = bits & 3
            return width == 3 ? (ambiguousIsWide ? 2 : 1) : Int(width)
        }
        /// Whether it takes no column of its own.
        var isZeroWidth: Bool { bits & 3 == 0 }
        /// Property Emoji: it may stand before U+FE0F.
        var isEmoji: Bool { bits & 4 != 0 }
        /// Property Extended_Pictographic: it may be joined by U+200D.
        var isPictograph: Bool { bits & 8 != 0 }
        /// Unassigned in 15.0, a noncharacter, private use: no agreed look and no agreed width.
        var isUnknown: Bool { bits & 16 != 0 }
        /// A combining mark (Mn, Me, Mc).
        var isMark: Bool { bits & 32 != 0 }
    }

    /// The entry of a scalar. O(1).
    static func entry(of scalar: Unicode.Scalar) -> Entry {
        let value = Int(scalar.value)
        let numbers = blockNumbers.utf8Start
        let entries = blockEntries.utf8Start
        // Both literals count from "0" (0x30); every scalar value has a block, so both reads are inside.
        let at = (value >> 7) * 2
        let block = (Int(numbers[at]) - 0x30) * 64 + Int(numbers[at + 1]) - 0x30
        return Entry(bits: entries[(block << 7) + (value & 127)] - 0x30)
    }
}
