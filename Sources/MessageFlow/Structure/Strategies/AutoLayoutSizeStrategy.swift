public import Cells

/// Sizes a view by its declared box tree; the solved tree is kept with the size, so that drawing does not solve again.
public struct AutoLayoutSizeStrategy: MessageLayoutSizeStrategy {
    /// Makes the strategy.
    public init() {}

    /// The size of the view's box tree.
    public func calculateSize(of view: MessageView, context: MessageViewContext, fittingSize: Size) -> Size {
        measure(view, context: context, fittingSize: fittingSize).size
    }

    /// The size with the solved tree.
    public func measure(_ view: MessageView, context: MessageViewContext, fittingSize: Size) -> ComponentSnapshot {
        guard let box = view.layoutBox() else { return ComponentSnapshot(size: .zero) }
        let layout = BoxSolver.solve(
            box, width: fittingSize.width, policy: context.policy, glyphs: context.metrics.glyphs)
        return ComponentSnapshot(size: layout.size, layout: layout)
    }
}
