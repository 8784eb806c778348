import Cells
import IMModel

/// The content of kinds that nobody registered a view for: says so, and which kind.
open class UnknownContentView: ContentView {
    /// The sentence.
    open override func bodyBox(_ context: MessageViewContext) -> Box {
        let words = MessageSummary.line(of: context.message, strings: context.strings)
        return .horizontal(
            [
                .line(context.metrics.glyphs.unknown, .icon),
                .flexible(.text([TextBlock([TextRun(words, .notice)])], maxLines: 6)),
            ], spacing: 1)
    }
}
