public import Cells
public import IMModel

/// The content of text messages: paragraphs, quotes, lists, code, links and mentions.
open class TextContentView: ContentView {
    /// What is too long for a list is folded.
    open override class func createSizeStrategy(
        message: Message, fittingSize: Size, context: MessageViewContext
    ) -> (any MessageLayoutSizeStrategy)? { FoldingSizeStrategy() }

    /// The text, without blank lines at its ends; of a very long one the beginning.
    open override func bodyBox(_ context: MessageViewContext) -> Box {
        guard case .text(let content) = context.message.content else {
            return .line(MessageSummary.line(of: context.message, strings: context.strings), .text)
        }
        let role: FlowRole = context.facts.isOwn ? .ownText : .text
        let beginning = TextBeginning(
            of: content.text, rows: context.configuration.foldsAboveRows, width: context.geometry.width)
        let text = beginning.text
        // Blanks and zero-width characters alone would leave a row that looks like a fault.
        if text.isEmpty { return .line(context.strings.emptyMessage, .notice) }
        guard context.configuration.stylesText else { return .text(TextBlock.lines(of: text, role: role)) }
        let parser = MarkupParser(
            role: role, mentions: content.mentions.compactMap(\.name).map { TextSanitizer.line($0) },
            mentionsMe: context.message.mentionsMe)
        return .text(parser.blocks(of: text, isWhole: beginning.restBytes == 0))
    }
}
