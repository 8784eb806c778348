import EventLoop
import IMModel
import IMWire

/// Own messages on their way: waiting for a connection, or written and not yet acknowledged. A pure value.
///
/// Laws: a message goes out once, and once more only if the connection was lost before its ACK (with a new seq and the
/// same content, so that a receiver can drop the double); a later message never overtakes an earlier one; each message
/// ends in exactly one of acknowledged or failed, but a late ACK may turn "timed out" into "acknowledged".
struct Outbox {
    /// A message with what the wire needs.
    struct Entry: Equatable {
        var receipt: SendReceipt
        var body: FrameBody
        var flags: FrameFlags
        /// How often it has been written.
        var attempts = 0
        /// Place in the order of sending.
        fileprivate var order = 0

        init(receipt: SendReceipt, body: FrameBody, flags: FrameFlags = []) {
            self.receipt = receipt
            self.body = body
            self.flags = flags
        }
    }

    /// What became of a message.
    enum Outcome: Equatable {
        case acknowledged(SendReceipt)
        case failed(SendReceipt, SendFailure)
        /// Written, but the link was lost before the ACK: it waits to go out once more.
        case interrupted(SendReceipt)
    }

    private let timing: ServiceTiming
    /// Waiting, in order; `head` is the first that is still there.
    private var waiting: [Entry] = []
    private var head = 0
    private var underWay: [Int32: Entry] = [:]
    /// Seqs in order of sending with their ACK deadlines; entries already acknowledged are skipped when met.
    private var deadlines: [(seq: Int32, until: Instant)] = []
    private var deadlineHead = 0
    /// Nothing is decided before: the link is being probed.
    private var probedUntil: Instant?
    /// Every message that is not done.
    private var pending: Set<SendReceipt> = []
    /// Failed by time-out on this connection: their ACK may still come.
    private var timedOut: [Int32: SendReceipt] = [:]
    private var timedOutOrder: [Int32] = []
    private var nextOrder = 0
    /// How many late failures are remembered.
    private static let rememberedFailures = 256

    /// Makes an empty outbox.
    init(timing: ServiceTiming) { self.timing = timing }

    /// How many messages are not done.
    var count: Int { pending.count }
    /// Whether something waits to be written.
    var hasWaiting: Bool { head < waiting.count }
    /// Whether `takeNext` would answer one.
    var canTakeNext: Bool { hasWaiting && underWay.count < timing.sendWindow }
    /// How many are written and unacknowledged.
    var underWayCount: Int { underWay.count }
    /// Whether the message written with a seq is unacknowledged.
    func isUnderWay(seq: Int32) -> Bool { underWay[seq] != nil }
    /// When `deadlineReached` is due.
    var deadline: Instant? {
        guard deadlineHead < deadlines.count else { return nil }
        return max(deadlines[deadlineHead].until, probedUntil ?? deadlines[deadlineHead].until)
    }

    /// Whether the message is not done yet. O(1).
    func isSending(_ receipt: SendReceipt) -> Bool { pending.contains(receipt) }

    /// Takes a message; `false` if it is on its way already.
    mutating func enqueue(_ entry: Entry) -> Bool {
        guard pending.insert(entry.receipt).inserted else { return false }
        var entry = entry
        entry.order = nextOrder
        nextOrder += 1
        waiting.append(entry)
        return true
    }

    /// The next message to write, if the window has room; it counts as written with `seq`. O(1) amortised.
    mutating func takeNext(seq: Int32, now: Instant) -> Entry? {
        guard canTakeNext else { return nil }
        var entry = waiting[head]
        head += 1
        if head == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1_024, head > waiting.count / 2 {
            waiting.removeSubrange(..<head)
            head = 0
        }
        entry.attempts += 1
        underWay[seq] = entry
        deadlines.append((seq, now.advanced(by: timing.acknowledgementTimeout)))
        return entry
    }

