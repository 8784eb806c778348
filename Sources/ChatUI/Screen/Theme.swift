package import Cells

/// How each part of the screen looks. The colours are of medium lightness, so that they read on light and on dark.
package struct Theme: Sendable, Hashable {
    /// Whether frames and lines are drawn; off for screen readers.
    package var drawsLines = true
    /// Lines between panes and around boxes.
    package var line = Style.plain
    /// The program's name and headings.
    package var title = Style.plain
    /// Ordinary text.
    package var text = Style.plain
    /// Text of less weight: hints, previews, times.
    package var faint = Style.plain
    /// Unread counts.
    package var unread = Style.plain
    /// Mentions of the user.
    package var mention = Style.plain
    /// The row that keys act on.
    package var selection = Style.plain
    /// The session that is open, while another part has the focus.
    package var current = Style.plain
    /// Drafts and other things unfinished.
    package var draft = Style.plain
    /// Good state: connected.
    package var good = Style.plain
    /// Trouble that passes: connecting, waiting.
    package var warning = Style.plain
    /// Errors and refusals.
    package var error = Style.plain
    /// Letters and keys beside entries.
    package var key = Style.plain

    /// Attributes only: for `NO_COLOR` and terminals without colours.
    package static let monochrome: Theme = {
        var theme = Theme()
        theme.title = Style(attributes: .bold)
        theme.faint = Style(attributes: .dim)
        theme.line = Style(attributes: .dim)
        theme.unread = Style(attributes: .bold)
        theme.mention = Style(attributes: [.bold, .reverse])
        theme.selection = Style(attributes: .reverse)
        theme.current = Style(attributes: [.bold, .underline])
        theme.draft = Style(attributes: .italic)
        theme.warning = Style(attributes: .bold)
        theme.error = Style(attributes: [.bold, .reverse])
        theme.key = Style(attributes: .bold)
        return theme
    }()

    /// The default.
    package static let standard: Theme = {
        var theme = Theme.monochrome
        theme.title = Style(foreground: .indexed(68), attributes: .bold)
        theme.line = Style(foreground: .indexed(245))
        theme.faint = Style(foreground: .indexed(245))
        theme.unread = Style(foreground: .indexed(31), attributes: .bold)
        theme.mention = Style(foreground: .indexed(167), attributes: .bold)
        theme.current = Style(foreground: .indexed(68), attributes: .bold)
        theme.draft = Style(foreground: .indexed(136))
        theme.good = Style(foreground: .indexed(71))
        theme.warning = Style(foreground: .indexed(136))
        theme.error = Style(foreground: .indexed(167), attributes: .bold)
        theme.key = Style(foreground: .indexed(133), attributes: .bold)
        return theme
    }()

    /// For screen readers: no lines, no colours.
    package static let plain: Theme = {
        var theme = Theme.monochrome
        theme.drawsLines = false
        return theme
    }()

    /// The theme of a name in the configuration; `nil` where there is none.
    package static func named(_ name: String) -> Theme? {
        switch name {
        case "standard": .standard
        case "monochrome": .monochrome
        case "plain": .plain
        default: nil
        }
    }
}
