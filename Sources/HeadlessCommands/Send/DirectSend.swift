import EventLoop
import IMModel
import IMService
import IMWire
import MessageStore

/// A message by way of the account's own outbox, while no client runs: stored, sent after what waited before it, and
/// settled in the store. Nothing that comes in is kept here, and no sync key moves, so the next client misses nothing.
final class DirectSend: MessageHandler, ConnectionObserver {
    typealias Completion = (Result<Void, HeadlessFailure>) -> Void

    /// How long after the time-out, or after our acknowledgement, the rest may take, in milliseconds.
    static let grace: Int64 = 2_000

    private let account: HeadlessAccount
    private let lock: FileLock
    private let loop: EventLoop
    private let codec: StoreCodec
    private let deadline: Instant
    private let directory: DirectoryClient?
    private var store: MessageStore?
    private var service: IMService?
    private var finder: AddressFinder?
    private var completion: Completion?
    /// The message that this is about.
    private var own: Message?
    private var earlier: [Message] = []
    /// The sessions that were there before.
    private var known: Set<SessionID> = []
    /// Everybody whose name is known, for mentions.
    private var people: [Contact] = []
    /// The name that led to the session, if one did.
    private var name: String?
    /// How our message ended, while earlier ones are still on their way.
    private var outcome: Result<Void, HeadlessFailure>?
    private var lastTrouble: String?
    private var unsettled: Set<SendReceipt> = []

    init(account: HeadlessAccount, lock: FileLock, loop: EventLoop, codec: StoreCodec, deadline: Instant) {
        self.account = account
        self.lock = lock
        self.loop = loop
        self.codec = codec
        self.deadline = deadline
        directory = account.directory.map {
            DirectoryClient(place: $0, scheduler: loop, connector: loop, token: account.token)
        }
    }

    /// Sends, or goes on with the message of this origin id that is there; the completion comes once, on the loop.
    func send(_ text: String, originID: String, to address: ChatAddress, completion: @escaping Completion) {
        self.completion = completion
        let bell = StoreBell()
        do throws(StoreError) {
            try MessageStore.refuseLost(account.storePath)
            let loop = loop
            let store = try MessageStore.openInline(
                path: account.storePath, account: account.name, codec: codec, makeDeviceID: { UUIDv4.make() },
                notify: { loop.onNextTurn { bell.ring() } })
            bell.store = store
            self.store = store
        } catch {
            return finish(.failure(HeadlessFailure(error)))
        }
        loop.schedule(at: deadline) { [weak self] in self?.timeIsUp() }
        var contacts: [Contact] = []
        var sessions: [Session] = []
        store?.contacts { result in contacts = (try? result.get()) ?? [] }
        store?.sessions { result in sessions = (try? result.get()) ?? [] }
        store?.outbox { [weak self] result in
            guard let self else { return }
            earlier = ((try? result.get()) ?? []).map(\.message)
            people = contacts.filter { $0.name != nil && $0.id != self.account.me.id }
            known = Set(sessions.map(\.id))
            let finder = AddressFinder(
                account: account, directory: directory, contacts: contacts, sessions: sessions)
            self.finder = finder
            finder.find(address) { [weak self] result in
                switch result {
                case .success(let session):
                    if address.number == nil { self?.name = address.target }
                    self?.resumeOrStore(text, originID, in: session)
                case .failure(let failure): self?.finish(.failure(failure))
                }
            }
        }
    }

    /// What the message waits for, in words.
    var waitingFor: String {
        guard let service else { return "waiting for the directory" }
        if service.state.isOnline { return "waiting for the server's word" }
        return "waiting for a connection to \(account.endpoint)" + (lastTrouble.map { " (\($0))" } ?? "")
    }

    /// Gives store, connection and lock back.
    func close() {
        service?.stop()
        service = nil
        store?.close()
        store = nil
        lock.release()
    }

    // MARK: Storing

    /// The name that led to a session is known from now on, also where nobody can be asked.
    private func keepName(of session: SessionID) {
        guard let name else { return }
        switch session.kind {
        case .peer:
            store?.setContact(Contact(id: ContactID(session.target), name: name), source: .directory) { _ in }
            store?.setName(name, of: session) { _ in }
        case .group, .room: store?.setName(name, of: session) { _ in }
        case .customer, .system: break
        }
    }

    /// A message that an earlier try has left is taken up where it stands.
    private func resumeOrStore(_ text: String, _ originID: String, in session: SessionID) {
        store?.message(originID: originID, in: session) { [weak self] result in
            guard let self else { return }
            guard case .success(let known?) = result, known.isOutgoing else {
                return findMentions(text, originID, in: session)
            }
            keepName(of: session)
            if let objection = known.objection(toRepeating: .text(TextContent(text))) {
                return finish(.failure(.failed(objection)))
            }
            switch known.state {
            case .incoming, .sent, .delivered, .read: finish(.success(()))
            case .waiting, .sending:
                earlier.removeAll { $0.id == known.id }
                connect(known)
            case .failed:
                store?.requeue(known.id) { [weak self] result in
                    switch result {
                    case .success(let kept): self?.connect(kept)
                    case .failure(let error): self?.finish(.failure(HeadlessFailure(error)))
                    }
                }
            }
        }
    }

    /// Groups have mentions: of members, and of people whose name is known.
    private func findMentions(_ text: String, _ originID: String, in session: SessionID) {
        guard session.kind == .group, text.contains("@") else { return store(TextContent(text), originID, in: session) }
        store?.members(of: session) { [weak self] result in
            guard let self else { return }
            let members = ((try? result.get()) ?? []).filter { $0.id != self.account.me.id }
            let mentions = MentionFinder(members + people, members: members).mentions(in: text)
            store(TextContent(text, mentions: mentions), originID, in: session)
        }
    }

