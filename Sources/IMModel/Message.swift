/// One message of one session, as a value.
public struct Message: Sendable, Hashable, Identifiable {
    /// The local id, stable for the interface.
    public let id: MessageID
    /// The session it belongs to.
    public let session: SessionID
    /// The id on the wire, reused by a resend so that a receiver can drop the double; `nil` where the sender gave none.
    public var originID: String?
    /// The server's id, known after the acknowledgement or on arrival.
    public var serverID: String?
    /// Who said it, with the name that is known now.
    public var sender: Contact
    /// Whether it is an own message (also one that came from another device of ours).
    public var isOutgoing: Bool
    /// For display only: milliseconds since 1970 by the clock of the server, else ours.
    public var timestamp: Int64
    /// The engine's order within the session; larger is later, ties are broken by arrival.
    public var order: Int64
    /// The content, typed.
    public var content: MessageContent
    /// The content's text exactly as it travelled; forward, resend and round trip copy it.
    public var rawContent: String
    /// The origin id of the message that this one answers.
    public var replyTo: String?
    /// How far it has come.
    public var state: DeliveryState
    /// Grows with every change that can alter the row; part of the key of layout snapshots.
    public var version: Int
    /// What the engine needs to page on from here, opaque.
    public var anchor: String?
    /// How many members have read it, where the engine can know.
    public var readerCount: Int
    /// Tags put on it (reactions).
    public var tags: [String]
    /// Whether the text mentions the account's own user.
    public var mentionsMe: Bool

    /// Makes a message; what is not given is empty.
    public init(
        id: MessageID, session: SessionID, originID: String? = nil, serverID: String? = nil, sender: Contact,
        isOutgoing: Bool = false, timestamp: Int64 = 0, order: Int64 = 0, content: MessageContent,
        rawContent: String = "", replyTo: String? = nil, state: DeliveryState = .incoming, version: Int = 0,
        anchor: String? = nil, readerCount: Int = 0, tags: [String] = [], mentionsMe: Bool = false
    ) {
        self.id = id
        self.session = session
        self.originID = originID
        self.serverID = serverID
        self.sender = sender
        self.isOutgoing = isOutgoing
        self.timestamp = timestamp
        self.order = order
        self.content = content
        self.rawContent = rawContent
        self.replyTo = replyTo
        self.state = state
        self.version = version
        self.anchor = anchor
        self.readerCount = readerCount
        self.tags = tags
        self.mentionsMe = mentionsMe
    }

    /// The key for the choice of views.
    public var type: MessageType { content.type }
}
