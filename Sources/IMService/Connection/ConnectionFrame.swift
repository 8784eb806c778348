/// A frame as numbers and bytes, for programs that use a `Connection` by itself (protocol document, sections 2 and 4).
public struct ConnectionFrame: Sendable, Hashable {
    /// The sender's running number.
    public var seq: Int32
    /// The command's number.
    public var command: UInt8
    /// The flag byte.
    public var flags: UInt8
    /// The protocol version that the body follows.
    public var version: UInt8
    /// The body.
    public var body: [UInt8]

    /// Makes a frame.
    public init(seq: Int32 = 0, command: UInt8, flags: UInt8 = 0, version: UInt8 = 2, body: [UInt8] = []) {
        self.seq = seq
        self.command = command
        self.flags = flags
        self.version = version
        self.body = body
    }
}
