import Cells
public import IMModel

/// The links of a message, for the keys that open and copy them.
public enum MessageLinks {
    /// Every link that the message's row shows, in order, without doubles; targets are exact to the byte. O(n).
    public static func links(of message: Message) -> [LinkTarget] {
        var found: [LinkTarget] = []
        if case .text(let content) = message.content {
            found = MarkupParser.links(in: TextSanitizer.multiline(content.text))
        } else if let link = MessageCard(message.content, strings: .english, glyphs: FlowGlyphs())?.link {
            found = [link]
        }
        var seen: Set<LinkTarget> = []
        return found.filter { seen.insert($0).inserted }
    }
}
