import Cells
import IMModel

/// Avatar component: the sender's initials in the sender's look.
open class AvatarView: MessageView {
    /// Not in rows that continue the one above, not for own messages at the right, not where it is narrow.
    open override class func isVisible(in context: MessageViewContext) -> Bool {
        !context.facts.isGrouped && context.geometry.showsAvatar && !context.geometry.isTrailing
    }

    /// The initials.
    open override func layoutBox() -> Box? {
        guard let context else { return nil }
        let role = context.facts.isOwn ? .ownName : FlowStyle.senderRole(context.message.sender.id)
        return .line([
            TextRun(Initials.of(context.senderName, policy: context.policy), role, attributes: .bold)
        ])
    }
}
