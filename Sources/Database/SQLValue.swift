/// A value as SQLite stores it, for binding.
package enum SQLValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating point number.
    case real(Double)
    /// Text, as UTF-8; may hold NUL.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The text, or null.
    package static func text(_ value: String?) -> SQLValue {
        guard let value else { return .null }
        return .text(value)
    }

    /// The number, or null.
    package static func integer(_ value: Int64?) -> SQLValue {
        guard let value else { return .null }
        return .integer(value)
    }

    /// A machine-size number.
    package static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

    /// 1 or 0.
    package static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 as Int64 : 0) }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
    ExpressibleByFloatLiteral
{
    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// Text.
    package init(stringLiteral value: String) { self = .text(value) }
    /// Nothing.
    package init(nilLiteral: ()) { self = .null }
    /// A floating point number.
    package init(floatLiteral value: Double) { self = .real(value) }
}
