import EventLoop

/// One queue's way from the server into the store, as a pure value.
///
/// Positions: `committed` is durable here and may be told to the server; `tail` also counts what is handed over or waits
/// for the store. Laws: messages are handed over in the server's order, each once as far as keys can tell; at most one
/// batch is under way, later messages wait and make up the next; a sync's messages are handed over at its end, never
/// in the middle; an answer is used only if it was asked for from the very position that holds when it begins.
struct QueueSync {
    /// What to do.
    enum Action: Equatable {
        /// Ask for what is behind the key.
        case request(key: Int64)
        /// Give the messages to the handlers; answer with `commitFinished`.
        case commit(messages: [IncomingMessage], ownPlaces: [SyncBatch.OwnPlace] = [], key: Int64)
        /// Everything up to the key is durable.
        case advance(key: Int64)
        /// What is behind a key that was asked for with `loadHistory`, up to `key`; `nil` where the answer did not come.
        case history(messages: [IncomingMessage]?, key: Int64)
        /// The server sent more than any server would.
        case violation(String)
    }

    private enum Phase {
        /// No login.
        case offline
        /// Nothing asked.
        case ready
        /// Asked, give up at `until`.
        case asked(until: Instant)
        /// The answer is coming in; `usable` if it was asked from where we are. It is given up at `until`, and is over at
        /// `limit` or the server is broken.
        case collecting(from: Int64, usable: Bool, until: Instant, limit: Instant)
    }

    /// An answer that has not ended after so many milliseconds, and one more for so many bytes, is a violation.
    static let answerLimit: Int64 = 600_000
    private static let leastBytesPerMillisecond: Int64 = 4
    /// So many answers without news are taken before the questions are spread out.
    private static let freeSyncs = 3
    /// Asking from a key beyond every queue's end moves to the end without a message ("key ahead of the server").
    static let beyondTheEnd: Int64 = 1 << 53

    private let timing: ServiceTiming
    private let policy: HistoryPolicy
    private(set) var committed: Int64
    private var tail: Int64
    private var phase = Phase.offline
    private var collected = CollectedAnswer()
    private var held = HeldPushes()
    private var open = OpenQuestions()
    /// Whether the answer that comes in may be that to a newer question.
    private var mayAnswerNext = false
    /// A sync is needed.
    private var isWanted = false
    /// Answers that did not come, in a row, with no news meanwhile.
    private var timeouts = 0
    /// Answers without anything new, in a row: hints are often wrong, and must not make a loop at the network's speed.
    private var fruitless = 0
    /// The batch that the store has.
    private var committing: Int64?
    private var waiting: [IncomingMessage] = []
    private var waitingPlaces: [SyncBatch.OwnPlace] = []
    private var hasWaiting = false
    private var commitFailures = 0
    private var pause: SyncPause?
    private var history = HistoryQuestion()

    /// Makes a queue's state from its stored key (0: never synchronised).
    init(key: Int64, history: HistoryPolicy, timing: ServiceTiming) {
        committed = key
        tail = key
        policy = history
        self.timing = timing
    }

    /// Whether a sync runs or is needed.
    var isRunning: Bool {
        switch phase {
        case .asked, .collecting: true
        case .offline, .ready: false
        }
    }

    /// Whether an answer is coming in.
    var isCollecting: Bool {
        if case .collecting = phase { true } else { false }
    }

    /// When `deadlineReached` is due.
    var deadline: Instant? {
        switch phase {
        case .offline: nil
        case .ready: pause?.end
        case .asked(let until): until
        case .collecting(_, _, let until, let limit): min(until, limit)
        }
    }

    // MARK: The connection

    /// Logged in: whatever happened meanwhile is unknown.
    mutating func connected(now: Instant) -> [Action] {
        phase = .ready
        isWanted = true
        timeouts = 0
        fruitless = 0
        // Silence and odd answers were the last connection's; the store is the same.
        if pause?.reason != .store { pause = nil }
        return pump(now: now)
    }

    /// A half-read answer is thrown away; it comes again. A batch that the store has is finished.
    @discardableResult
    mutating func disconnected() -> [Action] {
        phase = .offline
        forgetAnswer()
        held.forget()
        open.forget()
        return history.giveUp()
    }

    /// Asks for what is behind a key of the past, once nothing else is to do; the queue stays where it is.
    mutating func loadHistory(after key: Int64, now: Instant) -> [Action] {
        guard !isOffline, history.want(key) else { return [.history(messages: nil, key: key)] }
        return pump(now: now)
    }

    // MARK: Frames

