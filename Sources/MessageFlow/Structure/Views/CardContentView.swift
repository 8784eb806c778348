import Cells
import IMModel

/// The content of messages that point at something: pictures, files, voice, films, places, links.
open class CardContentView: ContentView {
    /// Icon, name, and details below.
    open override func bodyBox(_ context: MessageViewContext) -> Box {
        let card = MessageCard(context.message.content, strings: context.strings, glyphs: context.metrics.glyphs)
        guard let card else {
            return .line(MessageSummary.line(of: context.message, strings: context.strings), .text)
        }
        let iconColumns = context.policy.width(of: card.icon) + 1
        var lines: [Box] = [.text([TextBlock([TextRun(card.title, .cardTitle, link: card.link)])], maxLines: 2)]
        if !card.summary.isEmpty { lines.append(.text([TextBlock([TextRun(card.summary, .detail)])], maxLines: 3)) }
        if !card.details.isEmpty {
            let details = SafeText.joined(card.details, separator: context.metrics.glyphs.separator)
            lines.append(.text([TextBlock([TextRun(details, .detail)])], maxLines: 2))
        }
        if let link = card.shownLink {
            lines.append(.text([TextBlock([TextRun(TextSanitizer.line(link.url), .link, link: link)])], maxLines: 4))
        }
        // Where the icon would take half of the card, it is left out.
        guard context.geometry.width > iconColumns * 3 else { return .region(.vertical(lines), name: "card") }
        return .region(
            .horizontal([.line(card.icon, .icon), .flexible(.vertical(lines))], spacing: 1), name: "card")
    }
}
