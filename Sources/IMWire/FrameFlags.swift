/// The flag byte of the header (protocol document, section 3).
package struct FrameFlags: OptionSet, Sendable, Hashable {
    /// The byte.
    package let rawValue: UInt8
    /// Wraps the byte; unknown bits are kept.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Turns on the server's word filter.
    package static let text = FrameFlags(rawValue: 0x01)
    /// Ignored by today's server.
    package static let unpersistent = FrameFlags(rawValue: 0x02)
    /// Not used by clients.
    package static let group = FrameFlags(rawValue: 0x04)
    /// Only in results of a SYNC: this device sent the message itself.
    package static let selfSent = FrameFlags(rawValue: 0x08)
    /// A live push; METADATA with seq − 1 precedes it.
    package static let push = FrameFlags(rawValue: 0x10)
    /// With `push` on messages of a super group, and on the ACK for one.
    package static let superGroup = FrameFlags(rawValue: 0x20)
}