    /// A live push, or the place of an own acknowledged message (`message == nil`), of `receipt`; `nil` where the METADATA
    /// that tells the place did not come.
    mutating func pushed(
        _ message: IncomingMessage?, receipt: SendReceipt? = nil, at position: QueuePosition?, now: Instant
    ) -> [Action] {
        let item = HeldPushes.Item(position: position, message: message, receipt: receipt)
        switch phase {
        case .offline: return []
        case .asked, .collecting:
            held.hold(item)
            return []
        case .ready:
            // A queue that did not answer has news: it is loaded now.
            if pause?.reason == .silence { pause = nil }
            place(item, as: .live)
            return pump(now: now)
        }
    }

    /// A message without the PUSH flag: part of an answer, or else unasked for and only a hint.
    mutating func answered(_ message: IncomingMessage?, bytes: Int, now: Instant) -> [Action] {
        switch phase {
        case .offline: return []
        case .collecting(let from, let usable, _, let limit):
            let limit = limit.advanced(by: Int64(bytes) / Self.leastBytesPerMillisecond)
            phase = .collecting(from: from, usable: usable, until: patience(now), limit: limit)
            guard usable, let message else { return [] }
            guard let violation = collected.append(message, bytes: bytes) else { return [] }
            forgetAnswer()
            return [violation]
        case .ready, .asked:
            isWanted = true
            return pump(now: now)
        }
    }

    /// An answer begins.
    mutating func began(now: Instant) -> [Action] {
        guard !isOffline else { return [] }
        let answer = open.answer(at: openKey, now: now, patience: timing.syncTimeout)
        mayAnswerNext = answer.mayBeNext
        forgetAnswer()
        phase = .collecting(
            from: answer.oldest ?? tail, usable: answer.isSure && committing == nil && !hasWaiting,
            until: patience(now),
            limit: now.advanced(by: Self.answerLimit))
        return []
    }

    /// An answer ends; the key is the queue's now, perhaps smaller than ours.
    mutating func ended(key: Int64, now: Instant) -> [Action] {
        guard case .collecting(let from, let usable, _, _) = phase else {
            guard !isOffline else { return [] }
            isWanted = isWanted || key > tail
            return pump(now: now)
        }
        timeouts = 0
        if !usable, !mayAnswerNext, open.contains(openKey) {
            // An answer to an old question; the one to the new question is on its way.
            forgetAnswer()
            phase = .asked(until: patience(now))
            return []
        }
        phase = .ready
        let messages = collected.messages
        forgetAnswer()
        if history.isAsked { return historyEnded(usable ? messages : nil, key: key, now: now) }
        if usable {
            // The end of an empty queue is the key that was asked from; then all that comes later is behind key 1.
            let skips = from == Self.beyondTheEnd
            let end = skips && key >= from ? 1 : key
            if end != tail || !messages.isEmpty {
                waiting += skips ? [] : messages
                hasWaiting = true
                tail = end
                fruitless = 0
            } else {
                fruitless += 1
            }
            isWanted = held.hint > end
        } else {
            isWanted = key != tail || isWanted
        }
        if fruitless > Self.freeSyncs { pause = .fruitlessAnswers(fruitless - Self.freeSyncs, now: now) }
        held.forgetHint()
        let isSetBack = usable && key < from && from != Self.beyondTheEnd
        placeHeld(as: isSetBack ? .setBack : .answered)
        return pump(now: now)
    }

    private mutating func historyEnded(_ messages: [IncomingMessage]?, key: Int64, now: Instant) -> [Action] {
        let answer = history.answered(messages, upTo: key)
        isWanted = isWanted || held.hint > tail
        held.forgetHint()
        placeHeld(as: .answered)
        return [answer] + pump(now: now)
    }

    /// The server names a key: a hint only, it may be another queue's (protocol document, section 5.7).
    mutating func notified(key: Int64, now: Instant) -> [Action] {
        switch phase {
        case .offline: return []
        case .asked, .collecting:
            held.named(key, tail: tail)
            return []
        case .ready:
            guard key > tail else { return [] }
            isWanted = true
            if pause?.reason == .silence { pause = nil }
            return pump(now: now)
        }
    }

    // MARK: The store

    /// The store answered for the batch under way.
    mutating func commitFinished(succeeded: Bool, now: Instant) -> [Action] {
        guard let key = committing else { return [] }
        committing = nil
        guard succeeded else {
            // Everything behind the failed batch is void: it comes again, in order.
            commitFailures += 1
            tail = committed
            waiting = []
            waitingPlaces = []
            hasWaiting = false
            isWanted = true
            pause = .store(failures: commitFailures, timing: timing, now: now)
            return pump(now: now)
        }
        commitFailures = 0
        pause = nil
        committed = key
        return [.advance(key: key)] + pump(now: now)
    }

