public import EventLoop
public import IMModel
public import IMService
import MessageFlow
package import MessageStore

/// A GoBelieve account as a chat engine: IMService for the wire, MessageStore for what may not be lost, a directory for
/// names. It is the service's handler (what comes is stored before the server may forget it) and its observer.
public final class GoBelieveEngine: ChatEngine {
    /// The account.
    public let configuration: GoBelieveConfiguration
    /// The account's name.
    public var account: String { configuration.account }
    /// Who we are.
    public private(set) var me: Contact
    /// Where the connection stands.
    public internal(set) var connectionState = ChatConnectionState.offline
    /// Receives the events, on turns of the loop of their own.
    public var onEvent: ((ChatEngineEvent) -> Void)?
    /// The client below; `nil` before `start` and after `stop`.
    public internal(set) var service: IMService?

    let scheduler: any Scheduling
    let directory: (any ContactDirectory)?
    var store: MessageStore?
    var sessionsByID: [SessionID: Session] = [:]
    var contacts: [ContactID: Contact] = [:] { didSet { takenNames = nil } }
    /// Whose the known names are; made when it is needed.
    var takenNames: [String: ContactID]?
    /// The members of groups whose view was opened, with their nicknames, for mentions.
    var groupMembers: [SessionID: [Contact]] = [:]
    /// The notices of groups, as far as the directory or the wire told them since the start.
    var groupNotices: [SessionID: String] = [:]
    /// What keeps us from speaking in groups, as far as notices told.
    var standings: [SessionID: GroupStanding] = [:]
    /// Asked of the directory already, so that an unknown id is not asked for again and again.
    var askedContacts: Set<ContactID> = []
    /// While the first sync of a new store runs, what is older than this (ms since 1970) is history and not unread.
    var firstSyncStart: Int64?
    /// Ends the first sync once nothing has come for a while.
    var firstSyncTimer: TimerID?
    /// The queues whose sync runs.
    var runningSyncs = RunningSyncs()
    /// The server may have older messages than the store.
    var missesHistory = false
    /// The reading of old messages that is under way.
    var historyReading: HistoryReading?
    /// Batches of old messages are being translated: a time that nobody tells stays open.
    var isReadingHistory = false
    /// What is newer than this (ms since 1970) is news even when it is read with old messages.
    var historyBoundary = Int64.max
    /// Old messages were asked for on this connection.
    var hasTriedHistory = false
    /// Names still to be asked for, and whom to tell.
    var questions: [(id: ContactID, done: () -> Void)] = []
    var openQuestions = 0
    var isAsking = false
    /// The directory failed: it is left in peace until then.
    var directoryRestsUntil: Instant?
    /// How often in a row groups could not be asked for, and when they are asked for again.
    var directoryFailures = 0
    var directoryTimer: TimerID?
    /// When groups and rooms were last asked for.
    var directoryAskedAt: Instant?
    /// What is heard live and kept nowhere else, on its way into the store.
    var live: [ReceivedBatch.Item] = []
    var isKeepingLive = false
    /// Own messages that the service has, until the store knows what became of them.
    var handed: [MessageID: Message] = [:]
    /// How many own messages the store is taking in.
    var storing = 0
    /// Those of them that were written to the link and are not acknowledged: shown as being sent. The store is not told.
    var written: Set<MessageID> = []
    /// States that the store could not take yet.
    var unsettled: [MessageID: DeliveryState] = [:]
    var settleTimer: TimerID?
    /// The read marks on their way: the newest of each peer.
    var readMarks: [SessionID: SendReceipt] = [:]
    /// All read marks on their way.
    var sentReadMarks: Set<SendReceipt> = []
    /// The room to be in, as the store remembers it.
    private var rememberedRoom: Int64?
    /// Revokes on their way, by the receipt of the message that carries them.
    var revokes: [SendReceipt: (message: Message, completion: (MessageActionResult) -> Void)] = [:]
    /// How long messages are kept.
    var retention = Retention()
    var retentionTimer: TimerID?
    /// The next step of the index.
    var indexTimer: TimerID?
    /// What own revokes do here that the server has or may have, until it is done. A revoke's place takes it along: after
    /// a kill in between the server would not tell of the revoke again.
    var unplacedRevokes: [SendReceipt: MessageEffect] = [:]
    /// Drafts that are not on their way to the store yet.
    var unsavedDrafts: [SessionID: Draft?] = [:]
    /// Read marks that are not on the disk yet.
    var unsavedMarks: [SessionID: MessageID] = [:]
    /// Looks whether the store is well again.
    var troubleTimer: TimerID?
    var draftTimer: TimerID?

