/// What search does not tell apart: case, Latin accents, full-width forms.
enum SearchFolding {
    /// The base letters of U+00C0…U+017F; a point where there is none.
    private static let bases = Array(
        """
        aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg\
        gggghhhhiiiiiiiiii..jjkk.llllllllllnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
        """.utf8)

    /// What a scalar is compared as; `nil` for one that does not count (accents, joiners, variation selectors).
    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value = scalar.value
        if value < 0x80 {
            return value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value + 32)) : scalar
        }
        if value >= 0xC0, value < 0x180 {
            let base = bases[Int(value - 0xC0)]
            if base != UInt8(ascii: ".") { return Unicode.Scalar(base) }
        }
        if (0x0300...0x036F).contains(value) || (0xFE00...0xFE0F).contains(value) || value == 0x200D || value == 0x200C
        {
            return nil
        }
        if (0xFF01...0xFF5E).contains(value) { return Unicode.Scalar(value - 0xFEE0).flatMap(fold) }
        if BigramScript.contains(value) { return scalar }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        guard lower.count == 1, let first = lower.first, first != scalar else { return scalar }
        return fold(first)
    }

    /// A text as search compares it, accents and case gone.
    static func fold(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let folded = fold(scalar) { result.append(folded) }
        }
        return String(result)
    }
}
