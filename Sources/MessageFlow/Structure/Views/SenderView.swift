import Cells
import IMModel

/// Sender component: the name, and for others' messages the time at the right edge.
open class SenderView: MessageView {
    /// Not in rows that continue the one above.
    open override class func isVisible(in context: MessageViewContext) -> Bool { !context.facts.isGrouped }

    /// The name line.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        let role = context.facts.isOwn ? .ownName : FlowStyle.senderRole(context.message.sender.id)
        let name = Box.line(context.senderName, role)
        guard !context.facts.isOwn, context.geometry.showsTime else { return name }
        return .horizontal([.flexible(name), .spacer(minimum: 1), .line(context.timeText, .time)])
    }
}
