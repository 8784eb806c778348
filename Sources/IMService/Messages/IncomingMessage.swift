/// A message of a queue (what the server stores until the client has it) on its way to handlers and observers.
public struct IncomingMessage: Sendable, Hashable {
    /// What came.
    public enum Payload: Sendable, Hashable {
        /// A message between two users.
        case peer(PeerMessage)
        /// A message to a group.
        case group(GroupMessage)
        /// A change of a group.
        case groupNotice(GroupNotice)
        /// A support message.
        case customer(CustomerMessage)
        /// A support message of a server of 2016 that goes from the support side to the customer.
        case customerSupport(CustomerMessage)
        /// A line from the server.
        case system(RawContent)
    }

    /// What came.
    public var payload: Payload
    /// Sent by this account, from whatever device.
    public var isOwn: Bool
    /// Sent by this very device (flag SELF, only in answers to a sync): the own row is to be marked as sent, and to be
    /// made only if it is missing. Device ids that are empty or "web" make it lie; this library sends neither.
    public var isFromThisDevice: Bool
    /// Pushed as it was sent; `false` in the answer to a sync.
    public var isLive: Bool

    /// Makes an incoming message.
    public init(payload: Payload, isOwn: Bool = false, isFromThisDevice: Bool = false, isLive: Bool = false) {
        self.payload = payload
        self.isOwn = isOwn
        self.isFromThisDevice = isFromThisDevice
        self.isLive = isLive
    }

    /// The kind, by which handlers are chosen.
    public var kind: MessageKind {
        switch payload {
        case .peer: .peer
        case .group, .groupNotice: .group
        case .customer, .customerSupport: .customer
        case .system: .system
        }
    }
}
