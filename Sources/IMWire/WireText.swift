/// Text as it travels: the bytes are kept verbatim, also when they are no valid UTF-8, so that a copy is exact.
package struct WireText: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes on the wire.
    package var bytes: [UInt8]

    /// Keeps bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }
    /// The UTF-8 of a text.
    package init(_ string: String) { bytes = Array(string.utf8) }
    /// A literal.
    package init(stringLiteral value: String) { self.init(value) }

    /// The text; what is no UTF-8 is shown as U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}
