import EventLoop
public import IMModel
import IMService
import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// Stores an own message, shows it, and hands it to the service: its first byte leaves after the commit. One whose
    /// origin id is known is not sent twice: the completion gets the message that is there, which goes on if it had failed.
    func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        guard let store else { return completion(.failure(.failed("the message store is closed"))) }
        guard GoBelieveCapabilities.of(session.kind).contains(.send) else { return completion(.failure(.unsupported)) }
        let size = message.rawContent.utf8.count + Self.frameHead(session.kind)
        guard size <= Self.bodyLimit else {
            return completion(.failure(.notSent(.tooLarge(size: size, limit: Self.bodyLimit))))
        }
        storing += 1
        store.insertOwn(message, clearsDraft: isDraft(message)) { [weak self] result in
            guard let self else { return }
            storing -= 1
            switch result {
            case .success(let (kept, session)):
                let shown = refresh(kept)
                emit(.inserted([shown]))
                sessionsChanged([session])
                completion(.success(shown))
                hand(kept)
            case .failure(.duplicate): resume(message, in: session, completion: completion)
            case .failure(let error):
                completion(.failure(.notSent(.notStored(StoreTrouble.reason(error)))))
            }
        }
    }

    /// Whether a message says what the session's draft says: with the message the draft is done, and no crash between the
    /// two leaves the text in both.
    private func isDraft(_ message: Message) -> Bool {
        let draft = unsavedDrafts[message.session] ?? sessionsByID[message.session]?.draft
        guard let draft, case .text(let content) = message.content else { return false }
        let (written, said) = (Self.words(draft.text), Self.words(content.text))
        if written.elementsEqual(said) { return true }
        // A text that begins with a slash is written with one more, which no message keeps.
        guard let first = said.first, first.first == "/", let escaped = written.first, "/／".contains(escaped.prefix(1))
        else { return false }
        return escaped.dropFirst() == first && written.dropFirst().elementsEqual(said.dropFirst())
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    private func resume(_ double: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        guard let store, let originID = double.originID else { return completion(.failure(.unknownMessage)) }
        store.message(originID: originID, in: session) { [weak self] result in
            switch result {
            case .success(let known?) where known.isOutgoing:
                if let objection = known.objection(toRepeating: double.content) {
                    return completion(.failure(.failed(objection)))
                }
                guard let self, case .failed = known.state else { return completion(.success(known)) }
                resend(known, completion: completion)
            case .success: completion(.failure(.unknownMessage))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// Sends a failed message again, with its origin id and content.
    func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        guard let store else { return completion(.failure(.failed("the message store is closed"))) }
        guard case .failed = message.state, message.content != .revoked else {
            return completion(.failure(.unsupported))
        }
        store.requeue(message.id) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let kept):
                emit(.updated([refresh(kept)]))
                completion(.success(kept))
                if kept.state == .waiting { hand(kept) }
            case .failure(.unknownMessage): completion(.failure(.unknownMessage))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// Sends a copy to another session: the content verbatim but for its origin id.
    func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        guard let store else { return completion(.failure(.failed("the message store is closed"))) }
        switch message.content {
        case .notification, .revoked, .call, .revoke, .readMark, .tag: return completion(.failure(.unsupported))
        default: break
        }
        let originID = newOriginID()
        let original: RawContent
        if case .system(let text) = message.content {
            guard let quoted = RawContent(MessageDetails(content: .text(TextContent(text)))) else {
                return completion(.failure(.unsupported))
            }
            original = quoted
        } else {
            original = RawContent(message.rawContent)
        }
        let raw = original.replacingOriginID(with: originID)
        var copy = Message(
            id: store.nextLocalID(), session: session, originID: originID, sender: me, isOutgoing: true,
            timestamp: scheduler.wallClock, content: raw.details.content, rawContent: raw.string, state: .waiting)
        copy.replyTo = raw.details.replyTo
        send(copy, in: session, completion: completion)
    }

    /// Asks the others to take an own message back. The row changes once the server has the request.
    func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        guard let store, let service else { return completion(.failure(.failed("there is no connection"))) }
        guard message.isOutgoing, let originID = message.originID,
            GoBelieveCapabilities.of(message.session.kind).contains(.revoke),
            let content = RawContent(MessageDetails(content: .revoke(originID: originID))),
            let target = GoBelieveAddress.target(of: message.session)
        else { return completion(.failure(.unsupported)) }
        // The original clients offer it for two minutes (protocol document, section 8).
        guard scheduler.wallClock - message.timestamp <= 120_000 else { return completion(.failure(.tooLate)) }
        guard let localID = Int64(store.nextLocalID().rawValue) else { return completion(.failure(.unsupported)) }
        let receipt = SendReceipt(localID: localID, target: target)
        revokes[receipt] = (message, completion)
        unplacedRevokes[receipt] = MessageEffect(
            session: message.session, target: originID, author: me.id, isOwn: true, kind: .revoke)
        do throws(SendFailure) {
            try service.send(content, to: target, localID: localID)
        } catch {
            revokes[receipt] = nil
            unplacedRevokes[receipt] = nil
            completion(.failure(.notSent(error)))
        }
    }

    /// The server has our revoke: the row becomes one that was taken back.
    func revoked(
        _ receipt: SendReceipt, _ effect: MessageEffect, _ completion: @escaping (MessageActionResult) -> Void
    ) {
        guard let store else { return completion(.failure(.unknownMessage)) }
        store.apply(effect) { [weak self] result in
            switch result {
            case .success(let outcome):
                self?.unplacedRevokes[receipt] = nil
                self?.committed(outcome)
                if let changed = outcome.changed.first { return completion(.success(changed)) }
                Self.answer(completion, ifDone: effect, in: store)
            case .failure(let error) where error.isTransient && self?.store === store:
                // The server has it: the row follows once the store is well again.
                self?.scheduler.schedule(after: 2_000) { [weak self] in
                    guard let self else { return completion(.failure(.failed(StoreTrouble.words(error)))) }
                    revoked(receipt, effect, completion)
                }
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// Answers for a message that may have been taken back meanwhile, with the revoke's place.
    private static func answer(
        _ completion: @escaping (MessageActionResult) -> Void, ifDone revoke: MessageEffect, in store: MessageStore
    ) {
        store.message(originID: revoke.target, in: revoke.session) { result in
            guard case .success(let kept?) = result, kept.content == .revoked else {
                return completion(.failure(.unknownMessage))
            }
            completion(.success(kept))
        }
    }

    /// Forgets a refused message, with a session that is there for it alone.
    public func discard(_ message: Message) {
        guard unsavedDrafts[message.session] == nil else { return }
        store?.discard(message.id, with: message.session) { [weak self] result in
            guard let self, case .success(true) = result else { return }
            sessionsByID[message.session] = nil
            emit(.deleted(message.session, [message.id]))
            emit(.sessionRemoved(message.session))
        }
    }

    /// Own messages that are being stored, wait for the link or were written to it.
    public var unsentCount: Int { storing + handed.count }

    /// What waited when the program ended goes out again, in its order, with its origin ids.
    func resumeOutbox() {
        store?.outbox { [weak self] result in
            guard let self, case .success(let entries) = result else { return }
            for entry in entries { hand(entry.message) }
        }
    }

    /// Hands a stored message to the service.
    private func hand(_ message: Message) {
        guard let service else { return }  // stays in the outbox for the next start
        guard let target = GoBelieveAddress.target(of: message.session), let localID = Int64(message.id.rawValue) else {
            return fail(message, .unsupported)
        }
        store?.countAttempt(message.id)
        handed[message.id] = message
        do throws(SendFailure) {
            try service.send(RawContent(message.rawContent), to: target, localID: localID)
        } catch {
            fail(message, error)
        }
    }

    private func fail(_ message: Message, _ failure: SendFailure) {
        settle(message.id, .failed(failure))
    }

    /// Bytes in front of the content (protocol document, section 4).
    private static func frameHead(_ kind: SessionKind) -> Int {
        switch kind {
        case .peer, .group: 24
        case .room: 16
        case .customer: 36
        case .system: 0
        }
    }

    /// The largest body that survives a cluster (protocol document, section 2).
    private static let bodyLimit = 32_713
}
