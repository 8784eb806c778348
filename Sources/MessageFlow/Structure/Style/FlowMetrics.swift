/// The measures and signs of rows: everything of a theme that changes where cells stand. Part of a snapshot's key.
public struct FlowMetrics: Sendable, Hashable {
    /// Columns of the initials.
    public var avatarWidth = 2
    /// Columns that name and content stand in from the left (avatar and gap included).
    public var indent = 4
    /// Below so many columns the initials are left out and the indent is halved.
    public var avatarMinimumWidth = 24
    /// Below so many columns times are left out.
    public var timeMinimumWidth = 16
    /// Below so many columns nothing is indented and ticks stand below the text.
    public var indentMinimumWidth = 12
    /// Columns between content and the ticks beside it.
    public var accessoryGap = 2
    /// Columns kept free at the left of own messages at the right, as a divisor of the width: 6 keeps a sixth.
    public var ownMarginDivisor = 6
    /// The signs.
    public var glyphs = FlowGlyphs()

    /// The default measures.
    public init() {}
}