    private let connector: any Connecting
    /// Slow work before the store can be opened; `nil` where stores are given.
    private var preparation: StorePreparation?
    /// Goes up with each stop: what was begun before comes to nothing.
    private var life = 0
    /// What was recovered of a damaged store at this start.
    private var recovered: StoreRecovery?
    private let openStore: (@escaping () -> String) throws(StoreError) -> MessageStore
    private let makeUUID: () -> String
    private let random: () -> Double
    private var pendingEvents: [ChatEngineEvent] = []
    private var isFlushScheduled = false

    /// Makes an engine on a real loop; nothing is opened before `start`.
    public convenience init(
        configuration: GoBelieveConfiguration, loop: EventLoop, directory: (any ContactDirectory)? = nil
    ) {
        self.init(
            configuration: configuration, scheduler: loop, connector: loop, directory: directory,
            makeUUID: { UUIDv4.make() }
        ) { (makeDeviceID) throws(StoreError) in
            let bell = StoreBell()
            let wakeup = loop.makeWakeup { bell.ring() }
            let store = try MessageStore.open(
                path: configuration.storePath, account: configuration.account, codec: GoBelieveStoreCodec.codec,
                makeDeviceID: makeDeviceID, notify: { wakeup.wake() })
            bell.store = store
            return store
        }
        preparation = StorePreparation(configuration, on: loop)
    }

    /// Makes an engine with its edges given: time, connections, ids and the store.
    package init(
        configuration: GoBelieveConfiguration, scheduler: any Scheduling, connector: any Connecting,
        directory: (any ContactDirectory)?, makeUUID: @escaping () -> String,
        random: @escaping () -> Double = { Double.random(in: 0..<1) },
        openStore: @escaping (@escaping () -> String) throws(StoreError) -> MessageStore
    ) {
        self.configuration = configuration
        self.scheduler = scheduler
        self.connector = connector
        self.directory = directory
        self.makeUUID = makeUUID
        self.random = random
        self.openStore = openStore
        me = configuration.me
        contacts[me.id] = me
    }

    /// The sessions as known now.
    public var sessions: [Session] { Array(sessionsByID.values) }

    // MARK: Life

    /// Opens the store, reads names and sessions, then connects.
    public func start(completion: @escaping (Result<Void, ChatEngineError>) -> Void) {
        guard store == nil else {
            scheduler.schedule(after: 0) { completion(.success(())) }
            return
        }
        if let preparation, !preparation.isReady { return prepare(preparation, completion) }
        open(completion)
    }

    /// Has the store made fit for use, beside the loop, and opens it then.
    private func prepare(
        _ preparation: StorePreparation, _ completion: @escaping (Result<Void, ChatEngineError>) -> Void
    ) {
        emit(.notice(StoreTrouble.isPreparing))
        let begun = life
        preparation.run { [weak self] result in
            guard let self, life == begun else {
                return completion(.failure(StoreTrouble.obstacle(.closed)))
            }
            switch result {
            case .success(let recovery):
                // Once: a store that is damaged again at once is told about.
                self.preparation = nil
                recovered = recovery
                open(completion)
            case .failure(let error): completion(.failure(StoreTrouble.obstacle(error)))
            }
        }
    }

