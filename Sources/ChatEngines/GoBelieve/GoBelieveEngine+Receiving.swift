import EventLoop
public import IMModel
public import IMService
import MessageFlow
import MessageStore

extension GoBelieveEngine: MessageHandler {
    /// Stores what came together with its sync key; the server may forget it only after the commit. Names that nobody
    /// told yet are asked for first, so that rows do not change under the reader's eyes.
    public func handle(_ batch: SyncBatch, completion: @escaping (_ committed: Bool) -> Void) {
        guard let store else { return completion(false) }
        waitForHistory()
        let items = holes(in: batch) + items(of: batch, in: store)
        var collected = ReceivedBatch(items: items)
        for incoming in batch.messages {
            // Followed from now on, also if the program ends before the first answer.
            if let group = upgraded(incoming) { collected.syncKeys[.group(String(group))] = 0 }
        }
        switch batch.queue {
        case .personal: collected.syncKeys[.personal] = batch.key
        case .group(let id): collected.syncKeys[.group(String(id))] = batch.key
        }
        let received = collected
        let wasMissed = runningSyncs.commitBegins(batch.queue)
        learnNames(of: items) { [weak self] in
            // A store that was closed and opened anew meanwhile may know more: its key must not go back.
            guard let self, self.store === store else { return completion(false) }
            store.insert(received) { [weak self] result in
                switch result {
                case .success(let outcome):
                    self?.committed(outcome)
                    if wasMissed { self?.tellMissed(outcome) }
                    self?.follow(batch.messages)
                    completion(true)
                    self?.runningSyncs.commitSucceeded(batch.queue)
                case .failure:
                    completion(false)
                }
            }
        }
    }

    private func tellMissed(_ outcome: InsertOutcome) {
        let sessions = Set(outcome.inserted.filter { !$0.isOutgoing }.map(\.session))
        if !sessions.isEmpty { emit(.missed(sessions.sorted())) }
    }

    /// An own message is on the link: its row says so.
    public func handleWriting(_ receipt: SendReceipt) {
        let id = MessageID(String(receipt.localID))
        guard let message = handed[id], written.insert(id).inserted else { return }
        emit(.updated([refresh(message)]))
    }

    /// The link was lost: the message waits again.
    public func handleInterruption(_ receipt: SendReceipt) {
        let id = MessageID(String(receipt.localID))
        guard let message = handed[id], written.remove(id) != nil else { return }
        emit(.updated([refresh(message)]))
    }

    /// The server has stored an own message.
    public func handleAcknowledgement(_ receipt: SendReceipt) {
        if let effect = unplacedRevokes[receipt] {
            // Who asked may have been told that there was no answer in time.
            return revoked(receipt, effect, revokes.removeValue(forKey: receipt)?.completion ?? { _ in })
        }
        if forgetReadMark(receipt) { return }
        settle(MessageID(String(receipt.localID)), .sent)
    }

    /// An own message did not go out.
    public func handleFailure(_ receipt: SendReceipt, failure: SendFailure) {
        if unplacedRevokes[receipt] != nil {
            // The server may have one that was only not acknowledged in time.
            if failure != .timedOut { unplacedRevokes[receipt] = nil }
            revokes.removeValue(forKey: receipt)?.completion(.failure(.notSent(failure)))
            return
        }
        if forgetReadMark(receipt) { return }
        let id = MessageID(String(receipt.localID))
        // Given up because the server was found to have it.
        if failure == .cancelled, handed[id] == nil { return }
        settle(id, .failed(failure))
    }

