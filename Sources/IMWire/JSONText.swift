internal import FoundationEssentials

/// JSON texts to values and back, with the coders that all shapes share.
package enum JSONText {
    private static let decoder = JSONDecoder()
    private static let encoder = {
        let encoder = JSONEncoder()
        // Sorted, so that the same value is the same text on every run.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Reads one object; `nil` where the text is none or lacks what the type demands. Bytes that are no UTF-8 and lone
    /// surrogates read as U+FFFD rather than losing the text. O(bytes).
    package static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) -> T? {
        guard let outline = JSONOutline(bytes, valuesOf: "") else { return nil }
        return try? decoder.decode(type, from: Data(repaired(bytes, outline)))
    }

    /// Reads a single value, which the decoder alone judges.
    static func decode<T: Decodable>(_ type: T.Type, fragment bytes: some Sequence<UInt8>) -> T? {
        try? decoder.decode(type, from: Data(bytes))
    }

    /// The text of a value: keys sorted, as few escapes as JSON allows. Empty where the value cannot be written, which
    /// no shape here is: they hold texts, whole numbers and finite numbers.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        (try? encoder.encode(value)).map { Array($0) } ?? []
    }

    /// Whether a text is one object that any reader of JSON can take in whole, numbers within their range included, with
    /// objects and arrays at most so deep in each other. O(bytes).
    package static func isObject(_ bytes: [UInt8], withinDepth limit: Int = JSONOutline.maximumDepth) -> Bool {
        guard let outline = JSONOutline(bytes, valuesOf: ""), outline.deepest <= limit, !outline.hasTrailingComma else {
            return false
        }
        return (try? decoder.decode(JSONShape.self, from: Data(repaired(bytes, outline)))) != nil
    }

    private static func repaired(_ bytes: [UInt8], _ outline: JSONOutline) -> [UInt8] {
        var bytes = bytes
        if !outline.isASCII, String(validating: bytes, as: UTF8.self) == nil {
            bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
        if outline.hasSurrogates { replaceLoneSurrogates(&bytes) }
        return bytes
    }

    /// Writes U+FFFD over escapes of surrogates that are no pair; the length stays.
    private static func replaceLoneSurrogates(_ bytes: inout [UInt8]) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard JSONOutline.isSurrogate(bytes, at: index) else {
                index += 2
                continue
            }
            if isHigh(bytes[index + 3]), JSONOutline.isSurrogate(bytes, at: index + 6), !isHigh(bytes[index + 9]) {
                index += 12
            } else {
                bytes.replaceSubrange(index..<index + 6, with: "\\ufffd".utf8)
                index += 6
            }
        }
    }

    /// Whether the second digit behind `\ud` makes the first half of a pair.
    private static func isHigh(_ digit: UInt8) -> Bool {
        switch digit | 0x20 {
        case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b"): true
        default: false
        }
    }
}
