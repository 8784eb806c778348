/// How the width of a row is shared out. Components drop out as it gets narrow: first the initials, then the times.
public struct RowGeometry: Sendable, Hashable {
    /// The whole width, 1 or more.
    public let width: Int
    /// Columns that name and content stand in from the left.
    public let indent: Int
    /// Whether there is room for initials.
    public let showsAvatar: Bool
    /// Whether there is room for times.
    public let showsTime: Bool
    /// Whether ticks stand beside the content, else below.
    public let accessoryIsBeside: Bool
    /// Whether the row stands at the right.
    public let isTrailing: Bool

    /// Shares out a width.
    public init(width: Int, metrics: FlowMetrics, isTrailing: Bool) {
        self.width = max(1, width)
        self.isTrailing = isTrailing
        showsAvatar = self.width >= metrics.avatarMinimumWidth && metrics.avatarWidth > 0
        showsTime = self.width >= metrics.timeMinimumWidth
        accessoryIsBeside = self.width >= metrics.indentMinimumWidth
        let indent = max(0, metrics.indent)
        if showsAvatar {
            self.indent = min(max(indent, metrics.avatarWidth + 1), self.width - 1)
        } else {
            self.indent = accessoryIsBeside ? min(indent / 2, self.width - 1) : 0
        }
    }
}
