import EventLoop
public import IMModel
import IMService
public import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// The message with what only the engine knows: names, and whether it is on the link now.
    func refresh(_ message: Message) -> Message {
        let isOnLink = message.state == .waiting && written.contains(message.id)
        let known = contacts[message.sender.id].flatMap { $0.name == nil ? nil : $0 }
        if case .notification(let notification) = message.content {
            var message = message
            message.content = .notification(notification.named { contacts[$0] })
            return message
        }
        guard isOnLink || known != nil else { return message }
        var message = message
        if let known { message.sender = known }
        if isOnLink { message.state = .sending }
        return message
    }

    /// The name of somebody, as far as known.
    public func contact(_ id: ContactID) -> Contact { contacts[id] ?? Contact(id: id) }

    /// The session id of one of ours.
    func sessionID(_ kind: SessionKind, _ target: String) -> SessionID {
        SessionID(account: account, kind: kind, target: target)
    }

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
