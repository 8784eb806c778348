import EventLoop
public import IMModel
import IMService
public import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// The provider and service of a session.
    public func interaction(for session: SessionID) -> SessionInteraction {
        if session.kind == .group, groupMembers[session] == nil { learnMembers(of: session) }
        return SessionInteraction(
            provider: EngineMessageProvider(engine: self), service: GoBelieveMessageService(engine: self),
            prechecks: session.kind == .group ? [GroupMutePrecheck(engine: self)] : [])
    }

    /// A new own text message.
    public func makeMessage(text: String, in session: SessionID, replyTo: String?, originID: String?) -> Message {
        let originID = originID ?? newOriginID()
        let details = MessageDetails(
            content: .text(TextContent(text, mentions: mentions(in: text, of: session))), originID: originID,
            replyTo: replyTo,
            senderName: session.kind == .customer ? me.name : nil)
        return Message(
            id: store?.nextLocalID() ?? MessageID("0"), session: session, originID: originID, sender: me,
            isOutgoing: true, timestamp: scheduler.wallClock, content: details.content,
            rawContent: RawContent(details)?.string ?? "", replyTo: details.replyTo, state: .waiting)
    }
}
