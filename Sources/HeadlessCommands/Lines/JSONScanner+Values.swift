// For the rounding functions behind the number conversions; without it nothing links libm.
internal import Glibc

extension JSONScanner {
    /// The text of a checked JSON string with its quotes; `nil` for another kind of value. A lone surrogate and bytes
    /// that are no UTF-8 become U+FFFD.
    static func string(_ value: ArraySlice<UInt8>) -> String? {
        guard value.first == UInt8(ascii: "\""), value.count >= 2 else { return nil }
        let inside = value.dropFirst().dropLast()
        guard inside.contains(UInt8(ascii: "\\")) else { return String(decoding: inside, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(inside.count)
        var index = inside.startIndex
        while index < inside.endIndex {
            let byte = inside[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < inside.endIndex else {
                out.append(byte)
                continue
            }
            let kind = inside[index]
            index += 1
            switch kind {
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"): out += Array(String(scalar(inside, at: &index)).utf8)
            default: out.append(kind)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The scalar of one `\uXXXX`, or of a pair of them; stands behind it afterwards.
    private static func scalar(_ bytes: ArraySlice<UInt8>, at index: inout Int) -> Character {
        let replacement: Character = "\u{FFFD}"
        guard let first = unit(bytes, at: index) else { return replacement }
        index += 4
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        // A high surrogate; only a low one right behind it makes a scalar, anything else is read on its own.
        guard first < 0xDC00, index + 6 <= bytes.endIndex, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"), let second = unit(bytes, at: index + 2),
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { return replacement }
        index += 6
        return Character(scalar)
    }

    private static func unit(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt16? {
        guard index + 4 <= bytes.endIndex else { return nil }
        var value: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = hex(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// A whole number that fits in 64 bits, also when written with a fraction of 0 or an exponent; else `nil`.
    static func integer(_ value: ArraySlice<UInt8>) -> Int64? {
        guard let first = value.first, first == UInt8(ascii: "-") || isDigit(first) else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        if let whole = Int64(text) { return whole }
        return Double(text).flatMap { Int64(exactly: $0) }
    }

    /// A finite number; else `nil`.
    static func double(_ value: ArraySlice<UInt8>) -> Double? {
        guard let first = value.first, first == UInt8(ascii: "-") || isDigit(first) else { return nil }
        return Double(String(decoding: value, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