    private func store(_ text: TextContent, _ originID: String, in session: SessionID) {
        guard let store, completion != nil else { return }
        let details = MessageDetails(
            content: .text(text), originID: originID,
            senderName: session.kind == .customer ? account.me.name : nil)
        guard let raw = RawContent(details) else { return finish(.failure(HeadlessFailure(.unsupported))) }
        let size = raw.bytes.count + Self.frameHead
        guard size <= FrameLimits.maximumSentBody else {
            return finish(.failure(HeadlessFailure(.tooLarge(size: size, limit: FrameLimits.maximumSentBody))))
        }
        let message = Message(
            id: store.nextLocalID(), session: session, originID: originID, sender: account.me, isOutgoing: true,
            timestamp: loop.wallClock, content: details.content, rawContent: raw.string, state: .waiting)
        store.insertOwn(message) { [weak self] result in
            switch result {
            case .success(let (kept, _)):
                self?.keepName(of: session)
                self?.connect(kept)
            case .failure(let error): self?.finish(.failure(HeadlessFailure(error)))
            }
        }
    }

    /// The largest head in front of a content (protocol document, section 4).
    private static let frameHead = 36

    // MARK: Sending

    private func connect(_ message: Message) {
        guard let store, completion != nil else { return }
        own = message
        let service = IMService(
            configuration: ServiceConfiguration(
                endpoint: account.endpoint, token: account.token, uid: account.uid, appID: account.appID,
                deviceID: store.deviceID, server: account.generation, history: .none, movesServerKey: false),
            scheduler: loop, connector: loop)
        self.service = service
        service.addHandler(self)
        service.addConnectionObserver(self)
        if message.session.kind == .room, let room = ChatAddress.number(message.session.target) {
            service.enterRoom(room)
        }
        // A room's messages wait for who enters that room: a connection can be in one only.
        for waiting in earlier where waiting.session.kind != .room || waiting.session == message.session {
            hand(waiting, service)
        }
        hand(message, service)
        service.start()
    }

    private func hand(_ message: Message, _ service: IMService) {
        guard let receipt = Self.receipt(message) else { return settle(message.id, .failed(.unsupported)) }
        unsettled.insert(receipt)
        store?.countAttempt(message.id)
        do throws(SendFailure) {
            try service.send(RawContent(message.rawContent), to: receipt.target, localID: receipt.localID)
        } catch {
            handleFailure(receipt, failure: error)
        }
    }

    private static func receipt(_ message: Message) -> SendReceipt? {
        guard let localID = Int64(message.id.rawValue) else { return nil }
        let number = ChatAddress.number(message.session.target)
        let target: SendTarget? =
            switch message.session.kind {
            case .peer: number.map { .peer($0) }
            case .group: number.map { .group($0) }
            case .room: number.map { .room($0) }
            case .customer:
                ChatAddress.customer(message.session.target).map { .customer(appID: $0.appID, uid: $0.uid) }
            case .system: nil
            }
        return target.map { SendReceipt(localID: localID, target: $0) }
    }

    // MARK: How it went

    func handle(_ batch: SyncBatch, completion: @escaping (_ committed: Bool) -> Void) { completion(true) }

    func handleAcknowledgement(_ receipt: SendReceipt) { settled(receipt, .sent, .success(())) }

    func handleFailure(_ receipt: SendReceipt, failure: SendFailure) {
        settled(receipt, .failed(failure), .failure(HeadlessFailure(failure)))
    }

    func connectionChanged(to state: ConnectionState) {
        switch state {
        case .authenticationFailed:
            guard completion != nil, outcome == nil else { return }
            if let own { settle(own.id, .failed(.disconnected)) }
            finish(.failure(.refusedToken("the server does not accept the token of \(account.me.displayName)")))
        case .waiting(_, let reason): lastTrouble = HeadlessFailure.words(reason)
        default: break
        }
    }

    private func settled(_ receipt: SendReceipt, _ state: DeliveryState, _ result: Result<Void, HeadlessFailure>) {
        guard unsettled.remove(receipt) != nil else { return }
        let id = MessageID(String(receipt.localID))
        if let own, own.id == id, !known.contains(own.session), case .failed(let failure) = state, failure.isRefusal {
            // Where there is nobody no session is left; the text is with whoever called.
            store?.discard(id, with: own.session) { _ in }
        } else {
            settle(id, state)
        }
        if id == own?.id {
            outcome = result
            // Earlier ones went out first; they get a moment for their own acknowledgements.
            loop.schedule(after: Self.grace / 2) { [weak self] in self?.finish(result) }
        }
        if let outcome, unsettled.isEmpty { finish(outcome) }
    }

    private func settle(_ id: MessageID, _ state: DeliveryState) { store?.update(id, state: state) { _ in } }

    /// The message fails, visibly and for good: whoever called may try again, and must not be sent twice.
    private func timeIsUp() {
        guard completion != nil, outcome == nil else { return }
        let failure: SendFailure = service?.state.isOnline == true ? .timedOut : .disconnected
        if let own { settle(own.id, .failed(failure)) }
        let words = HeadlessFailure.words(failure)
        finish(.failure(.failed(lastTrouble.map { "\(words) (\($0))" } ?? words)))
    }

    private func finish(_ result: Result<Void, HeadlessFailure>) {
        guard let completion else { return }
        self.completion = nil
        completion(result)
    }
}
