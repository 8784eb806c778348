import Cells
import IMModel

/// Accessory component: ticks and time of own messages, why one failed, how many have read it, and its tags.
open class AccessoryView: MessageView {
    /// Own messages always have one; others only if there are tags.
    open override class func isVisible(in context: MessageViewContext) -> Bool {
        context.facts.isOwn || !context.message.tags.isEmpty
    }

    /// The state beside the content, details below it.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        let message = context.message
        let alignment: Box.HorizontalAlignment = context.facts.isOwn ? .trailing : .leading
        var lines: [Box] = []
        if context.facts.isOwn { lines.append(stateLine(context)) }
        if case .failed(let reason) = message.state {
            lines.append(
                .text(
                    [TextBlock([TextRun(context.strings.failure(reason, context.strings.keys), .failure)])], maxLines: 4
                ))
        }
        // Between two the ticks tell it already.
        if message.readerCount > 0, context.facts.isOwn, message.session.kind == .group {
            lines.append(.line(context.strings.readers(message.readerCount), .detail))
        }
        if !message.tags.isEmpty { lines.append(.text([tagBlock(context)], maxLines: 3)) }
        return .vertical(lines, alignment: alignment)
    }

    private func stateLine(_ context: MessageViewContext) -> Box {
        let glyphs = context.metrics.glyphs
        let state: TextRun
        switch context.message.state {
        case .waiting: state = TextRun(glyphs.pending, .pending)
        case .sending: state = TextRun(glyphs.sending, .pending)
        case .incoming, .sent: state = TextRun(glyphs.sent, .sent)
        case .delivered: state = TextRun(glyphs.delivered, .sent)
        case .read: state = TextRun(glyphs.delivered, .read)
        case .failed: state = TextRun(glyphs.failed, .failure)
        }
        guard context.geometry.showsTime else { return .line([state]) }
        // Signs of one and of two columns stand in one column of ticks, so that times line up.
        let columns = max(2, context.policy.width(of: glyphs.delivered))
        return .horizontal(
            [.bounded(.line([state]), BoxBounds(minWidth: columns)), .line(context.timeText, .time)], spacing: 1)
    }

    private func tagBlock(_ context: MessageViewContext) -> TextBlock {
        var counts: [(tag: String, count: Int)] = []
        for tag in context.message.tags.prefix(100) {
            if let index = counts.firstIndex(where: { $0.tag == tag }) {
                counts[index].count += 1
            } else {
                counts.append((tag, 1))
            }
        }
        var text = SafeText.empty
        for (tag, count) in counts {
            if !text.isEmpty { text = text + "  " }
            text = text + TextSanitizer.line(String(tag.prefix(40)))
            if count > 1 { text = text + " \(count)" }
        }
        return TextBlock([TextRun(text, .tag)])
    }
}
