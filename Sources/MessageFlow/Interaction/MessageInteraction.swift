public import Cells
public import IMModel

/// What the user did to a row, with where.
public struct MessageInteraction: Sendable, Hashable {
    /// What was done.
    public enum Kind: Sendable, Hashable {
        /// Enter or a click.
        case tap
        /// `r` or a double click.
        case doubleTap
        /// Space, a right click or a held click.
        case longPress
    }

    /// What was done.
    public let kind: Kind
    /// To which message.
    public let message: Message
    /// On which component; `content` from the keyboard.
    public let component: MessageComponent
    /// On which cell, in the coordinates of the drawing; `nil` from the keyboard.
    public let cell: Point?
    /// The target of the hyperlink on that cell, raw and exact, if there is one.
    public let link: String?
    /// The part on that cell as its view named it (`Box.region`), if there is one.
    public let part: String?

    /// Makes an interaction.
    public init(
        kind: Kind, message: Message, component: MessageComponent, cell: Point? = nil, link: String? = nil,
        part: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.component = component
        self.cell = cell
        self.link = link
        self.part = part
    }
}
