public import EventLoop
public import IMModel
public import MessageFlow
import MessageStore

/// An account that another program holds, or that cannot be written to, to read along: nothing is written, sent or asked of a server. New rows show
/// as soon as the other program has committed them; the account's folder is watched for that.
public final class ReadingEngine: ChatEngine {
    /// The account's name.
    public let account: String
    /// Who we are.
    public let me: Contact
    /// There is no connection of our own.
    public var connectionState: ChatConnectionState { .readOnly }
    /// Receives the events, on turns of the loop of their own.
    public var onEvent: ((ChatEngineEvent) -> Void)?

    /// The file.
    package let storePath: String
    private let loop: EventLoop
    private var store: MessageStore?
    private var watch: FolderWatch?
    private var sessionsByID: [SessionID: Session] = [:]
    private var contacts: [ContactID: Contact] = [:]
    /// The last messages of the sessions that were looked at, as they were told.
    private var tails: [SessionID: [Message]] = [:]
    private var isLookDue = false
    /// What was written here all the same.
    public private(set) var unkeptDrafts: [SessionID: Draft] = [:]

    /// Makes an engine; the store is opened with `start`.
    public init(account: String, me: Contact, storePath: String, loop: EventLoop) {
        self.account = account
        self.me = me
        self.storePath = storePath
        self.loop = loop
    }

    /// The sessions as known now.
    public var sessions: [Session] { Array(sessionsByID.values) }

    /// Opens the store for reading.
    public func start(completion: @escaping (Result<Void, ChatEngineError>) -> Void) {
        do throws(StoreError) {
            store = try MessageStore.openReadOnly(
                path: storePath, account: account, codec: GoBelieveStoreCodec.codec
            ) { [weak self] in
                self?.loop.onNextTurn { self?.store?.drain() }
            }
        } catch {
            let obstacle = StoreTrouble.obstacle(error)
            loop.schedule(after: 0) { completion(.failure(obstacle)) }
            return
        }
        let name = String(storePath.dropFirst(Paths.folder(of: storePath).utf8.count).drop { $0 == "/" })
        watch = try? FolderWatch(folder: Paths.folder(of: storePath), prefix: name, on: loop) { [weak self] in
            self?.lookSoon()
        }
        if watch == nil { lookEachSecond() }
        look { completion(.success(())) }
        emit(.connection(.readOnly))
    }

    /// Closes the store.
    public func stop(completion: @escaping () -> Void) {
        watch?.cancel()
        watch = nil
        store?.close()
        store = nil
        loop.schedule(after: 0, completion)
    }

    // MARK: Looking

    private static let pause: Int64 = 50
    private static let tailLength = 64
    private static let pageLength = 500

    /// The other program writes: one look for what comes together.
    private func lookSoon() {
        guard !isLookDue else { return }
        isLookDue = true
        loop.schedule(after: Self.pause) { [weak self] in
            self?.isLookDue = false
            self?.look {}
        }
    }

    /// Where folders cannot be watched.
    private func lookEachSecond() {
        loop.schedule(after: 1_000) { [weak self] in
            guard let self, store != nil else { return }
            look {}
            lookEachSecond()
        }
    }

    private func look(then done: @escaping () -> Void) {
        store?.contacts { [weak self] result in
            guard let self, case .success(let known) = result else { return }
            let isFirst = contacts.isEmpty
            for contact in known where contacts[contact.id] != contact {
                contacts[contact.id] = contact
                if !isFirst { emit(.contactChanged(contact)) }
            }
        }
        store?.sessions { [weak self] result in
            guard let self, case .success(let known) = result else { return done() }
            var changed: [Session] = []
            for session in known.map(complete) where sessionsByID[session.id] != session {
                sessionsByID[session.id] = session
                changed.append(session)
            }
            if !changed.isEmpty { emit(.sessionsChanged(changed)) }
            done()
        }
        for session in tails.keys { lookAtTail(of: session) }
    }

    /// What only the engine knows; the other program's draft is its own.
    private func complete(_ session: Session) -> Session {
        var session = session
        session.capabilities = [.localHistory]
        session.draft = nil
        if session.name == nil, session.id.kind == .peer || session.id.kind == .customer {
            session.name = contacts[ContactID(session.id.target)]?.name
        }
        return session
    }

    private func lookAtTail(of session: SessionID) {
        store?.page(session, anchor: nil, direction: .older, limit: Self.tailLength) { [weak self] result in
            guard let self, case .success(let page) = result else { return }
            let before = tails[session] ?? []
            let tail = page.messages.map(refresh)
            tails[session] = tail
            let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
            let isJoined = before.isEmpty || tail.contains { known[$0.id] != nil }
            let new = tail.filter { known[$0.id] == nil }
            let changed = tail.filter { message in known[message.id].map { $0 != message } ?? false }
            if !changed.isEmpty { emit(.updated(changed)) }
            let there = Set(tail.map(\.id))
            // What the tail has no room for any more is not gone.
            let gone = before.filter { old in
                !there.contains(old.id) && (!page.hasOlder || tail.first.map { old.order > $0.order } ?? true)
            }
            if !gone.isEmpty { emit(.deleted(session, gone.map(\.id))) }
            if isJoined {
                if !new.isEmpty { emit(.inserted(new)) }
            } else if let last = before.last {
                tellAll(after: last.id, in: session)
            }
        }
    }