    private func open(_ completion: @escaping (Result<Void, ChatEngineError>) -> Void) {
        let store: MessageStore
        do throws(StoreError) {
            store = try openStore(makeUUID)
        } catch {
            if case .damaged = error, let preparation { return prepare(preparation, completion) }
            let obstacle = StoreTrouble.obstacle(error)
            scheduler.schedule(after: 0) { completion(.failure(obstacle)) }
            return
        }
        self.store = store
        store.onTroubleChange = { [weak self] trouble in
            self?.emit(.storeTrouble(trouble.map(StoreTrouble.words)))
            if trouble?.isTransient == true { self?.watchTrouble() }
        }
        if let recovered { store.recovery = recovered }
        recovered = nil
        if let recovery = store.recovery { emit(.storeRecovered(recovery.words)) }
        store.contacts { [weak self] result in
            guard let self, case .success(let known) = result else { return }
            for contact in known where contact.id != me.id || contact.name != nil { contacts[contact.id] = contact }
        }
        store.setting(Self.roomSetting) { [weak self] result in
            if case .success(let room?) = result { self?.rememberedRoom = GoBelieveAddress.number(room) }
        }
        store.setting(Self.missingHistorySetting) { [weak self] result in
            if case .success(.some) = result { self?.missesHistory = true }
        }
        if store.recovery != nil { noteMissingHistory(store) }
        store.setting(Self.firstSyncSetting) { [weak self] result in
            if case .success(let start?) = result { self?.firstSyncStart = Int64(start) }
        }
        store.sessions { [weak self] result in
            guard let self, self.store === store else {
                return completion(.failure(StoreTrouble.obstacle(.closed)))
            }
            switch result {
            case .success(let known):
                for session in known { sessionsByID[session.id] = complete(session) }
                learnStandings(of: known)
                emit(.sessionsChanged(sessions))
                completion(.success(()))
                if self.store === store { connect(store) }
            case .failure(let error):
                self.store = nil
                store.close()
                completion(.failure(StoreTrouble.obstacle(error)))
            }
        }
    }

    /// Stops the connection, then closes the store once everything is written.
    public func stop(completion: @escaping () -> Void) {
        life += 1
        service?.stop()
        service = nil
        connectionState = .offline
        saveDrafts()
        let unanswered = revokes.values
        revokes = [:]
        unplacedRevokes = [:]
        for revoke in unanswered { revoke.completion(.failure(.notSent(.disconnected))) }
        let timers = [firstSyncTimer, settleTimer, retentionTimer, indexTimer, directoryTimer, troubleTimer]
        for timer in timers.compactMap({ $0 }) {
            scheduler.cancel(timer)
        }
        (firstSyncTimer, settleTimer, retentionTimer, indexTimer, directoryTimer) = (nil, nil, nil, nil, nil)
        troubleTimer = nil
        unsavedMarks = [:]
        runningSyncs = RunningSyncs()
        directoryAskedAt = nil
        groupMembers = [:]
        endHistoryReading(.failure(.cancelled))
        readMarks = [:]
        sentReadMarks = []
        unsettled = [:]
        handed = [:]
        written = []
        live = []
        isKeepingLive = false
        // Closing finishes what was asked for; it may take as long as the disk does. What its answers cause must find
        // the store gone.
        let closing = store
        store = nil
        closing?.close()
        scheduler.schedule(after: 0, completion)
    }

    /// Tries the connection now.
    public func retryNow() {
        service?.start()
        service?.retryNow()
    }

