/// Any JSON value, for answers whose shape is known only to a mapping.
public enum JSONValue: Sendable, Hashable {
    /// `null`, and what is not there.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number that fits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text; raw.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([String: JSONValue])

    /// The value at the end of a path; `null` where there is none.
    public subscript(_ path: JSONPath) -> JSONValue {
        var value = self
        for key in path.keys {
            guard case .object(let members) = value, let member = members[key] else { return .null }
            value = member
        }
        return value
    }

    /// A text, or the digits of a whole number: ids travel as either.
    public var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .null, .bool, .number, .array, .object: nil
        }
    }

    /// A whole number, also from a text of digits and from a number with a fraction (rounded down).
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number.rounded(.down))
        case .string(let text): Int64(text)
        case .null, .bool, .array, .object: nil
        }
    }

    /// A truth, also as the number 0 or another.
    public var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .null, .number, .string, .array, .object: nil
        }
    }

    /// The elements of an array.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}

/// Where a value lies in nested objects: `data.messages`. The empty path is the value itself.
public struct JSONPath: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The keys from the outside in.
    public var keys: [String]

    /// Takes keys; for keys that contain a dot.
    public init(keys: [String]) { self.keys = keys }
    /// Takes keys with dots between them.
    public init(_ text: String) { keys = text.split(separator: ".").map(String.init) }
    /// A literal.
    public init(stringLiteral value: String) { self.init(value) }
}
