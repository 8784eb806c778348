public import EventLoop
import IMWire

/// The client of one account: a connection, an outbox, synchronised queues, handlers that persist and observers that show.
///
/// Not a singleton: a program may hold one for each account. Everything happens on the loop's thread; callbacks may call
/// anything here, and what they cause happens after them, in order.
///
/// What is trusted: servers check that the sender of peer, group, real-time and customer messages is the connection's
/// user. They do not check it in rooms, and nothing is checked by a hostile server, so a message is delivered only if it
/// concerns this account: it names it as sender or receiver, comes from the room that it is in, or came in the queue of
/// the group that it names. Contents and times are remote data.
public final class IMService {
    /// Who logs in where.
    public let configuration: ServiceConfiguration
    /// The connection below; for its state and for frames that this class does not know.
    public let connection: Connection
    /// Keeps the sync keys over restarts.
    public weak var syncKeyStore: (any SyncKeyStoring)?

    let scheduler: any Scheduling
    var outbox: Outbox
    var sync: SyncState
    var pacer: SendPacer
    var rooms = RoomPresence()
    var typing: TypingLimiter
    var legacy = LegacyDelivery()
    var metadata = MetadataPairing()
    var handlers: [HandlerRegistration] = []
    /// Frames that go out at the pacer's rate, before the outbox.
    var pacedBodies: [FrameBody] = []
    /// Keys committed while there was no connection to tell the server.
    var untoldKeys: [SyncQueue: Int64] = [:]
    /// The last unread count that could not be sent.
    var untoldUnreadCount: Int32?
    /// Whoever waits for old messages.
    var historyCompletion: ((SyncBatch?) -> Void)?
    private var effects: [() -> Void] = []
    private var isDraining = false
    private let outboxTimer: DeadlineTimer
    private let syncTimer: DeadlineTimer
    private let paceTimer: DeadlineTimer

    let connectionObservers = ObserverList<any ConnectionObserver>()
    let peerObservers = ObserverList<any PeerMessageObserver>()
    let groupObservers = ObserverList<any GroupMessageObserver>()
    let roomObservers = ObserverList<any RoomMessageObserver>()
    let customerObservers = ObserverList<any CustomerMessageObserver>()
    let realTimeObservers = ObserverList<any RealTimeMessageObserver>()
    let systemObservers = ObserverList<any SystemMessageObserver>()
    let loginPointObservers = ObserverList<any LoginPointObserver>()
    let callObservers = ObserverList<any CallObserver>()

    /// Makes a stopped service.
    ///
    /// - Parameters:
    ///   - configuration: The server, the login, the stored sync keys.
    ///   - scheduler: The loop's time.
    ///   - connector: Makes the transports.
    ///   - random: Answers numbers from 0 up to but not 1, for the jitter of retries.
    public init(
        configuration: ServiceConfiguration, scheduler: any Scheduling, connector: any Connecting,
        random: @escaping () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.configuration = configuration
        self.scheduler = scheduler
        connection = Connection(
            configuration: configuration, scheduler: scheduler, connector: connector, random: random)
        outbox = Outbox(timing: configuration.timing)
        sync = SyncState(
            keys: configuration.syncKeys, history: configuration.history, timing: configuration.timing)
        pacer = SendPacer(timing: configuration.timing, now: scheduler.now)
        typing = TypingLimiter(interval: configuration.timing.typingInterval)
        outboxTimer = DeadlineTimer(scheduler: scheduler)
        syncTimer = DeadlineTimer(scheduler: scheduler)
        paceTimer = DeadlineTimer(scheduler: scheduler)
        connect()
    }

    deinit {
        for timer in [outboxTimer, syncTimer, paceTimer] { timer.follow(nil) }
    }

    /// Where the connection stands.
    public var state: ConnectionState { connection.state }
    /// How far the queues are committed.
    public var syncKeys: SyncKeys { sync.keys }
    /// How many sends are not done.
    public var unfinishedSends: Int { outbox.count }

    /// Connects and stays connected.
    public func start() { connection.start() }
    /// Disconnects. Unfinished sends stay and go out after the next `start()`.
    public func stop() { connection.stop() }
    /// Holds no connection until the foreground.
    public func enterBackground() { connection.enterBackground() }
    /// Connects at once.
    public func enterForeground() { connection.enterForeground() }
    /// The machine's addresses changed: connects anew at once.
    public func networkChanged() { connection.networkChanged() }
    /// Ends a pause before a retry.
    public func retryNow() { connection.retryNow() }

