public import Cells

/// How one component of one message type looks, whether it is seen, and how it is laid out.
public struct ComponentConfiguration {
    /// Whether a component is part of the row.
    public enum Visibility: Sendable, Hashable {
        /// As the view's class decides for each message.
        case automatic
        /// Never.
        case hidden
    }

    /// The class of its view.
    public var viewType: MessageView.Type
    /// Whether it is part of the row.
    public var visibility: Visibility
    /// Where it stands across the row; `nil`: own messages as the session wants them, others at the left.
    public var alignment: Box.HorizontalAlignment?
    /// Columns that it stands in from the left; `nil` for the row's own indent.
    public var indent: Int?
    /// At most so many columns; `nil` for as many as there are.
    public var maxWidth: Int?
    /// Looks that replace the theme's for this component.
    public var roles: [FlowRole: Style]
    /// Replaces the strategy of the view's class.
    public var sizeStrategy: (any MessageLayoutSizeStrategy)?

    /// Makes a configuration; what is not given is the row's own.
    public init(
        _ viewType: MessageView.Type, visibility: Visibility = .automatic, alignment: Box.HorizontalAlignment? = nil,
        indent: Int? = nil, maxWidth: Int? = nil, roles: [FlowRole: Style] = [:],
        sizeStrategy: (any MessageLayoutSizeStrategy)? = nil
    ) {
        self.viewType = viewType
        self.visibility = visibility
        self.alignment = alignment
        self.indent = indent
        self.maxWidth = maxWidth
        self.roles = roles
        self.sizeStrategy = sizeStrategy
    }
}
