public import IMModel

/// Owns the loaded window of one session's messages: takes in what the engine tells, asks the provider for more at
/// either end, drops what lies far away, and answers every change as a `ListChange`.
///
/// The window is one unbroken piece of the session. While it does not reach the session's end, messages that come in
/// are not appended but told as below, and fetched when the view gets there.
public final class SessionDataManager {
    /// Why the window changed.
    public enum ChangeCause: Sendable, Hashable {
        /// Messages came in or were written.
        case arrival
        /// The engine or the user changed, replaced or deleted messages.
        case edit
        /// Another piece of the session is loaded: pages, jumps, rows dropped at a far end. Nothing was deleted.
        case window
    }

    /// Milliseconds that a provider has for an answer; a later one is ignored.
    public static let requestTimeout: Int64 = 15_000
    /// Messages kept for the end of a fetch that may not have seen them.
    static let rememberedArrivals = 500

    /// Which session.
    public let session: SessionID
    /// Called for every change, inside the queue, once the window has it.
    public var onChange: ((ListChange<Message>, ChangeCause) -> Void)?
    /// Called after each batch of changes.
    public var onBatchEnd: (() -> Void)?
    /// Called with messages that came in newer than the window, which does not reach the end.
    public var onArrivalsBelow: (([MessageID]) -> Void)?
    /// Called when the status of either end has changed.
    public var onStatusChange: (() -> Void)?
    /// Called with a message when what is said of the gap above it has changed.
    public var onGapChange: ((MessageID) -> Void)?
    /// What has been done.
    public internal(set) var counters = FlowCounters()

    /// Whether messages older than the window may exist.
    public internal(set) var hasOlder = true
    /// Whether the last page said that it is all from this machine, and that nobody keeps more.
    public internal(set) var isLocalOnly = false
    /// Whether messages newer than the window exist.
    public internal(set) var hasNewer = false

    var window = MessageWindow()
    var pageSize: Int
    let provider: any SessionMessageProvider
    let scheduler: any FlowScheduling
    var older = PageFetch()
    var newer = PageFetch()
    var olderEnd = PageEnd()
    var newerEnd = PageEnd()
    var jumping: Jump?
    /// What is missing above messages of the window, by the message.
    var gaps: [MessageID: HistoryGap] = [:]
    /// What became of asking for gaps, by the gap.
    var gapStates: [String: GapState] = [:]
    /// The request for a gap that is on its way, and the reload behind it.
    var filling: Filling?
    var arrivals: [Message] = []
    var forgotArrivals = false
    var isClosed = false
    private var lastToken: UInt64 = 0
    private var queue: ChangeQueue<WindowOperation>?

    /// Makes the manager of a session; nothing is fetched yet.
    public init(
        session: SessionID, provider: any SessionMessageProvider, pageSize: Int, scheduler: any FlowScheduling
    ) {
        self.session = session
        self.provider = provider
        self.pageSize = max(1, pageSize)
        self.scheduler = scheduler
        newer.reset(isComplete: true)
        queue = ChangeQueue { [weak self] operations in
            guard let self else { return }
            for operation in operations { apply(operation) }
            onBatchEnd?()
        }
    }

    /// How many messages are loaded.
    public var count: Int { window.count }
    /// All loaded messages, oldest first. O(n).
    public var messages: [Message] { window.messages }
    /// How fetching older messages stands.
    public var olderStatus: LoadStatus { older.status }
    /// How fetching newer messages stands.
    public var newerStatus: LoadStatus { newer.status }
    /// Whether a jump waits for its page.
    public var isJumping: Bool { jumping != nil }

    /// Takes in messages that came in or were written.
    public func insert(_ messages: [Message]) { enqueue(.insert(messages)) }
    /// Changes messages by their local id.
    public func update(_ messages: [Message]) { enqueue(.update(messages)) }
    /// Takes messages out.
    public func delete(_ ids: [MessageID]) { enqueue(.delete(ids)) }
    /// Makes the window these messages; they reach to the session's end.
    public func replaceAll(_ messages: [Message]) { enqueue(.replaceAll(messages)) }
    /// Makes one batch of everything that the closure does.
    public func batch(_ changes: () -> Void) {
        guard let queue else { return }
        queue.batch(changes)
    }

