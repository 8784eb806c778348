/// A URL with places to fill in: `https://host/history?session={target}&before={anchor}&count={limit}`.
///
/// Values are percent-encoded, so that no value can add a parameter or a path of its own.
public struct URLTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// What can be filled in.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// `SessionID.account`.
        case account
        /// The word of `SessionID.kind`.
        case kind
        /// `SessionID.target`.
        case target
        /// The anchor message, as `HTTPProviderConfiguration.anchorValue` tells it.
        case anchor
        /// How many messages are wanted.
        case limit
        /// `older`, `newer` or `around`.
        case direction
    }

    /// The text with its places in braces; braces around other words stay as they are.
    public var text: String

    /// Takes a text.
    public init(_ text: String) { self.text = text }
    /// A literal.
    public init(stringLiteral value: String) { text = value }

    /// Whether a place occurs.
    public func contains(_ place: Place) -> Bool { text.contains("{\(place.rawValue)}") }

    /// The URL, in one pass, so that a value that looks like a place is none. O(length).
    func filled(_ values: [Place: String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            let inside = rest[rest.index(after: open)...]
            guard let close = inside.firstIndex(of: "}"), let place = Place(rawValue: String(inside[..<close])) else {
                result.append("{")
                rest = inside
                continue
            }
            result += Self.encoded(values[place] ?? "")
            rest = inside[inside.index(after: close)...]
        }
        return result + rest
    }

    /// Percent-encoded down to the unreserved characters (RFC 3986, section 2.3).
    public static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
