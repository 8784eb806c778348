public import Cells

/// What a piece of a row is, so that a theme can say how it looks. Layouts keep roles, never colours: a new theme
/// repaints without laying anything out anew.
public enum FlowRole: Sendable, Hashable {
    /// The text of somebody else's message.
    case text
    /// The text of an own message.
    case ownText
    /// The name and initials of a sender; the number picks one of the theme's sender styles, stable by the sender's id.
    case sender(Int)
    /// The own name.
    case ownName
    /// Times.
    case time
    /// The line that starts a day, and the line after a silence.
    case dayLine
    /// The "new since you last read" line.
    case unreadLine
    /// A hyperlink.
    case link
    /// An @mention of somebody.
    case mention
    /// An @mention in a text that mentions the own user.
    case mentionOfMe
    /// Code, inline or in a block.
    case code
    /// A quoted line and the first line of the message that is answered.
    case quote
    /// Marks that are written but say nothing themselves: backticks, stars, list bullets.
    case markup
    /// The icon of a card.
    case icon
    /// The first line of a card.
    case cardTitle
    /// Details: sizes, durations, summaries.
    case detail
    /// Group notifications, lines from the server, revoked messages.
    case notice
    /// Waiting and sending.
    case pending
    /// Sent and delivered.
    case sent
    /// Read by the other side.
    case read
    /// Did not go out, and why.
    case failure
    /// Tags put on a message.
    case tag
    /// A style of a program's own, past every theme.
    case custom(Style)
}