    /// More came at once than a tail holds.
    private func tellAll(after anchor: MessageID, in session: SessionID) {
        store?.page(session, anchor: anchor, direction: .newer, limit: Self.pageLength) { [weak self] result in
            guard let self, case .success(let page) = result, let last = page.messages.last else { return }
            emit(.inserted(page.messages.map(refresh)))
            if page.hasNewer { tellAll(after: last.id, in: session) }
        }
    }

    private func emit(_ event: ChatEngineEvent) {
        loop.schedule(after: 0) { [weak self] in self?.onEvent?(event) }
    }

    private func refresh(_ message: Message) -> Message {
        if case .notification(let notification) = message.content {
            var message = message
            message.content = .notification(notification.named { contacts[$0] })
            return message
        }
        guard let known = contacts[message.sender.id], known.name != nil else { return message }
        var message = message
        message.sender = known
        return message
    }

    // MARK: Reading

    /// The provider of a session; its service can do nothing.
    public func interaction(for session: SessionID) -> SessionInteraction {
        let service = NoService()
        guard let store else { return SessionInteraction(provider: NoMessages(), service: service) }
        if tails[session] == nil {
            tails[session] = []
            lookAtTail(of: session)
        }
        let provider = StoreMessageProvider(store: store) { [weak self] in self?.refresh($0) ?? $0 }
        return SessionInteraction(provider: provider, service: service)
    }

    /// The name of somebody, as far as known.
    public func contact(_ id: ContactID) -> Contact { contacts[id] ?? Contact(id: id) }

    /// Everybody whose name is known.
    public var knownContacts: [Contact] { contacts.values.filter { $0.name != nil && $0.id != me.id } }

    /// Searches the kept messages.
    public func search(
        words: String, in session: SessionID?, limit: Int,
        completion: @escaping (Result<SearchHits, SearchFailure>) -> Void
    ) {
        SearchReading(me: me, contacts: contacts, sessions: sessions, now: loop.wallClock).search(
            words, in: session, limit: limit, store: store, refresh: { [weak self] in self?.refresh($0) ?? $0 },
            completion: completion)
    }

    /// What the user has saved.
    public func savedMessages(limit: Int, completion: @escaping (Result<[Message], ProviderError>) -> Void) {
        guard let store else { return completion(.failure(.offline)) }
        store.savedMessages(limit: limit) { [weak self] result in
            completion(
                result.map { messages in messages.map { self?.refresh($0) ?? $0 } }
                    .mapError { .failed(StoreTrouble.words($0)) })
        }
    }

    /// The members of a group, as far as known.
    public func members(of session: SessionID, completion: @escaping ([Contact]) -> Void) {
        guard let store else { return completion([]) }
        store.members(of: session) { completion((try? $0.get()) ?? []) }
    }

    /// Finds a session that is there, by address or name.
    public func openSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        let (kind, target) = GoBelieveEngine.parts(of: address)
        let found = sessionsByID.values.filter { session in
            session.id.kind == kind && (session.id.target == target || session.displayName == target)
        }
        switch found.count {
        case 1: completion(.success(found[0].id))
        case 0: completion(.failure(.unknown(address)))
        default: completion(.failure(.ambiguous(found.map(\.id.address).sorted())))
        }
    }

    // MARK: What a reader cannot do

    /// A message that nobody sends.
    public func makeMessage(text: String, in session: SessionID, replyTo: String?, originID: String?) -> Message {
        Message(
            id: MessageID("0"), session: session, originID: originID, sender: me, isOutgoing: true,
            timestamp: loop.wallClock, content: .text(TextContent(text)), rawContent: "", replyTo: replyTo,
            state: .waiting)
    }

    /// Groups are changed elsewhere.
    public func perform(
        _ operation: GroupOperation, completion: @escaping (Result<SessionID, DirectoryFailure>) -> Void
    ) {
        completion(.failure(DirectoryFailure(reason: "read-only: this window only reads along")))
    }

    /// Support is found elsewhere.
    public func openSupport(store: String?, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        completion(.failure(.unreachable("read-only: this window only reads along")))
    }

    /// Nothing to try.
    public func retryNow() {}
    /// Nothing to end.
    public func disconnect() {}
    /// What was read is told elsewhere.
    public func markRead(_ session: SessionID, upTo message: MessageID) {}
    /// Not kept.
    public func setDraft(_ draft: Draft?, in session: SessionID) { unkeptDrafts[session] = draft }
    /// Not told.
    public func setTyping(_ typing: Bool, in session: SessionID) {}
    /// Not kept.
    public func setMuted(_ muted: Bool, session: SessionID) {}
    /// Not kept.
    public func setPinned(_ pinned: Bool, session: SessionID) {}
    /// Not entered.
    public func enterRoom(_ id: String) {}
    /// Not left.
    public func leaveRoom(_ session: SessionID) {}
    /// Not kept.
    public func setAlias(_ name: String?, for id: ContactID) {}
}

/// Answers `unsupported` to everything.
private final class NoService: MessageServiceInterface {}

/// The messages of an account that is closed.
private final class NoMessages: SessionMessageProvider {
    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        completion(.failure(.offline))
    }
}
