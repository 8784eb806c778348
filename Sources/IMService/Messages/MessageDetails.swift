public import IMModel
import IMWire

/// A content read into values: what it says, and what it carries beside that (protocol document, section 8).
/// All of it is the sender's word, and remote text.
public struct MessageDetails: Sendable, Hashable {
    /// The kind and its fields.
    public var content: MessageContent
    /// The origin id (`uuid`), by which copies, quotes, revokes and read marks find the message.
    public var originID: String?
    /// The origin id of the quoted message (`reference`).
    public var replyTo: String?
    /// The group in whose view a peer message belongs.
    public var groupID: String?
    /// Customer messages: the store's id.
    public var storeID: String?
    /// Customer messages: the store's name.
    public var storeName: String?
    /// Customer messages: the session's id.
    public var sessionID: String?
    /// Customer messages: the sender's name.
    public var senderName: String?
    /// Customer messages: the application's name.
    public var appName: String?
    /// Whether the sender is typing, where the content tells it (section 14).
    public var isTyping: Bool?

    /// Makes details; what is not given is not there.
    public init(
        content: MessageContent, originID: String? = nil, replyTo: String? = nil, groupID: String? = nil,
        storeID: String? = nil, storeName: String? = nil, sessionID: String? = nil, senderName: String? = nil,
        appName: String? = nil
    ) {
        self.content = content
        self.originID = originID
        self.replyTo = replyTo
        self.groupID = groupID
        self.storeID = storeID
        self.storeName = storeName
        self.sessionID = sessionID
        self.senderName = senderName
        self.appName = appName
    }
}

extension RawContent {
    /// What the content of a message says. Never fails: what cannot be read is plain text or `.unknown`. O(bytes).
    ///
    /// Anybody can write a content with the key of a group notification. Only the server's own frames tell notices
    /// (`GroupNotice.notification`); in a message it is a kind that nobody sends.
    public var details: MessageDetails {
        let decoded = ContentCodec.decode(WireText(bytes: bytes))
        let content: MessageContent =
            switch decoded.content {
            case .notification, .system: .unknown(kind: decoded.content.type.rawValue)
            default: decoded.content
            }
        var details = MessageDetails(
            content: content, originID: decoded.envelope.uuid, replyTo: decoded.envelope.reference,
            groupID: decoded.envelope.groupID, storeID: decoded.envelope.storeID,
            storeName: decoded.envelope.storeName, sessionID: decoded.envelope.sessionID,
            senderName: decoded.envelope.name, appName: decoded.envelope.appName)
        details.isTyping = decoded.isTyping
        return details
    }

    /// The text of a content of our own; `nil` for kinds that are never sent (notification, system, unknown …).
    public init?(_ details: MessageDetails) {
        let envelope = ContentEnvelope(
            uuid: details.originID, reference: details.replyTo, groupID: details.groupID, storeID: details.storeID,
            storeName: details.storeName, sessionID: details.sessionID, name: details.senderName,
            appName: details.appName)
        guard let text = ContentCodec.encode(details.content, envelope: envelope) else { return nil }
        self.init(bytes: text.bytes)
    }

    /// A copy with another origin id and every other byte as it was; for forwarding.
    public func replacingOriginID(with originID: String) -> RawContent {
        RawContent(bytes: ContentCodec.replacingUUID(in: WireText(bytes: bytes), with: originID).bytes)
    }
}

extension GroupNotice {
    /// What changed. Never fails: what is not known is `.other`. O(bytes).
    public var notification: GroupNotification { GroupNotificationCodec.decode(WireText(bytes: content.bytes)) }
}
