/// One frame of the wire: a 12-byte header and a body (protocol document, section 2).
package struct Frame: Sendable, Hashable {
    /// The number that an ACK names; counts up from 1 on either side.
    package var seq: Int32
    /// The protocol version of this frame, 0 to 255; 3 and up are treated as 2.
    package var version: UInt8
    /// The flags.
    package var flags: FrameFlags
    /// The byte that is sent 0 and ignored.
    package var reserved: UInt8
    /// The body; it decides the command.
    package var body: FrameBody

    /// Makes a frame.
    package init(seq: Int32, version: UInt8 = 2, flags: FrameFlags = [], reserved: UInt8 = 0, body: FrameBody) {
        self.seq = seq
        self.version = version
        self.flags = flags
        self.reserved = reserved
        self.body = body
    }
}