    /// The server answered a seq. Unknown, doubled and negative ones change nothing.
    mutating func acknowledged(seq: Int32, status: Int8) -> Outcome? {
        if let entry = underWay.removeValue(forKey: seq) {
            pending.remove(entry.receipt)
            skipDone()
            if let failure = Self.failure(status: status) { return .failed(entry.receipt, failure) }
            return .acknowledged(entry.receipt)
        }
        // Late: it has been told as failed by time-out; unless it is being sent anew, the truth is told now.
        guard let receipt = timedOut.removeValue(forKey: seq), !pending.contains(receipt) else { return nil }
        if let failure = Self.failure(status: status) { return .failed(receipt, failure) }
        return .acknowledged(receipt)
    }

    /// Fails what was not acknowledged in time although the link is alive.
    ///
    /// - Parameter lastReceived: When the last frame came. If that is too long ago the link may be dead, and then the
    ///   message is to go out again rather than to fail: the answer asks for a probe, and decides after it.
    mutating func deadlineReached(now: Instant, lastReceived: Instant) -> (outcomes: [Outcome], needsProbe: Bool) {
        var outcomes: [Outcome] = []
        while let due = deadline, due <= now {
            let (seq, until) = deadlines[deadlineHead]
            if lastReceived.since(until) < -timing.acknowledgementTimeout * 2 / 3 {
                probedUntil = now.advanced(by: timing.heartbeatTimeout + 1_000)
                return (outcomes, true)
            }
            deadlineHead += 1
            guard let entry = underWay.removeValue(forKey: seq) else { continue }
            pending.remove(entry.receipt)
            remember(seq, entry.receipt)
            outcomes.append(.failed(entry.receipt, .timedOut))
        }
        if !outcomes.isEmpty { probedUntil = nil }
        skipDone()
        return (outcomes, false)
    }

    /// The connection is gone: what was written once waits in front, in the old order; what was written twice has failed.
    mutating func disconnected() -> [Outcome] {
        var outcomes: [Outcome] = []
        var again: [Entry] = []
        for entry in underWay.values.sorted(by: { $0.order < $1.order }) {
            if entry.attempts < 2 {
                again.append(entry)
                outcomes.append(.interrupted(entry.receipt))
            } else {
                pending.remove(entry.receipt)
                outcomes.append(.failed(entry.receipt, .disconnected))
            }
        }
        underWay.removeAll()
        deadlines.removeAll()
        deadlineHead = 0
        probedUntil = nil
        timedOut.removeAll()
        timedOutOrder.removeAll()
        waiting = again + waiting[head...]
        head = 0
        return outcomes
    }

    /// Gives up everything that `matches`, waiting or written; used for rooms that are left.
    mutating func fail(_ failure: SendFailure, where matches: (SendReceipt) -> Bool) -> [Outcome] {
        var outcomes: [Outcome] = []
        for (seq, entry) in underWay.sorted(by: { $0.value.order < $1.value.order }) where matches(entry.receipt) {
            underWay[seq] = nil
            pending.remove(entry.receipt)
            outcomes.append(.failed(entry.receipt, failure))
        }
        var kept: [Entry] = []
        for entry in waiting[head...] {
            if matches(entry.receipt) {
                pending.remove(entry.receipt)
                outcomes.append(.failed(entry.receipt, failure))
            } else {
                kept.append(entry)
            }
        }
        waiting = kept
        head = 0
        skipDone()
        return outcomes
    }

    /// The typed failure of an ACK's status (protocol document, section 5.4); `nil` for success.
    static func failure(status: Int8) -> SendFailure? {
        switch status {
        case 0: nil
        case 1: .notMyFriend
        case 2: .notTheirFriend
        case 3: .blacklisted
        case 64: .notMember
        case 65: .noSuchGroup
        default: .rejected(status: Int(status))
        }
    }

    private mutating func remember(_ seq: Int32, _ receipt: SendReceipt) {
        timedOut[seq] = receipt
        timedOutOrder.append(seq)
        if timedOutOrder.count > Self.rememberedFailures { timedOut[timedOutOrder.removeFirst()] = nil }
    }

    /// Moves past deadlines whose messages are done, so that `deadline` never wakes for nothing.
    private mutating func skipDone() {
        while deadlineHead < deadlines.count, underWay[deadlines[deadlineHead].seq] == nil { deadlineHead += 1 }
        if deadlineHead == deadlines.count {
            deadlines.removeAll(keepingCapacity: true)
            deadlineHead = 0
        }
    }
}
