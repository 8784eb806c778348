public import Cells

/// Sizes by a closure, which keeps the laws of `MessageLayoutSizeStrategy`.
public struct CustomSizeStrategy: MessageLayoutSizeStrategy {
    private let size: (MessageViewContext, Size) -> Size

    /// Takes the closure: context and fitting size to size.
    public init(_ size: @escaping (MessageViewContext, Size) -> Size) { self.size = size }

    /// The closure's answer.
    public func calculateSize(of view: MessageView, context: MessageViewContext, fittingSize: Size) -> Size {
        size(context, fittingSize)
    }
}
