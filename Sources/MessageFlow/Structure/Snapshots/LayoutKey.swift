public import Cells
public import IMModel

/// All that the layout of one component depends on. Two equal keys mean the same cells.
public struct LayoutKey: Sendable, Hashable {
    /// The session.
    public let session: SessionID
    /// The message.
    public let message: MessageID
    /// The version of its content.
    public let version: Int
    /// The message that it answers, with its version, if that is shown.
    public let quoted: MessageID?
    /// That message's version.
    public let quotedVersion: Int
    /// What it takes from its neighbours.
    public let facts: RowFacts
    /// The component.
    public let component: MessageComponent
    /// Columns that the component was given.
    public let fittingWidth: Int
    /// Columns of the row.
    public let rowWidth: Int
    /// How columns are counted.
    public let policy: WidthPolicy
    /// The theme's measures, by the number that the composer gave them.
    public let metrics: Int
    /// Grows with every reconfiguration (words, structures, session configuration).
    public let revision: Int
}
