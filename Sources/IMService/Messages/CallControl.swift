/// One step of call signalling (protocol document, sections 6.10 and 14).
public struct CallControl: Sendable, Hashable {
    /// Who sent it.
    public var sender: Int64
    /// Whom it is for.
    public var receiver: Int64
    /// 1 dial, 2 accept, 3 connected, 4 refuse, 5 refused, 6 hang up, 7 reset, 8 talking, 9 dial video, 10 ping; 0 where
    /// `payload` could not be read.
    public var command: Int
    /// The channel that the two sides agreed on, opaque.
    public var channelID: String?
    /// The opaque body on a server of 2016, whose first four bytes are the command; empty on today's.
    public var payload: [UInt8]

    /// Makes a step.
    public init(sender: Int64, receiver: Int64, command: Int, channelID: String? = nil, payload: [UInt8] = []) {
        self.sender = sender
        self.receiver = receiver
        self.command = command
        self.channelID = channelID
        self.payload = payload
    }
}
