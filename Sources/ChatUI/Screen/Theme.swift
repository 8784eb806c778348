package import Cells
package import MessageFlow

/// How each part of the screen looks, message rows included.
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
    /// Message rows.
    package var flow = FlowStyle.standard

    /// The parts by the names that theme files use.
    package static var parts: [(name: String, path: WritableKeyPath<Theme, Style>)] {
        [
            ("line", \.line), ("title", \.title), ("text", \.text), ("faint", \.faint), ("unread", \.unread),
            ("mention", \.mention), ("selection", \.selection), ("current", \.current), ("draft", \.draft),
            ("good", \.good), ("warning", \.warning), ("error", \.error), ("key", \.key),
        ]
    }

    /// The parts of message rows by the names that theme files use.
    package static let messageParts: [(name: String, role: FlowRole)] = [
        ("text", .text), ("ownText", .ownText), ("ownName", .ownName), ("time", .time), ("dayLine", .dayLine),
        ("unreadLine", .unreadLine), ("link", .link), ("mention", .mention), ("mentionOfMe", .mentionOfMe),
        ("code", .code), ("quote", .quote), ("markup", .markup), ("icon", .icon), ("cardTitle", .cardTitle),
        ("detail", .detail), ("notice", .notice), ("pending", .pending), ("sent", .sent), ("read", .read),
        ("failure", .failure), ("tag", .tag),
    ]

    /// Every style of the theme, with the lines between panes left aside when asked.
    package func allStyles(lines: Bool = true) -> [Style] {
        Theme.parts.filter { lines || $0.name != "line" }.map { self[keyPath: $0.path] } + flow.senders
            + Array(flow.roles.values)
    }
}