    /// Drops messages at one end of the window; they are fetched again when needed.
    public func drop(_ count: Int, fromFront: Bool) {
        guard count > 0 else { return }
        enqueue(.drop(count, fromFront: fromFront))
    }

    /// Stops everything; answers that still come are ignored.
    public func close() {
        isClosed = true
        olderEnd.stopTimer(scheduler)
        newerEnd.stopTimer(scheduler)
        cancelJump()
        stopFilling()
    }

    func enqueue(_ operation: WindowOperation) {
        guard !isClosed else { return }
        queue?.enqueue(operation)
    }

    func nextToken() -> UInt64 {
        lastToken += 1
        return lastToken
    }

    func deliver(_ change: ListChange<Message>, _ cause: ChangeCause) {
        guard !change.isEmpty else { return }
        counters.changesApplied += 1
        onChange?(change, cause)
    }

    /// Leaves out what belongs to another session.
    func ours(_ messages: [Message]) -> [Message] {
        guard messages.contains(where: { $0.session != session }) else { return messages }
        let kept = messages.filter { $0.session == session }
        counters.outsideWindow += messages.count - kept.count
        return kept
    }

    private func apply(_ operation: WindowOperation) {
        let duplicates = window.duplicates
        switch operation {
        case .insert(let messages): applyInsert(ours(messages))
        case .update(let messages):
            for message in messages {
                if let index = arrivals.firstIndex(where: { $0.id == message.id }) { arrivals[index] = message }
            }
            let result = window.update(ours(messages))
            counters.unknownIgnored += result.unknown
            deliver(result.change, .edit)
        case .delete(let ids):
            if !arrivals.isEmpty { arrivals.removeAll { ids.contains($0.id) } }
            moveGaps(from: ids)
            let result = window.delete(ids)
            counters.unknownIgnored += result.unknown
            deliver(result.change, .edit)
        case .replaceAll(let messages):
            counters.diffsComputed += 1
            deliver(window.replaceAll(ours(messages)), .edit)
            becomes(hasOlder: true, hasNewer: false)
        case .drop(let count, let fromFront): applyDrop(count, fromFront)
        case .page(let token, let end, let page): applyPage(page, token, end)
        case .jump(let token, let page): applyJump(page, token)
        case .reload(let token, let id, let page): applyReload(page, around: id, token)
        }
        counters.duplicatesDropped += window.duplicates - duplicates
    }

    private func applyInsert(_ messages: [Message]) {
        let fresh = messages.filter { $0.type != .control }
        let isOpenEnded = hasNewer || jumping != nil
        if isOpenEnded { remember(fresh) }
        var below: [MessageID] = []
        let inside = fresh.filter { message in
            guard window[message.id] == nil else { return true }
            if hasNewer, message.order >= window.last?.order ?? .min {
                below.append(message.id)
                return false
            }
            if hasOlder, olderEnd.isTouched, let first = window.first, message.order < first.order {
                counters.outsideWindow += 1
                return false
            }
            return true
        }
        deliver(window.insert(inside, .later), .arrival)
        if !below.isEmpty { onArrivalsBelow?(below) }
    }

    private func remember(_ messages: [Message]) {
        arrivals += messages.filter { message in !arrivals.contains { $0.id == message.id } }
        let excess = arrivals.count - Self.rememberedArrivals
        if excess > 0 {
            arrivals.removeFirst(excess)
            forgotArrivals = true
        }
    }

    private func applyDrop(_ count: Int, _ fromFront: Bool) {
        let before = window.count
        deliver(window.drop(count, fromFront: fromFront), .window)
        counters.rowsDropped += before - window.count
        if fromFront {
            hasOlder = true
            olderEnd.forget(scheduler)
            olderEnd.isTouched = true
            older.reset(isComplete: false)
        } else {
            if !hasNewer { forgetArrivals() }
            hasNewer = true
            newerEnd.forget(scheduler)
            newer.reset(isComplete: false)
        }
        onStatusChange?()
    }

    /// The window is another piece of the session: requests of the old one are forgotten.
    func becomes(hasOlder: Bool, hasNewer: Bool) {
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        olderEnd.forget(scheduler)
        newerEnd.forget(scheduler)
        olderEnd.isTouched = true
        older.reset(isComplete: !hasOlder)
        newer.reset(isComplete: !hasNewer)
        onStatusChange?()
    }

    func forgetArrivals() {
        arrivals = []
        forgotArrivals = false
    }
}
