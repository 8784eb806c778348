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
        store?.markRead(session, through: message, completion: keepSession)
    }

    /// Keeps or removes the unsent text. Typing goes on while a draft waits half a second for the disk; removing, which
    /// follows sending, does not wait, so that no crash brings back what was sent.
    public func setDraft(_ draft: Draft?, in session: SessionID) {
        guard let draft else {
            unsavedDrafts[session] = nil
            store?.setDraft(nil, in: session, completion: keepSession)
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
        for (session, draft) in drafts { store?.setDraft(draft, in: session, completion: keepSession) }
    }

    /// Quiet or not.
    public func setMuted(_ muted: Bool, session: SessionID) {
        store?.setMuted(muted, in: session, completion: keepSession)
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
        service?.enterRoom(room)
        store?.ensure(sessionID(.room, id), completion: keepSession)
    }

    /// Leaves a room.
    public func leaveRoom(_ session: SessionID) {
        guard let room = GoBelieveAddress.number(session.target) else { return }
        service?.leaveRoom(room)
    }

    func restoreRoom() {
        store?.setting("room") { [weak self] result in
            guard case .success(let room?) = result, let room = GoBelieveAddress.number(room) else { return }
            self?.service?.enterRoom(room)
        }
    }

    func rememberRoom(_ room: Int64?) { store?.setSetting("room", to: room.map(String.init)) }

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

    /// Finds or makes the session of an address, asking the directory for names.
    public func openSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let kind = parts.count == 2 ? SessionKind(rawValue: parts[0]) : address == "system" ? .system : .peer
        let target = parts.count == 2 ? parts[1] : address == "system" ? "" : address
        guard let kind, kind == .system || !target.isEmpty else { return completion(.failure(.malformed(address))) }
        switch kind {
        case .system: open(sessionID(.system, ""), completion)
        case .customer:
            guard GoBelieveAddress.customer(target) != nil else { return completion(.failure(.malformed(address))) }
            open(sessionID(.customer, target), completion)
        case .peer where GoBelieveAddress.number(target) != nil,
            .group where GoBelieveAddress.number(target) != nil, .room where GoBelieveAddress.number(target) != nil:
            open(sessionID(kind, target), completion)
        case .group, .room: find(kind, named: target, completion)
        case .peer: findPeer(target, completion)
        }
    }

    private func find(
        _ kind: SessionKind, named name: String, _ completion: @escaping (Result<SessionID, AddressError>) -> Void
    ) {
        let found = sessionsByID.values.filter { $0.id.kind == kind && $0.name == name }.map(\.id).sorted()
        switch found.count {
        case 1: completion(.success(found[0]))
        case 0: completion(.failure(.unknown(name)))
        default: completion(.failure(.ambiguous(found.map(\.address))))
        }
    }

    private func findPeer(_ name: String, _ completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        let known = contacts.values.filter { $0.name == name && $0.id != me.id }
        if let directory {
            directory.users(matching: name) { [weak self] result in
                guard let self else { return }
                switch result {
                case .success(let users):
                    for user in users { named(user, source: .directory) }
                    choose(users.isEmpty ? Array(known) : users, name, completion)
                case .failure(let failure):
                    known.isEmpty
                        ? completion(.failure(.unreachable(failure.reason))) : choose(Array(known), name, completion)
                }
            }
        } else {
            choose(Array(known), name, completion)
        }
    }

    private func choose(
        _ users: [Contact], _ name: String, _ completion: @escaping (Result<SessionID, AddressError>) -> Void
    ) {
        switch users.count {
        case 1: open(sessionID(.peer, users[0].id.rawValue), completion)
        case 0: completion(.failure(.unknown(name)))
        default: completion(.failure(.ambiguous(users.map { "peer:\($0.id.rawValue)" }.sorted())))
        }
    }

    private func open(_ id: SessionID, _ completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        guard let store else { return completion(.failure(.unreachable("the message store is closed"))) }
        store.ensure(id) { [weak self] result in
            self?.keepSession(result)
            completion(result.map { _ in id }.mapError { .unreachable(StoreTrouble.words($0)) })
        }
    }

    /// A completion that keeps the session as the store answered it.
    private var keepSession: (Result<Session, StoreError>) -> Void {
        { [weak self] result in
            if case .success(let session) = result { self?.sessionsChanged([session]) }
        }
    }
}
