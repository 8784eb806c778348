/// What the rows of one message type are built of.
public struct MessageStructure {
    /// How the components stand to each other.
    public enum Arrangement: Sendable, Hashable {
        /// Initials, name above content, ticks beside.
        case conversation
        /// One block in the middle, without sender: notifications, lines from the server.
        case notice
    }

    /// How the components stand to each other.
    public var arrangement: Arrangement
    /// The components; one that is missing is never seen.
    public var components: [MessageComponent: ComponentConfiguration]

    /// Makes a structure of components.
    public init(
        arrangement: Arrangement = .conversation, components: [MessageComponent: ComponentConfiguration]
    ) {
        self.arrangement = arrangement
        self.components = components
    }

    /// The usual parts of a conversation around a content view.
    public static func conversation(_ content: MessageView.Type) -> MessageStructure {
        MessageStructure(components: [
            .timeline: ComponentConfiguration(TimelineView.self),
            .avatar: ComponentConfiguration(AvatarView.self),
            .sender: ComponentConfiguration(SenderView.self),
            .content: ComponentConfiguration(content),
            .accessory: ComponentConfiguration(AccessoryView.self),
        ])
    }

    /// A content view in the middle, under its timeline.
    public static func notice(_ content: MessageView.Type) -> MessageStructure {
        MessageStructure(
            arrangement: .notice,
            components: [
                .timeline: ComponentConfiguration(TimelineView.self),
                .content: ComponentConfiguration(content),
            ])
    }
}
