public import Cells
public import IMModel

/// One component of a row: the base class of all views. Five kinds of component, one subclass or more for each.
///
/// A view shows one message at a time. It is told of it by `refresh(with:)`, and before it is given another message
/// `prepareForReuse()` is called, exactly then. Views are pooled per class; only what is on the screen has one, and one
/// more per class measures. A subclass declares a box tree (`layoutBox`), or answers `sizeThatFits` and draws itself.
open class MessageView {
    /// Whether the built-in menu may act on this component.
    public var canPerformMenuAction = false
    /// What is shown; `nil` before the first `refresh(with:)`.
    public private(set) var context: MessageViewContext?
    /// The layout to draw from, set before `draw`.
    public internal(set) var snapshot: ComponentSnapshot?
    /// Which layout the view was last refreshed for.
    var key: LayoutKey?

    /// Makes a view that shows nothing yet.
    public required init() {}

    /// Whether the component is part of the row at all (unless the structure says so for it).
    open class func isVisible(in context: MessageViewContext) -> Bool { true }

    /// The strategy that sizes views of this class for a message; `nil` for auto layout.
    open class func createSizeStrategy(
        message: Message, fittingSize: Size, context: MessageViewContext
    ) -> (any MessageLayoutSizeStrategy)? { nil }

    /// Takes what is to be shown. Overrides call `super`.
    open func refresh(with context: MessageViewContext) { self.context = context }

    /// Forgets what belongs to the message shown so far; another one follows.
    open func prepareForReuse() {}

    /// The box tree of what is shown, for auto layout; `nil` if the class draws itself.
    open func layoutBox() -> Box? { nil }

    /// The size wanted within a fitting size, for the size-that-fits strategy: the box tree's unless overridden.
    open func sizeThatFits(_ fittingSize: Size) -> Size {
        guard let context, let box = layoutBox() else { return Size(width: 0, height: 0) }
        return BoxSolver.solve(box, width: fittingSize.width, policy: context.policy, glyphs: context.metrics.glyphs)
            .size
    }

    /// Draws the component.
    ///
    /// `region` is the component's rectangle in the buffer and may lie partly outside of the clip; nothing may be
    /// painted outside of either. The default paints the box tree.
    open func draw(into buffer: inout CellBuffer, region: Rect, clip: Rect, style: FlowStyle) {
        guard let context else { return }
        let layout: BoxLayout
        if let solved = snapshot?.layout {
            layout = solved
        } else if let box = layoutBox() {
            layout = BoxSolver.solve(
                box, width: region.width, policy: context.policy, glyphs: context.metrics.glyphs)
        } else {
            return
        }
        layout.draw(into: &buffer, region: region, clip: clip, style: style, policy: context.policy)
    }

    /// Shows a message, telling the subclass first if it is another one than before.
    final func show(_ context: MessageViewContext) {
        if let old = self.context?.message, old.id != context.message.id || old.session != context.message.session {
            snapshot = nil
            prepareForReuse()
        }
        refresh(with: context)
        self.context = context
    }
}