    /// Brings an own message to a state; while the store fails, later.
    func settle(_ id: MessageID, _ state: DeliveryState) {
        unsettled[id] = nil
        store?.update(id, state: state) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let message):
                forgetHanded(id)
                emit(.updated([refresh(message)]))
            case .failure(let error) where error.isTransient:
                if unsettled[id] == nil { unsettled[id] = state }
                settleLater()
            case .failure: forgetHanded(id)
            }
        }
    }

    private func forgetHanded(_ id: MessageID) {
        handed[id] = nil
        written.remove(id)
    }

    private func settleLater() {
        guard settleTimer == nil, store != nil else { return }
        settleTimer = scheduler.schedule(after: 2_000) { [weak self] in
            guard let self else { return }
            settleTimer = nil
            for (id, state) in unsettled.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { settle(id, state) }
        }
    }

    /// Tells the host what a commit brought.
    func committed(_ outcome: InsertOutcome) {
        if !outcome.inserted.isEmpty { emit(.inserted(outcome.inserted.map(refresh))) }
        for message in outcome.changed where handed[message.id] != nil { changed(whileHanded: message) }
        if !outcome.changed.isEmpty { emit(.updated(outcome.changed.map(refresh))) }
        sessionsChanged(outcome.sessions)
        // Nobody but its messages tells what a support conversation is called.
        for message in outcome.inserted where message.session.kind == .customer && !message.isOutgoing {
            if sessionsByID[message.session]?.name == nil { rename(message.session, to: message.sender.name) }
        }
    }

    /// An own message changed while the service has it. If it came back from the server it need not go out again.
    private func changed(whileHanded message: Message) {
        guard message.state != .waiting else {
            handed[message.id] = message
            return
        }
        forgetHanded(message.id)
        guard let target = GoBelieveAddress.target(of: message.session), let localID = Int64(message.id.rawValue) else {
            return
        }
        service?.cancel(SendReceipt(localID: localID, target: target))
    }

    /// The server's order holds for own messages too.
    public var keepsOwnPlaces: Bool { true }

    // MARK: From the wire's values to the store's

    /// Of a super group the server tells the newest messages only; of a full answer nobody knows what came before.
    private func holes(in batch: SyncBatch) -> [ReceivedBatch.Item] {
        guard case .group(let id) = batch.queue, batch.messages.count >= Self.superGroupPage,
            !batch.messages.contains(where: \.isLive)
        else { return [] }
        return [.gap(sessionID(.group, String(id)))]
    }

    /// What a server answers of a super group at most (protocol document, section 5.8).
    private static let superGroupPage = 100

    private func items(of batch: SyncBatch, in store: MessageStore) -> [ReceivedBatch.Item] {
        var items: [ReceivedBatch.Item] = []
        var places = batch.ownPlaces[...]
        for index in 0...batch.messages.count {
            while let place = places.first, place.precededBy <= index {
                places.removeFirst()
                if let revoke = unplacedRevokes.removeValue(forKey: place.receipt) {
                    items.append(.effect(revoke))
                    continue
                }
                guard let order = Int64(store.nextLocalID().rawValue) else { continue }
                items.append(.ownPlace(MessageID(String(place.receipt.localID)), order: order))
            }
            guard index < batch.messages.count else { break }
            if let item = item(batch.messages[index]) { items.append(item) }
            if case .groupNotice(let notice) = batch.messages[index].payload, let effect = groupEffect(notice) {
                items.append(.group(effect))
            }
        }
        return items
    }

    func item(_ incoming: IncomingMessage) -> ReceivedBatch.Item? {
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
            let other =
                incoming.isOwn
                ? "\(message.receiverAppID)/\(message.receiver)" : "\(message.senderAppID)/\(message.sender)"
            // Applications count their users apart: a number of another one is not our peer's.
            let isStranger = !incoming.isOwn && message.senderAppID != configuration.appID
            return item(
                sessionID(.customer, other), sender: message.sender, seconds: message.timestamp, message.content,
                incoming, contact: isStranger ? ContactID(other) : nil)
        case .groupNotice(let notice): return item(notice)
        case .system(let text):
            return message(
                sessionID(.system, ""), sender: Contact(id: ContactID("")), seconds: 0,
                MessageDetails(content: .system(text.string)), raw: text.string, isOwn: false, isLive: incoming.isLive)
        }
    }

    private func item(
        _ session: SessionID, sender: Int64, seconds: Int64, _ content: RawContent, _ incoming: IncomingMessage,
        contact id: ContactID? = nil
    ) -> ReceivedBatch.Item? {
        let details = content.details
        if details.isTyping != nil { return nil }
        if let effect = effect(details, in: session, author: sender, isOwn: incoming.isOwn) { return effect }
        var contact = contact(id ?? ContactID(String(sender)))
        if contact.name == nil { contact.name = credible(details.senderName, of: contact.id) }
        return message(
            session, sender: contact, seconds: seconds, details, raw: content.string, isOwn: incoming.isOwn,
            isLive: incoming.isLive)
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
        // A read mark of a group message may come as a peer message to its author; nobody makes sessions that way, and
        // nothing else is done to a group by who may be no member of it.
        let group = kind == .read ? details.groupID.map { sessionID(.group, $0) } : nil
        let place = group.flatMap { sessionsByID[$0] == nil ? nil : $0 } ?? session
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
            MessageDetails(content: .notification(notification)), raw: notice.content.string, isOwn: false,
            isLive: false)
    }

    func message(
        _ session: SessionID, sender: Contact, seconds: Int64, _ details: MessageDetails, raw: String, isOwn: Bool,
        isLive: Bool
    ) -> ReceivedBatch.Item? {
        guard let store else { return nil }
        // Servers before version 1 tell no time, and nobody's clock is trusted to be in the far future.
        let now = scheduler.wallClock
        let time = seconds > 0 ? min(seconds * 1000, now + 86_400_000) : isReadingHistory ? 0 : now
        var message = Message(
            id: store.nextLocalID(), session: session, originID: details.originID, sender: sender, isOutgoing: isOwn,
            timestamp: time, content: details.content, rawContent: raw, replyTo: details.replyTo,
            state: isOwn ? .sent : .incoming)
        if case .text(let text) = details.content {
            message.mentionsMe = !isOwn && text.mentions.contains { $0.id == me.id }
        }
        // A line without a time cannot be told to be news while history comes in.
        let isHistory = !isLive && (firstSyncStart.map { time < $0 || seconds <= 0 } ?? false)
        return .message(message, isHistory: isHistory)
    }

    /// What a committed batch says beside its rows.
    private func follow(_ messages: [IncomingMessage]) {
        for incoming in messages {
            switch incoming.payload {
            case .groupNotice(let notice):
                groupChanged(notice)
                noteStanding(notice)
                if let group = upgraded(incoming) { service?.followSuperGroup(group) }
            case .customer(let message), .customerSupport(let message):
                guard !incoming.isOwn else { continue }
                let details = message.content.details
                let target = "\(message.senderAppID)/\(message.sender)"
                customerWrote(details, in: sessionID(.customer, target))
                let id = ContactID(target)
                if message.senderAppID != configuration.appID, let name = credible(details.senderName, of: id),
                    contacts[id]?.name != name
                {
                    named(Contact(id: id, name: name), source: .message)
                }
            default: break
            }
        }
    }

    /// The group that became a super group by a notice.
    private func upgraded(_ incoming: IncomingMessage) -> Int64? {
        guard case .groupNotice(let notice) = incoming.payload, case .upgrade = notice.notification.change else {
            return nil
        }
        return groupSession(notice).flatMap { GoBelieveAddress.number($0.target) }
    }
}
