/// A session as the session list knows it.
///
/// Names and previews are remote text and raw here; whatever shows them sanitises them.
public struct Session: Sendable, Hashable, Identifiable {
    /// Which session it is.
    public let id: SessionID
    /// The name to show, if any source knew one.
    public var name: String?
    /// How many messages have come in since the user last read here.
    public var unreadCount: Int
    /// How many of those mention the user.
    public var mentionCount: Int
    /// Whether it stays quiet.
    public var isMuted: Bool
    /// Whether it stays on top.
    public var isPinned: Bool
    /// The unsent text, if any.
    public var draft: Draft?
    /// The last message in a few words, if it has any.
    public var preview: String?
    /// What the last message is, where it has no words of its own.
    public var lastType: MessageType?
    /// When something last happened, in milliseconds since 1970; 0 for never. For the order of the list.
    public var lastActivity: Int64
    /// The local id of the last message that the user has read; the "new" line goes after it.
    public var lastRead: MessageID?
    /// How many members it has, where known.
    public var memberCount: Int?
    /// What it can do.
    public var capabilities: Capabilities

    /// Makes a session; what is not given is empty.
    public init(
        id: SessionID, name: String? = nil, unreadCount: Int = 0, mentionCount: Int = 0, isMuted: Bool = false,
        isPinned: Bool = false, draft: Draft? = nil, preview: String? = nil, lastActivity: Int64 = 0,
        lastRead: MessageID? = nil, memberCount: Int? = nil, capabilities: Capabilities = [],
        lastType: MessageType? = nil
    ) {
        self.id = id
        self.name = name
        self.unreadCount = unreadCount
        self.mentionCount = mentionCount
        self.isMuted = isMuted
        self.isPinned = isPinned
        self.draft = draft
        self.preview = preview
        self.lastType = lastType
        self.lastActivity = lastActivity
        self.lastRead = lastRead
        self.memberCount = memberCount
        self.capabilities = capabilities
    }

    /// The name, or the address where nobody ever told one.
    public var displayName: String {
        if let name, !name.isEmpty { return name }
        return id.kind == .peer ? "#\(id.target)" : id.address
    }
}
