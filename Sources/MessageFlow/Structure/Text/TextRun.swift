public import Cells

/// A piece of text in one look.
public struct TextRun: Sendable, Hashable {
    /// The text, without line breaks.
    public var text: SafeText
    /// What it is; the theme says how it looks.
    public var role: FlowRole
    /// Attributes on top of the role's.
    public var attributes: Style.Attributes
    /// Where it leads when it is a hyperlink: printable ASCII only, see `LinkTarget`.
    public var link: LinkTarget?

    /// Makes a run.
    public init(_ text: SafeText, _ role: FlowRole, attributes: Style.Attributes = [], link: LinkTarget? = nil) {
        self.text = text
        self.role = role
        self.attributes = attributes
        self.link = link
    }
}
