import Cells
import IMModel

/// The content of call signalling and of the records of calls: one line.
open class CallContentView: ContentView {
    /// The sign of a call and a sentence.
    open override func bodyBox(_ context: MessageViewContext) -> Box {
        guard case .call(let call) = context.message.content else { return .empty }
        let sentence = TextBlock([
            TextRun(context.strings.call(call, context.facts.isOwn, context.strings.keys), .notice)
        ])
        return .horizontal(
            [.line(context.metrics.glyphs.call, .icon), .flexible(.text([sentence], maxLines: 3))], spacing: 1)
    }
}
