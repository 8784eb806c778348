import Cells
import IMModel

/// The content of notifications, lines from the server and revoked messages: a sentence in the middle with its time.
open class NoticeContentView: MessageView {
    /// Also a notice has details, and can be deleted here.
    public required init() {
        super.init()
        canPerformMenuAction = true
    }

    /// The sentence.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        var runs = [TextRun(MessageSummary.text(of: context.message, strings: context.strings), .notice)]
        if context.geometry.showsTime, !context.timeText.isEmpty {
            runs.append(TextRun(context.metrics.glyphs.separator + context.timeText, .time))
        }
        return .text([TextBlock(runs)], maxLines: 12)
    }
}
