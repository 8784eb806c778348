public import Cells
public import IMModel

/// How a row is emphasised when it is drawn; never changes its layout.
public struct RowHighlight: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// Wraps the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The row that keys act on.
    public static let selected = RowHighlight(rawValue: 1)
    /// One of several chosen rows.
    public static let marked = RowHighlight(rawValue: 2)
    /// Just jumped to (a search hit, a quoted message).
    public static let found = RowHighlight(rawValue: 4)
}

/// Lays out and draws rows. The list measures and places rows through this only.
///
/// Laws: `layout` depends on nothing but its arguments and the composer's configuration, answers a height of at least 1
/// and frames within `width`; `draw` paints inside the layout's cells and the clip only.
public protocol RowComposing: AnyObject {
    /// Lays out a row for a width in columns (1 or more), from a snapshot if there is one.
    func layout(_ context: RowContext, width: Int) -> RowLayout
    /// Draws a row with its top left cell at `origin` (which may lie outside the clip).
    func draw(
        _ layout: RowLayout, _ context: RowContext, into buffer: inout CellBuffer, at origin: Point, clip: Rect,
        highlight: RowHighlight)
    /// Tells which messages have a row on the screen now; views of all others go back to the pool.
    func show(only visible: Set<MessageID>)
    /// Forgets kept layouts of one message, or all with `nil`.
    func clearSnapshots(of message: MessageID?)
    /// What stands at a point relative to the row's top left cell: a link, or a part named by its view.
    func target(at point: Point, of context: RowContext, in layout: RowLayout) -> HitTarget?
    /// Whether the built-in menu may act on a component of a row.
    func canPerformMenuAction(on component: MessageComponent, of context: RowContext) -> Bool
}

extension RowComposing {
    /// Nothing that can be told apart.
    public func target(at point: Point, of context: RowContext, in layout: RowLayout) -> HitTarget? { nil }
    /// Contents take menu actions.
    public func canPerformMenuAction(on component: MessageComponent, of context: RowContext) -> Bool {
        component == .content
    }
}
