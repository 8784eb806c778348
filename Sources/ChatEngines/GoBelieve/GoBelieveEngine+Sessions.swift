import EventLoop
public import IMModel
import IMService
import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// The user has read up to a message.
    public func markRead(_ session: SessionID, upTo message: MessageID) {
        // Nothing to count down: spare the disk a write for each message that scrolls by.
        guard let known = sessionsByID[session], known.lastRead != message else { return }
        unsavedMarks[session] = message
        guard let store else { return }
        store.markRead(session, through: message) { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result, error.isTransient { return saveLater(store) }
            if unsavedMarks[session] == message { unsavedMarks[session] = nil }
            guard case .success(let now) = result else { return }
            sessionsChanged([now])
            // Only what counted as unread is told: history is not.
            if now.unreadCount < known.unreadCount { tellRead(session, upTo: message) }
        }
    }

    /// Keeps or removes the unsent text. Typing goes on while a draft waits half a second for the disk; removing, which
    /// follows sending, does not wait, so that no crash brings back what was sent.
    public func setDraft(_ draft: Draft?, in session: SessionID) {
        guard let draft else {
            unsavedDrafts[session] = nil
            save(nil, in: session)
            return
        }
        unsavedDrafts[session] = draft
        guard draftTimer == nil else { return }
        draftTimer = scheduler.schedule(after: Self.draftDelay) { [weak self] in self?.saveDrafts() }
    }

    /// How long a draft may wait for its next key, in milliseconds.
    private static let draftDelay: Int64 = 500

    /// Writes the drafts that wait.
    func saveDrafts() {
        if let draftTimer { scheduler.cancel(draftTimer) }
        draftTimer = nil
        let drafts = unsavedDrafts
        unsavedDrafts = [:]
        for (session, draft) in drafts { save(draft, in: session) }
    }

    /// Drafts that the store has not, or could not take.
    public var unkeptDrafts: [SessionID: Draft] { unsavedDrafts.compactMapValues { $0 } }

    /// Writes a draft, or that there is none; while the store cannot, it is kept and tried again.
    private func save(_ draft: Draft?, in session: SessionID) {
        guard let store else { return }
        store.setDraft(draft, in: session) { [weak self] result in
            guard let self else { return }
            if case .failure(let error) = result {
                // What was typed since counts.
                if unsavedDrafts[session] == nil { unsavedDrafts[session] = .some(draft) }
                if error.isTransient { saveLater(store) }
                return
            }
            keepSession(result)
        }
    }

    /// Tries again what the store could not take.
    private func saveLater(_ store: MessageStore) {
        guard self.store === store, draftTimer == nil else { return }
        draftTimer = scheduler.schedule(after: Self.retryDelay) { [weak self] in
            guard let self, self.store === store else { return }
            saveDrafts()
            let marks = unsavedMarks
            for (session, message) in marks { markRead(session, upTo: message) }
        }
    }

    /// How long a store in trouble is left alone, in milliseconds.
    private static let retryDelay: Int64 = 2_000

    /// Quiet or not. A directory is told of a group's too, for the user's other devices; it has no word for other kinds.
    public func setMuted(_ muted: Bool, session: SessionID) {
        store?.setMuted(muted, in: session, completion: keepSession)
        guard session.kind == .group, standings[session] != .out, standings[session] != .ended else { return }
        directory?.perform(.quieten(session, muted), as: me.id) { [weak self] result in
            guard case .failure(let failure) = result else { return }
            self?.emit(.notice("\(muted ? "quiet" : "heard again") on this machine only: \(failure.reason)"))
        }
    }

    /// On top or not.
    public func setPinned(_ pinned: Bool, session: SessionID) {
        store?.setPinned(pinned, in: session, completion: keepSession)
    }

    /// Tells a peer that we write.
    public func setTyping(_ typing: Bool, in session: SessionID) {
        guard session.kind == .peer, let peer = GoBelieveAddress.number(session.target) else { return }
        service?.sendTyping(to: peer, isTyping: typing)
    }

    /// Enters a room; the wire allows one at a time, so the room before is left.
    public func enterRoom(_ id: String) {
        guard let room = GoBelieveAddress.number(id) else { return }
        if let service { service.enterRoom(room) } else { rememberRoom(room) }
        store?.ensure(sessionID(.room, id), completion: keepSession)
    }

    /// Leaves a room.
    public func leaveRoom(_ session: SessionID) {
        guard let room = GoBelieveAddress.number(session.target) else { return }
        service?.leaveRoom(room)
    }

    /// Deletes a message here.
    func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        guard let store else { return completion(.failure(.failed("the message store is closed"))) }
        if message.state == .waiting || message.state == .sending,
            let target = GoBelieveAddress.target(of: message.session), let localID = Int64(message.id.rawValue)
        {
            service?.cancel(SendReceipt(localID: localID, target: target))
        }
        store.delete(message.id) { [weak self] result in
            switch result {
            case .success(let session?):
                self?.emit(.deleted(message.session, [message.id]))
                self?.sessionsChanged([session])
                completion(.success(message))
            case .success(nil): completion(.failure(.unknownMessage))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// Keeps a message in the user's collection.
    func save(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        guard let store else { return completion(.failure(.failed("the message store is closed"))) }
        store.save(message.id, at: scheduler.wallClock) { result in
            switch result {
            case .success(let kept): completion(.success(kept))
            case .failure(.unknownMessage): completion(.failure(.unknownMessage))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// A completion that keeps the session as the store answered it.
    var keepSession: (Result<Session, StoreError>) -> Void {
        { [weak self] result in
            if case .success(let session) = result { self?.sessionsChanged([session]) }
        }
    }
}
