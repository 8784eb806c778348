import Cells
import IMModel

/// Content component: the base of the built-in contents. Puts the line of the answered message above the body.
open class ContentView: MessageView {
    /// A content takes menu actions.
    public required init() {
        super.init()
        canPerformMenuAction = true
    }

    /// The content itself; subclasses give it.
    open func bodyBox(_ context: MessageViewContext) -> Box { .empty }

    /// The answered line above the body.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        let body = bodyBox(context)
        guard context.message.replyTo != nil else { return body }
        let words: SafeText
        if let quoted = context.row.quoted {
            words = MessageSummary.line(of: quoted, strings: context.strings)
        } else {
            words = context.strings.missingQuote
        }
        let quote = Box.line([TextRun(context.metrics.glyphs.quote, .quote), TextRun(words, .quote)])
        return .vertical([.region(quote, name: ContentView.quoteRegion), body])
    }

    /// The name of the region of the answered line in hit tests.
    public static let quoteRegion = "quote"
    /// The name of the region of the line that stands for what is not shown of a long text.
    public static let foldRegion = "fold"
}
