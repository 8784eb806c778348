import EventLoop
public import IMModel
public import IMService
import MessageFlow
import MessageStore

extension GoBelieveEngine: MessageHandler {
    /// Stores what came together with its sync key; the server may forget it only after the commit. Names that nobody
    /// told yet are asked for first, so that rows do not change under the reader's eyes.
    public func handle(_ batch: SyncBatch, completion: @escaping (_ committed: Bool) -> Void) {
        var items: [ReceivedBatch.Item] = []
        for message in batch.messages { if let item = item(message) { items.append(item) } }
        var collected = ReceivedBatch(items: items)
        switch batch.queue {
        case .personal: collected.syncKeys[.personal] = batch.key
        case .group(let id): collected.syncKeys[.group(String(id))] = batch.key
        }
        let received = collected
        learnNames(of: items) { [weak self] in
            guard let self, let store else { return completion(false) }
            store.insert(received) { [weak self] result in
                switch result {
                case .success(let outcome):
                    self?.committed(outcome)
                    self?.follow(batch.messages)
                    completion(true)
                case .failure:
                    completion(false)
                }
            }
        }
    }

    /// The server has stored an own message.
    public func handleAcknowledgement(_ receipt: SendReceipt) {
        if let revoke = revokes.removeValue(forKey: receipt) { return revoked(revoke.message, revoke.completion) }
        settle(receipt, .sent)
    }

    /// An own message did not go out.
    public func handleFailure(_ receipt: SendReceipt, failure: SendFailure) {
        if let revoke = revokes.removeValue(forKey: receipt) { return revoke.completion(.failure(.notSent(failure))) }
        settle(receipt, .failed(failure))
    }

    private func settle(_ receipt: SendReceipt, _ state: DeliveryState) {
        store?.update(MessageID(String(receipt.localID)), state: state) { [weak self] result in
            guard let self, case .success(let message) = result else { return }
            emit(.updated([refresh(message)]))
        }
    }

    /// Tells the host what a commit brought.
    func committed(_ outcome: InsertOutcome) {
        if !outcome.inserted.isEmpty { emit(.inserted(outcome.inserted.map(refresh))) }
        if !outcome.changed.isEmpty { emit(.updated(outcome.changed.map(refresh))) }
        sessionsChanged(outcome.sessions)
    }

    // MARK: From the wire's values to the store's

    private func item(_ incoming: IncomingMessage) -> ReceivedBatch.Item? {
        switch incoming.payload {
        case .peer(let message):
            return item(
                sessionID(.peer, String(message.peer(of: configuration.uid))), sender: message.sender,
                seconds: message.timestamp, message.content, incoming)
        case .group(let message):
            return item(
                sessionID(.group, String(message.group)), sender: message.sender, seconds: message.timestamp,
                message.content, incoming)
        case .customer(let message), .customerSupport(let message):
            let isMine = message.sender == configuration.uid && message.senderAppID == configuration.appID
            let other =
                isMine
                ? "\(message.receiverAppID)/\(message.receiver)" : "\(message.senderAppID)/\(message.sender)"
            return item(
                sessionID(.customer, other), sender: message.sender, seconds: message.timestamp, message.content,
                incoming)
        case .groupNotice(let notice): return item(notice)
        case .system(let text):
            return message(
                sessionID(.system, ""), sender: Contact(id: ContactID("")), seconds: 0,
                MessageDetails(content: .system(text.string)), raw: text.string, isOwn: false)
        }
    }

    private func item(
        _ session: SessionID, sender: Int64, seconds: Int64, _ content: RawContent, _ incoming: IncomingMessage
    ) -> ReceivedBatch.Item? {
        let details = content.details
        if details.isTyping != nil { return nil }
        if let effect = effect(details, in: session, author: sender, isOwn: incoming.isOwn) { return effect }
        var contact = contact(ContactID(String(sender)))
        if contact.name == nil, let name = details.senderName { contact.name = name }
        return message(
            session, sender: contact, seconds: seconds, details, raw: content.string, isOwn: incoming.isOwn)
    }

    private func effect(
        _ details: MessageDetails, in session: SessionID, author: Int64, isOwn: Bool
    ) -> ReceivedBatch.Item? {
        let kind: MessageEffect.Kind
        let target: String
        switch details.content {
        case .revoke(let originID): (kind, target) = (.revoke, originID)
        case .readMark(let originID): (kind, target) = (.read, originID)
        case .tag(let originID, let tag, let added): (kind, target) = (.tag(tag, added: added), originID)
        default: return nil
        }
        // A read mark of a group message may come as a peer message to its author.
        let place = details.groupID.map { sessionID(.group, $0) } ?? session
        return .effect(
            MessageEffect(
                session: place, target: target, author: ContactID(String(author)), isOwn: isOwn, kind: kind))
    }

    private func item(_ notice: GroupNotice) -> ReceivedBatch.Item? {
        let notification = notice.notification
        let group = notification.groupID.isEmpty ? notice.superGroup.map(String.init) : notification.groupID
        guard let group else { return nil }
        return message(
            sessionID(.group, group), sender: Contact(id: ContactID("")), seconds: notification.timestamp,
            MessageDetails(content: .notification(notification)), raw: notice.content.string, isOwn: false)
    }

    func message(
        _ session: SessionID, sender: Contact, seconds: Int64, _ details: MessageDetails, raw: String, isOwn: Bool
    ) -> ReceivedBatch.Item? {
        guard let store else { return nil }
        // Servers before version 1 tell no time, and nobody's clock is trusted to be in the far future.
        let now = scheduler.wallClock
        let time = seconds > 0 ? min(seconds * 1000, now + 86_400_000) : now
        var message = Message(
            id: store.nextLocalID(), session: session, originID: details.originID, sender: sender, isOutgoing: isOwn,
            timestamp: time, content: details.content, rawContent: raw, replyTo: details.replyTo,
            state: isOwn ? .sent : .incoming)
        if case .text(let text) = details.content {
            message.mentionsMe = !isOwn && text.mentions.contains { $0.id == me.id }
        }
        let isHistory = firstSyncStart.map { time < $0 } ?? false
        return .message(message, isHistory: isHistory)
    }

    /// What a committed batch says about groups: names and members are kept.
    private func follow(_ messages: [IncomingMessage]) {
        for incoming in messages {
            guard case .groupNotice(let notice) = incoming.payload else { continue }
            groupChanged(notice.notification, superGroup: notice.superGroup)
        }
    }
}