    // MARK: Effects

    /// Runs what an input caused, in order, and never inside another effect: a callback that calls in here is safe.
    func perform(_ new: [() -> Void]) {
        effects += new
        guard !isDraining else { return }
        isDraining = true
        var index = 0
        while index < effects.count {
            let effect = effects[index]
            index += 1
            effect()
        }
        effects.removeAll(keepingCapacity: true)
        isDraining = false
        followDeadlines()
    }

    func perform(_ effect: @escaping () -> Void) { perform([effect]) }

    private func followDeadlines() {
        outboxTimer.follow(outbox.deadline)
        syncTimer.follow(sync.deadline)
        guard state.isOnline, hasPacedWork else {
            paceTimer.follow(nil)
            return
        }
        let credit = pacer.nextCredit(now: scheduler.now)
        if credit > scheduler.now { paceTimer.follow(credit) }
    }

    private func connect() {
        connection.onStateChange = { [weak self] state in
            guard let self else { return }
            perform { [weak self] in self?.connectionObservers.notify { $0.connectionChanged(to: state) } }
        }
        connection.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .loggedIn: loggedIn()
            case .loggedOut: loggedOut()
            case .frame(let frame): received(frame)
            case .drained: pump()
            }
        }
        outboxTimer.onFire = { [weak self] in
            guard let self else { return }
            acknowledgementsDue()
        }
        syncTimer.onFire = { [weak self] in
            guard let self else { return }
            perform(effects(of: sync.deadlineReached(now: scheduler.now)))
        }
        paceTimer.onFire = { [weak self] in self?.pump() }
    }

    // MARK: The login

    /// The room first, so that what waits for it meets it; then the queues; then, at the pacer's rate, the outbox.
    private func loggedIn() {
        pacer = SendPacer(timing: configuration.timing, now: scheduler.now)
        metadata = MetadataPairing()
        if let room = rooms.current { connection.send(.enterRoom(room)) }
        var new: [() -> Void] = []
        if configuration.server == .today { new += effects(of: sync.connected(now: scheduler.now)) }
        perform(new)
        for (queue, key) in untoldKeys { tellServer(key, queue) }
        if let count = untoldUnreadCount, connection.send(.unreadCount(count)) { untoldUnreadCount = nil }
        pump()
    }

    private func loggedOut() {
        pacedBodies = []
        legacy.disconnected()
        typing.disconnected()
        let outcomes = outbox.disconnected()
        perform(effects(of: sync.disconnected()) + effects(of: outcomes))
    }

    private func acknowledgementsDue() {
        let now = scheduler.now
        let (outcomes, needsProbe) = outbox.deadlineReached(now: now, lastReceived: connection.lastReceived ?? now)
        perform(effects(of: outcomes))
        if needsProbe { connection.probe() }
        pump()
    }

    // MARK: Writing

    private var hasPacedWork: Bool { !pacedBodies.isEmpty || outbox.canTakeNext }

    /// Writes what the pacer, the window and the socket allow.
    func pump() {
        defer { if !isDraining { followDeadlines() } }
        guard state.isOnline else { return }
        var sent = 0
        var written: [(seq: Int32, receipt: SendReceipt)] = []
        while hasPacedWork, connection.pendingBytes < Self.pendingBytesLimit, pacer.take(now: scheduler.now) {
            if sent < pacedBodies.count {
                connection.send(pacedBodies[sent])
                sent += 1
                if sent == pacedBodies.count {
                    pacedBodies = []
                    sent = 0
                }
                continue
            }
            let seq = connection.takeSeq()
            guard let entry = outbox.takeNext(seq: seq, now: scheduler.now) else { break }
            connection.send(entry.body, flags: entry.flags, seq: seq, expectsAnswer: true)
            written.append((seq, entry.receipt))
        }
        pacedBodies.removeFirst(min(sent, pacedBodies.count))
        guard !written.isEmpty else { return }
        perform { [self] in
            for (seq, receipt) in written where outbox.isUnderWay(seq: seq) {
                forEachHandler { $0.handleWriting(receipt) }
            }
        }
    }

    /// No more is written while the socket holds so many bytes; `drained` goes on.
    private static let pendingBytesLimit = 1 << 20
}
