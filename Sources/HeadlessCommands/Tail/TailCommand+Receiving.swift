import EventLoop
import IMModel
package import IMService

extension TailCommand: MessageHandler {
    /// Writes a batch out. What is written counts as handled; the server is not told.
    package func handle(_ batch: SyncBatch, completion: @escaping (_ committed: Bool) -> Void) {
        let messages = batch.messages.compactMap { message($0) }.filter { !isPast($0, of: batch.queue) }
        let key = batch.queue == .personal ? batch.key : nil
        names.learn(messages.map(\.sender.id)) { [weak self] in
            self?.write(messages, key: key)
            completion(true)
        }
    }

    private func message(_ incoming: IncomingMessage) -> Message? {
        let isOwn = incoming.isOwn
        switch incoming.payload {
        case .peer(let message):
            return make(
                .peer, String(message.peer(of: account.uid)), message.sender, message.timestamp, message.content, isOwn)
        case .group(let message):
            return make(.group, String(message.group), message.sender, message.timestamp, message.content, isOwn)
        case .customer(let message), .customerSupport(let message):
            let other =
                isOwn
                ? "\(message.receiverAppID)/\(message.receiver)" : "\(message.senderAppID)/\(message.sender)"
            return make(.customer, other, message.sender, message.timestamp, message.content, isOwn)
        case .groupNotice(let notice):
            let notification = notice.notification
            let group = notification.groupID.isEmpty ? notice.superGroup.map(String.init) ?? "" : notification.groupID
            return Message(
                id: MessageID(MessageLine.noID), session: account.sessionID(.group, group),
                sender: Contact(id: ContactID("")), timestamp: time(notification.timestamp),
                content: .notification(notification), rawContent: notice.content.string)
        case .system(let text): return line(text)
        }
    }

    private func line(_ text: RawContent) -> Message {
        Message(
            id: MessageID(MessageLine.noID), session: account.sessionID(.system, ""),
            sender: Contact(id: ContactID("")), timestamp: loop.wallClock, content: .system(text.string),
            rawContent: text.string)
    }

    private func make(
        _ kind: SessionKind, _ target: String, _ sender: Int64, _ seconds: Int64, _ content: RawContent, _ isOwn: Bool
    ) -> Message? {
        let details = content.details
        guard details.isTyping == nil else { return nil }
        var message = Message(
            id: MessageID(MessageLine.noID), session: account.sessionID(kind, target), originID: details.originID,
            sender: Contact(id: ContactID(String(sender)), name: details.senderName), isOutgoing: isOwn,
            timestamp: time(seconds), content: details.content, rawContent: content.string, replyTo: details.replyTo,
            state: isOwn ? .sent : .incoming)
        if case .text(let text) = details.content {
            message.mentionsMe = !isOwn && text.mentions.contains { $0.id == account.me.id }
        }
        return message
    }

    /// Servers before version 1 tell no time.
    private func time(_ seconds: Int64) -> Int64 {
        seconds > 0 && seconds < 1 << 40 ? seconds * 1000 : loop.wallClock
    }
}

extension TailCommand: RoomMessageObserver {
    /// Rooms have no queue and no keys. Nobody has checked the sender, so a line with our number is no own one.
    package func roomMessageReceived(_ message: RoomMessage) {
        let made = make(.room, String(message.room), message.sender, 0, message.content, false)
        guard let made else { return }
        names.learn([made.sender.id]) { [weak self] in self?.write([made], key: nil) }
    }
}

extension TailCommand: SystemMessageObserver {
    /// A line that is never stored.
    package func notificationReceived(_ text: RawContent) { write([line(text)], key: nil) }
}
