public import Cells

/// Asks the view itself: `MessageView.sizeThatFits`.
public struct SizeThatFitsStrategy: MessageLayoutSizeStrategy {
    /// Makes the strategy.
    public init() {}

    /// The view's answer.
    public func calculateSize(of view: MessageView, context: MessageViewContext, fittingSize: Size) -> Size {
        view.sizeThatFits(fittingSize)
    }
}
