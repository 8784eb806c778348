public import IMModel

/// Message type → component view classes → structure of the row, in one place per composer.
///
/// A type that nobody registered gets the structure of unknown messages: a readable fallback.
public struct MessageStructureRegistry {
    private var structures: [MessageType: MessageStructure] = [:]
    private var fallback: MessageStructure
    private var sessions: [SessionID: [MessageType: MessageStructure]] = [:]

    /// A registry that knows nothing but a fallback.
    public init(fallback: MessageStructure) { self.fallback = fallback }

    /// The structures of all types that messages can have out of the box.
    public static var standard: MessageStructureRegistry {
        var registry = MessageStructureRegistry(fallback: .conversation(UnknownContentView.self))
        registry[.text] = .conversation(TextContentView.self)
        for type in [MessageType.image, .file, .audio, .video, .location, .link] {
            registry[type] = .conversation(CardContentView.self)
        }
        registry[.call] = .conversation(CallContentView.self)
        for type in [MessageType.notification, .system, .revoked] { registry[type] = .notice(NoticeContentView.self) }
        return registry
    }

    /// The structure registered for a type in every session; `nil` takes it out.
    public subscript(type: MessageType) -> MessageStructure? {
        get { structures[type] }
        set { structures[type] = newValue }
    }

    /// The structure registered for a type in one session, before all others; `nil` takes it out.
    public subscript(type: MessageType, session: SessionID) -> MessageStructure? {
        get { sessions[session]?[type] }
        set { sessions[session, default: [:]][type] = newValue }
    }

    /// Registers the view class of a type's content within the usual conversation row, and perhaps a strategy that
    /// sizes it in place of the class's own.
    public mutating func register(
        _ content: MessageView.Type, for type: MessageType, strategy: (any MessageLayoutSizeStrategy)? = nil
    ) {
        structures[type] = .conversation(content)
        structures[type]?.components[.content]?.sizeStrategy = strategy
    }

    /// Changes one component of a type, in one session or in all: its style, its visibility, its layout.
    public mutating func configure(
        _ component: MessageComponent, of type: MessageType, in session: SessionID? = nil,
        _ change: (inout ComponentConfiguration) -> Void
    ) {
        var changed = session.map { structure(of: type, in: $0) } ?? structures[type] ?? fallback
        guard var configuration = changed.components[component] else { return }
        change(&configuration)
        changed.components[component] = configuration
        if let session { self[type, session] = changed } else { self[type] = changed }
    }

    /// The structure of a type in a session: the session's own, else the registered one, else the fallback.
    public func structure(of type: MessageType, in session: SessionID) -> MessageStructure {
        if !sessions.isEmpty, let own = sessions[session]?[type] { return own }
        return structures[type] ?? fallback
    }
}
