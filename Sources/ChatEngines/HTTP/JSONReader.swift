import FoundationEssentials

/// Reads answers of strangers: bounded in depth and in number of values before anything is built.
enum JSONReader {
    /// Objects and arrays may lie this deep in each other.
    static let maximumDepth = 32
    /// Values in one answer; 1,000 messages of 12 fields are 13,000.
    static let maximumValues = 50_000

    /// The value, or `nil` where the bytes are no JSON or past the bounds. O(bytes).
    static func value(_ bytes: [UInt8]) -> JSONValue? {
        guard isBearable(bytes) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    /// Counts brackets and commas outside of strings; what is no JSON is left to the decoder.
    static func isBearable(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        var values = 1
        var isString = false
        var isEscaped = false
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            default: break
            }
            if depth > maximumDepth || values > maximumValues { return false }
        }
        return true
    }
}

extension JSONValue: Decodable {
    /// Reads any value; strings first, they are the most.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
