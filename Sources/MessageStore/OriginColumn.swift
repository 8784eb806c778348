import Database

/// Origin ids as the file keeps them: a canonical UUID as 16 bytes (17 if in capitals), anything else as text.
///
/// Half of a short message's room would be its UUID otherwise.
enum OriginColumn {
    static func value(_ id: String?) -> SQLValue {
        guard let id else { return .null }
        if let bytes = bytes(of: id) { return .blob(bytes) }
        return .text(id)
    }

    static func string(_ row: Row, _ column: Int32) -> String? {
        guard !row.isNull(column) else { return nil }
        guard row.isBlob(column) else { return row.string(column) }
        return text(of: row.bytes(column))
    }

    /// The bytes of a UUID of 8-4-4-4-12 hexadecimal digits in one case; `nil` for any other text.
    static func bytes(of id: String) -> [UInt8]? {
        var id = id
        return id.withUTF8 { bytes(of: $0) }
    }

    private static func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count == 36 else { return nil }
        var hasLower = false
        var hasUpper = false
        var isCanonical = true
        func digit(_ byte: UInt8) -> UInt8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                hasLower = true
                return byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"):
                hasUpper = true
                return byte - UInt8(ascii: "A") + 10
            default:
                isCanonical = false
                return 0
            }
        }
        var result: [UInt8] = []
        result.reserveCapacity(17)
        var index = 0
        while index < 36, isCanonical {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                isCanonical = text[index] == UInt8(ascii: "-")
                index += 1
            } else {
                result.append(digit(text[index]) << 4 | digit(text[index + 1]))
                index += 2
            }
        }
        guard isCanonical, !(hasLower && hasUpper) else { return nil }
        if hasUpper { result.append(1) }
        return result
    }

    static func text(of bytes: [UInt8]) -> String {
        let digits = Array((bytes.count == 17 ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        var result: [UInt8] = []
        result.reserveCapacity(36)
        for (index, byte) in bytes.prefix(16).enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { result.append(UInt8(ascii: "-")) }
            result.append(digits[Int(byte >> 4)])
            result.append(digits[Int(byte & 15)])
        }
        return String(decoding: result, as: UTF8.self)
    }
}
