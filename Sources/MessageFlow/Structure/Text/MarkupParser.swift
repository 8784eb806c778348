public import Cells

/// Finds paragraphs, quotes, lists, code, links and mentions in a text. Pure; O(n).
///
/// Marks stay where they were written, dimmed: what is shown is what was written, and search finds it.
public struct MarkupParser: Sendable {
    /// The role of plain text.
    public var role: FlowRole
    /// Names that may stand behind an @, sanitised; they may hold spaces.
    public var mentions: [SafeText]
    /// Whether mentions stand out because the own user is among them.
    public var mentionsMe: Bool
    /// The signs.
    public var glyphs: FlowGlyphs

    /// Makes a parser.
    public init(role: FlowRole, mentions: [SafeText] = [], mentionsMe: Bool = false, glyphs: FlowGlyphs = FlowGlyphs())
    {
        self.role = role
        self.mentions = mentions
        self.mentionsMe = mentionsMe
        self.glyphs = glyphs
    }

    /// The paragraphs of a text.
    public func blocks(of text: SafeText) -> [TextBlock] {
        TextBlock.lines(of: text, role: role)
    }
}
