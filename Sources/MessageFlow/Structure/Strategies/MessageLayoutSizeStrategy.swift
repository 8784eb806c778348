public import Cells

/// Answers how large a component is for a message.
///
/// Laws: the size is at least 1×1 and never wider than `fittingSize.width`; equal inputs give equal sizes; what the view
/// draws fits the size. `SizeStrategyLaws` checks them. A size that breaks them is put right and counted
/// (`LayoutCounters.nonsenseSizes`), never passed on. `fittingSize.height` is `Int.max`: rows may be as high as they like.
public protocol MessageLayoutSizeStrategy {
    /// The size; `view` is a view of the component's class, refreshed with the context, kept for measuring.
    func calculateSize(of view: MessageView, context: MessageViewContext, fittingSize: Size) -> Size
    /// The size together with what can be drawn without laying out again. The default is the size alone.
    func measure(_ view: MessageView, context: MessageViewContext, fittingSize: Size) -> ComponentSnapshot
}

extension MessageLayoutSizeStrategy {
    /// The size alone.
    public func measure(_ view: MessageView, context: MessageViewContext, fittingSize: Size) -> ComponentSnapshot {
        ComponentSnapshot(size: calculateSize(of: view, context: context, fittingSize: fittingSize))
    }
}
