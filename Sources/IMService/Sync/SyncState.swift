import EventLoop

/// The personal queue and the super groups' queues together, as a pure value: routes what comes to `QueueSync`s.
struct SyncState {
    /// What to do.
    enum Action: Equatable {
        /// Send SYNC or SYNC_GROUP.
        case request(SyncQueue, key: Int64)
        /// Give the batch to the handlers; answer with `commitFinished` for the queue.
        case commit(SyncBatch)
        /// Everything up to the key is durable: keep it, and tell the server.
        case advance(SyncQueue, key: Int64)
        /// What `loadHistory` asked for: a batch of old messages, whose key is where the next one begins; `nil` where the
        /// answer did not come.
        case history(SyncBatch?)
        /// A sync of the queue began or ended.
        case running(SyncQueue, Bool)
        /// The other side broke the protocol.
        case violation(String)
    }

    /// More super groups than that are not followed.
    static let groupLimit = 10_000

    private let timing: ServiceTiming
    private let groupHistory: HistoryPolicy
    private var personal: QueueSync
    private var groups: [Int64: QueueSync] = [:]
    /// The queue whose answer is coming in.
    private var section: SyncQueue?
    private var isConnected = false
    /// No queue's deadline is earlier; may be too early, never too late.
    private var earliest: Instant?

    /// Makes the state from stored keys.
    init(keys: SyncKeys, history: HistoryPolicy, timing: ServiceTiming) {
        self.timing = timing
        // Nobody can ask a super group for its end; "none" falls back to what the server remembers for the user.
        groupHistory = history == .all ? .all : .sinceServerKey
        personal = QueueSync(key: keys.personal, history: history, timing: timing)
        for (group, key) in keys.groups {
            groups[group] = QueueSync(key: key, history: groupHistory, timing: timing)
        }
    }

    /// How far each queue is committed.
    var keys: SyncKeys {
        SyncKeys(personal: personal.committed, groups: groups.mapValues(\.committed))
    }

    /// When `deadlineReached` is due, or a little before.
    var deadline: Instant? { earliest }

    /// Logged in: every queue is asked for.
    mutating func connected(now: Instant) -> [Action] {
        isConnected = true
        section = nil
        var actions = with(.personal) { $0.connected(now: now) }
        for group in groups.keys.sorted() { actions += with(.group(group)) { $0.connected(now: now) } }
        return actions
    }

    /// The connection is gone.
    mutating func disconnected() -> [Action] {
        guard isConnected else { return [] }
        isConnected = false
        section = nil
        var actions = with(.personal) { $0.disconnected() }
        for group in groups.keys.sorted() { actions += with(.group(group)) { $0.disconnected() } }
        return actions
    }

    /// Asks for old messages of the personal queue, those behind a key of the past.
    mutating func loadHistory(after key: Int64, now: Instant) -> [Action] {
        with(.personal) { $0.loadHistory(after: key, now: now) }
    }

    /// A queue that the client knows of; asked for if it is new.
    mutating func follow(group: Int64, now: Instant) -> [Action] {
        guard groups[group] == nil, groups.count < Self.groupLimit, group > 0 else { return [] }
        groups[group] = QueueSync(key: 0, history: groupHistory, timing: timing)
        guard isConnected else { return [] }
        return with(.group(group)) { $0.connected(now: now) }
    }

    /// A live push, or the place of an own acknowledged message; `nil` also for a push that was not fit to be delivered,
    /// whose place counts all the same.
    mutating func pushed(
        _ message: IncomingMessage?, receipt: SendReceipt? = nil, queue: SyncQueue, at position: QueuePosition?,
        now: Instant
    ) -> [Action] {
        if case .group(let group) = queue, groups[group] == nil { return follow(group: group, now: now) }
        return with(queue) { $0.pushed(message, receipt: receipt, at: position, now: now) }
    }

    /// A message without the PUSH flag; `bytes` of content.
    mutating func answered(_ message: IncomingMessage?, bytes: Int, now: Instant) -> [Action] {
        let queue = section ?? .personal
        var message = message
        switch queue {
        case .personal: break
        case .group(let group):
            // A super group's answer holds that group's messages only.
            switch message?.payload {
            case .group(let groupMessage)? where groupMessage.group == group: break
            case .groupNotice(var notice)?:
                notice.superGroup = group
                message?.payload = .groupNotice(notice)
            case .peer?, .group?, .customer?, .customerSupport?, .system?, nil: message = nil
            }
        }
        return with(queue) { [message] in $0.answered(message, bytes: bytes, now: now) }
    }

    /// An answer begins. One that never ended is given up by its time-out.
    mutating func began(_ queue: SyncQueue, now: Instant) -> [Action] {
        guard isFollowed(queue) else { return [] }
        section = queue
        return with(queue) { $0.began(now: now) }
    }

    /// An answer ends.
    mutating func ended(_ queue: SyncQueue, key: Int64, now: Instant) -> [Action] {
        guard isFollowed(queue), key >= 0 else { return [] }
        if section == queue { section = nil }
        return with(queue) { $0.ended(key: key, now: now) }
    }

    /// The server has something new, perhaps.
    mutating func notified(_ queue: SyncQueue, key: Int64, now: Instant) -> [Action] {
        if case .group(let group) = queue, groups[group] == nil { return follow(group: group, now: now) }
        return with(queue) { $0.notified(key: key, now: now) }
    }

    /// The handlers answered for the queue's batch.
    mutating func commitFinished(_ queue: SyncQueue, succeeded: Bool, now: Instant) -> [Action] {
        guard isFollowed(queue) else { return [] }
        return with(queue) { $0.commitFinished(succeeded: succeeded, now: now) }
    }

    /// The deadline may have passed; harmless if it has not.
    mutating func deadlineReached(now: Instant) -> [Action] {
        guard let bound = earliest, bound <= now else { return [] }
        earliest = nil
        var actions = with(.personal) { $0.deadlineReached(now: now) }
        for group in groups.keys.sorted() { actions += with(.group(group)) { $0.deadlineReached(now: now) } }
        return actions
    }

    private func isFollowed(_ queue: SyncQueue) -> Bool {
        switch queue {
        case .personal: true
        case .group(let group): groups[group] != nil
        }
    }

    /// Runs an input on one queue and names the queue in its actions.
    private mutating func with(_ queue: SyncQueue, _ input: (inout QueueSync) -> [QueueSync.Action]) -> [Action] {
        let wasRunning: Bool
        let isRunning: Bool
        let inner: [QueueSync.Action]
        let deadline: Instant?
        switch queue {
        case .personal:
            wasRunning = personal.isRunning
            inner = input(&personal)
            isRunning = personal.isRunning
            deadline = personal.deadline
        case .group(let group):
            guard let index = groups.index(forKey: group) else { return [] }
            wasRunning = groups.values[index].isRunning
            inner = input(&groups.values[index])
            isRunning = groups.values[index].isRunning
            deadline = groups.values[index].deadline
        }
        if let deadline { earliest = min(earliest ?? deadline, deadline) }
        var actions = inner.map { action -> Action in
            switch action {
            case .request(let key): .request(queue, key: key)
            case .commit(let messages, let places, let key):
                .commit(SyncBatch(queue: queue, messages: messages, ownPlaces: places, key: key))
            case .advance(let key): .advance(queue, key: key)
            case .history(let messages, let key):
                .history(messages.map { SyncBatch(queue: queue, messages: $0, key: key) })
            case .violation(let reason): .violation(reason)
            }
        }
        if wasRunning != isRunning { actions.append(.running(queue, isRunning)) }
        return actions
    }
}