    // MARK: Time

    /// The deadline may have passed; harmless if it has not.
    mutating func deadlineReached(now: Instant) -> [Action] {
        guard let deadline, deadline <= now else { return [] }
        switch phase {
        case .offline: return []
        case .ready: pause = nil
        case .collecting(_, _, let until, let limit) where limit <= now && until > now:
            forgetAnswer()
            return [.violation("a sync that does not end")]
        case .asked, .collecting:
            // Super groups that the server has not loaded are not answered at all (protocol document, section 5.8).
            // What has news meanwhile is loaded now, and answers.
            timeouts = held.hasNews ? 1 : timeouts + 1
            phase = .ready
            forgetAnswer()
            isWanted = true
            pause = timeouts > 1 ? .silence(timeouts: timeouts, timing: timing, now: now) : nil
            placeHeld(as: .answered)
            if history.isAsked { return history.giveUp() + pump(now: now) }
        }
        return pump(now: now)
    }

    // MARK: Inside

    private var isOffline: Bool {
        if case .offline = phase { true } else { false }
    }

    private func patience(_ now: Instant) -> Instant { now.advanced(by: timing.syncTimeout) }

    /// The key of the question on its way: the sync's, or that of old messages.
    private var openKey: Int64 { history.isAsked ? history.key ?? requestKey : requestKey }

    /// The key to ask from: that of the tail, or for a new installation what the policy says.
    private var requestKey: Int64 {
        guard tail == 0 else { return tail }
        switch policy {
        case .all: return 1
        case .sinceServerKey: return 0
        case .none: return Self.beyondTheEnd
        }
    }

    private mutating func forgetAnswer() { collected = CollectedAnswer() }

    /// When a push is looked at.
    private enum Moment {
        /// As it comes, no sync running.
        case live
        /// After an answer that may have held it.
        case answered
        /// After an answer that showed the server's queue to end before our key: a smaller key is news, not a double.
        case setBack
    }

    private mutating func placeHeld(as moment: Moment) {
        for push in held.take() { place(push, as: moment) }
    }

    /// Decides about a push by its place.
    private mutating func place(_ item: HeldPushes.Item, as moment: Moment) {
        guard let position = item.position, position.key > 0 else {
            // An own message that the server has somewhere is news about the order.
            isWanted = isWanted || item.message != nil || item.receipt != nil
            return
        }
        if position.previous != 0, position.previous == tail {
            accept(item, key: position.key)
        } else if position.key > tail {
            // A gap. An own message whose predecessor is not told is no news by itself.
            isWanted = isWanted || item.message != nil || position.previous != 0
        } else if moment == .setBack, item.message != nil {
            accept(item, key: tail)
        } else if moment == .live, position.key < committed, item.message != nil {
            // A double, or a server that was set back: the answer to the next question tells which.
            held.hold(item)
            isWanted = true
        }
    }

    private mutating func accept(_ item: HeldPushes.Item, key: Int64) {
        guard waiting.count < HeldPushes.limit else {
            // The store is slow: leave a gap here, and let a later sync bring it.
            isWanted = true
            return
        }
        if let message = item.message { waiting.append(message) }
        if let receipt = item.receipt {
            waitingPlaces.append(SyncBatch.OwnPlace(receipt: receipt, precededBy: waiting.count))
        }
        hasWaiting = true
        fruitless = 0
        tail = key
    }

    /// Starts what can be started: first the store, then, when it has everything, the next sync.
    private mutating func pump(now: Instant) -> [Action] {
        guard committing == nil else { return [] }
        if hasWaiting {
            let (messages, places) = (waiting, waitingPlaces)
            waiting = []
            waitingPlaces = []
            hasWaiting = false
            committing = tail
            return [.commit(messages: messages, ownPlaces: places, key: tail)]
        }
        guard case .ready = phase else { return [] }
        guard isWanted else {
            return history.ask().map { ask($0, now: now) } ?? []
        }
        if let pause, pause.end > now { return [] }
        pause = nil
        isWanted = false
        return ask(requestKey, now: now)
    }

    private mutating func ask(_ key: Int64, now: Instant) -> [Action] {
        phase = .asked(until: patience(now))
        held.asked()
        open.ask(key, now: now)
        return [.request(key: key)]
    }
}
