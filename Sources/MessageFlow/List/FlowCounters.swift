/// What the list has done so far: for the debug overlay and for tests that count.
public struct FlowCounters: Sendable, Hashable {
    /// Rows laid out by the composer (also from its snapshots).
    public var layoutsComputed = 0
    /// Drawings of the list.
    public var draws = 0
    /// Rows drawn.
    public var rowsDrawn = 0
    /// Changes applied to the geometry.
    public var changesApplied = 0
    /// Whole-list differences computed.
    public var diffsComputed = 0
    /// Pages asked for.
    public var pagesRequested = 0
    /// Pages taken in.
    public var pagesReceived = 0
    /// Answers ignored: late, or given twice.
    public var answersIgnored = 0
    /// Messages dropped because they were there already.
    public var duplicatesDropped = 0
    /// Updates and deletions of messages that are not in the window.
    public var unknownIgnored = 0
    /// Messages left out because they lie outside the window.
    public var outsideWindow = 0
    /// Rows dropped at the far end of the window.
    public var rowsDropped = 0
    /// Layouts with a nonsense size (wider than asked, of another message); taken as one row of cells high at least.
    public var nonsenseLayouts = 0
    /// Completions of actions ignored: late, or given twice.
    public var completionsIgnored = 0

    /// All zero.
    public init() {}
}