    private func connect(_ store: MessageStore) {
        var keys = SyncKeys()
        for (queue, key) in store.syncKeysAtStart {
            switch queue {
            case .personal: keys.personal = key
            case .group(let id): if let id = Int64(id) { keys.groups[id] = key }
            }
        }
        // Of a store that was recovered or filled by an import, what the server keeps goes among what is there.
        // A server of 2016 keeps nothing that could be asked for.
        let keepsHistory = configuration.server == .today
        let isPatchwork = keepsHistory && store.isPatchwork
        if isPatchwork { historyBoundary = sessionsByID.values.map(\.lastActivity).max() ?? 0 }
        let isNew = keepsHistory && keys.personal == 0
        if isPatchwork || isNew && configuration.history != .all { noteMissingHistory(store) }
        if keys.personal == 0, firstSyncStart == nil {
            let start = scheduler.wallClock - Self.historyGrace
            firstSyncStart = start
            store.setSetting(Self.firstSyncSetting, to: String(start))
        }
        let service = IMService(
            configuration: ServiceConfiguration(
                endpoint: configuration.endpoint, token: configuration.token, uid: configuration.uid,
                appID: configuration.appID, deviceID: store.deviceID, protocolVersion: configuration.protocolVersion,
                server: configuration.server, history: isPatchwork ? .none : configuration.history, syncKeys: keys),
            scheduler: scheduler, connector: connector, random: random)
        self.service = service
        service.addHandler(self)
        service.addConnectionObserver(self)
        service.addPeerMessageObserver(self)
        service.addRoomMessageObserver(self)
        service.addSystemMessageObserver(self)
        service.addRealTimeMessageObserver(self)
        service.addLoginPointObserver(self)
        service.pushCallObserver(self)
        // The room first: what waits in the outbox for it must meet it.
        if let rememberedRoom { service.enterRoom(rememberedRoom) }
        resumeOutbox()
        service.start()
        scheduleRetention(after: 10_000)
        indexMore(after: 1_000)
    }

    static let roomSetting = "room"
    /// When the first sync of the store began, until it is over: a program that ends in the middle goes on with it.
    static let firstSyncSetting = "first-sync"

    /// Nothing more is history.
    func firstSyncIsOver() {
        firstSyncStart = nil
        store?.setSetting(Self.firstSyncSetting, to: nil)
    }

    /// While nothing is written nobody would see that the disk has room again: a write that leaves nothing looks now and then.
    private func watchTrouble() {
        guard troubleTimer == nil, let store else { return }
        troubleTimer = scheduler.schedule(after: Self.troublePause) { [weak self] in
            guard let self, self.store === store else { return }
            troubleTimer = nil
            store.tryWriting { [weak self] result in if case .failure = result { self?.watchTrouble() } }
        }
    }

    private static let troublePause: Int64 = 3_000

    /// Remembers the room for the next login and the next start.
    func rememberRoom(_ room: Int64?) {
        guard room != rememberedRoom else { return }
        rememberedRoom = room
        store?.setSetting(Self.roomSetting, to: room.map(String.init))
    }

    /// What was written so shortly before the very first sync is news all the same (greetings to a new account).
    private static let historyGrace: Int64 = 120_000

    // MARK: Telling

    /// Queues an event; the queue is told on a turn of the loop of its own, so nobody is called back inside a call.
    func emit(_ event: ChatEngineEvent) {
        pendingEvents.append(event)
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        scheduler.schedule(after: 0) { [weak self] in self?.flushEvents() }
    }

    private func flushEvents() {
        isFlushScheduled = false
        let events = pendingEvents
        pendingEvents = []
        for event in events { onEvent?(event) }
    }

    // MARK: Values

    /// A new origin id.
    func newOriginID() -> String { makeUUID() }

    /// The session with what only the engine knows: what it can do, and the name of its peer.
    func complete(_ session: Session) -> Session {
        var session = session
        session.capabilities = GoBelieveCapabilities.of(session.id.kind)
        limit(&session)
        if session.name == nil, session.id.kind == .peer || session.id.kind == .customer {
            session.name = contacts[ContactID(session.id.target)]?.name
        }
        return session
    }

    /// Keeps sessions as the store answered them and tells the host.
    func sessionsChanged(_ changed: [Session]) {
        guard !changed.isEmpty else { return }
        let completed = changed.map(complete)
        for session in completed { sessionsByID[session.id] = session }
        emit(.sessionsChanged(completed))
    }
}
