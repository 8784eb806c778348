/// A message's content exactly as it travels: the bytes are kept, also when they are no valid UTF-8, so that forwarding
/// and resending are exact. For the server it is opaque; by convention it is a JSON object (protocol document, section 8).
public struct RawContent: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes on the wire.
    public var bytes: [UInt8]

    /// Keeps bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }
    /// The UTF-8 of a text.
    public init(_ string: String) { bytes = Array(string.utf8) }
    /// A literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text; bytes that are no UTF-8 become U+FFFD. Remote text: whatever shows it must sanitise it.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}
