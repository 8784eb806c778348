import Cells
import IMModel

/// Timeline component: what is missing above, the day, the time after a silence, and the "new since you last read" line.
open class TimelineView: MessageView {
    /// Only where a line is due.
    open override class func isVisible(in context: MessageViewContext) -> Bool { context.facts.hasTimeline }

    /// The lines, the "new" line nearest to the message.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        let rule = context.metrics.glyphs.rule
        var lines: [Box] = []
        if let gap = context.facts.gap {
            let words = context.strings.gap(gap, context.strings.keys)
            let (line, short) = ("\(rule + rule) \(words) \(rule + rule)" as SafeText, words)
            lines.append(centered(line, short: short, role(of: gap), context))
        }
        if context.facts.startsDay, let time = context.configuration.time(of: context.message) {
            let day = context.strings.day(time, context.facts.showsYear)
            let ends = rule + rule
            lines.append(centered("\(ends) \(day) \(ends)", short: day, .dayLine, context))
        }
        if context.facts.endsSilence {
            let text = context.timeText
            lines.append(centered(text, short: text, .dayLine, context))
        }
        if context.facts.startsUnread {
            let words = context.strings.newMessages
            lines.append(
                .horizontal([
                    .rule(rule, .unreadLine), .line(" \(words) ", .unreadLine), .rule(rule, .unreadLine),
                ]))
        }
        return .filling(.vertical(lines.map { .filling($0, .center) }), .center)
    }

    private func role(of gap: GapLine) -> FlowRole {
        switch gap {
        case .missing, .loading, .removed: .dayLine
        case .failed, .unavailable: .failure
        }
    }

    private func centered(
        _ long: SafeText, short: SafeText, _ role: FlowRole, _ context: MessageViewContext
    ) -> Box {
        let fits = context.policy.width(of: long) <= context.geometry.width
        return .line(fits ? long : short, role)
    }
}
