import EventLoop
import Testing

@testable import IMService

/// Every pair of state and input of a queue. The queue's key is 10 everywhere at the start.
struct QueueSyncTableTests {
    enum Place: String, CaseIterable {
        case offline, ready, asked, collecting
        /// An answer comes in that was not asked for.
        case unasked
        /// Offline, the store has a batch.
        case offlineCommit = "offline+commit"
        /// Online, the store has a batch.
        case commit
        /// An answer begins while the store has a batch.
        case collectingCommit = "collecting+commit"
        /// After a failed commit, until the pause is over.
        case paused
        /// After two questions without an answer, until the pause is over.
        case unanswered
        /// That, and a commit had failed before.
        case unansweredPaused = "paused+unanswered"
    }

    enum Input: String, CaseIterable {
        case connected, disconnected
        case pushNext = "push 20 after 10"
        case pushGap = "push 40 after 30"
        case pushUnplaced = "push, no place"
        case pushOld = "push 5 after 4"
        case place = "own place 20 after 10"
        case ownUnplaced = "own, no place"
        case answered, began
        case endedSame = "ended 10"
        case endedNew = "ended 30"
        case endedBack = "ended 5"
        case notifiedNew = "notified 30"
        case notifiedOld = "notified 10"
        case stored, refused
        case early = "deadline, early"
        case late = "deadline, late"
    }

    static let now = Instant(milliseconds: 0)
    static let far = Instant(milliseconds: 1 << 40)

    static func queue(in place: Place) -> QueueSync {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        if place == .offline { return queue }
        _ = queue.connected(now: now)
        _ = queue.began(now: now)
        _ = queue.ended(key: 10, now: now)
        let push = { (queue: inout QueueSync) in
            _ = queue.pushed(QueueSyncTests.message(1), at: QueueSyncTests.position(20, after: 10), now: now)
        }
        switch place {
        case .offline, .ready: break
        case .asked: _ = queue.notified(key: 11, now: now)
        case .collecting:
            _ = queue.notified(key: 11, now: now)
            _ = queue.began(now: now)
        case .unasked: _ = queue.began(now: now)
        case .commit: push(&queue)
        case .offlineCommit:
            push(&queue)
            queue.disconnected()
        case .collectingCommit:
            push(&queue)
            _ = queue.began(now: now)
        case .paused:
            push(&queue)
            _ = queue.commitFinished(succeeded: false, now: now)
        case .unanswered, .unansweredPaused:
            if place == .unansweredPaused {
                push(&queue)
                _ = queue.commitFinished(succeeded: false, now: now)
                _ = queue.deadlineReached(now: Instant(milliseconds: 1_000))
            } else {
                _ = queue.notified(key: 11, now: now)
            }
            for time in [20_000, 40_000] as [Int64] { _ = queue.deadlineReached(now: Instant(milliseconds: time)) }
        }
        return queue
    }

    static func apply(_ input: Input, to queue: inout QueueSync) -> [QueueSync.Action] {
        let message = QueueSyncTests.message(7)
        let place = QueueSyncTests.position
        switch input {
        case .connected: return queue.connected(now: now)
        case .disconnected:
            queue.disconnected()
            return []
        case .pushNext: return queue.pushed(message, at: place(20, 10), now: now)
        case .pushGap: return queue.pushed(message, at: place(40, 30), now: now)
        case .pushUnplaced: return queue.pushed(message, at: nil, now: now)
        case .pushOld: return queue.pushed(message, at: place(5, 4), now: now)
        case .place:
            let receipt = SendReceipt(localID: 3, target: .peer(2))
            return queue.pushed(nil, receipt: receipt, at: place(20, 10), now: now)
        case .ownUnplaced:
            let receipt = SendReceipt(localID: 3, target: .peer(2))
            return queue.pushed(nil, receipt: receipt, at: nil, now: now)
        case .answered: return queue.answered(message, bytes: 1, now: now)
        case .began: return queue.began(now: now)
        case .endedSame: return queue.ended(key: 10, now: now)
        case .endedNew: return queue.ended(key: 30, now: now)
        case .endedBack: return queue.ended(key: 5, now: now)
        case .notifiedNew: return queue.notified(key: 30, now: now)
        case .notifiedOld: return queue.notified(key: 10, now: now)
        case .stored: return queue.commitFinished(succeeded: true, now: now)
        case .refused: return queue.commitFinished(succeeded: false, now: now)
        case .early: return queue.deadlineReached(now: now)
        case .late: return queue.deadlineReached(now: far)
        }
    }

    /// The actions in short, then the phase that follows.
    static func answer(_ place: Place, _ input: Input) -> String {
        var queue = queue(in: place)
        let actions = apply(input, to: &queue).map { action -> String in
            switch action {
            case .request(let key): "ask \(key)"
            case .commit(let messages, let places, let key):
                "store \(messages.count)\(places.isEmpty ? "" : "+\(places.count)")@\(key)"
            case .advance(let key): "tell \(key)"
            case .history(let messages, let key): "old \(messages.map { "\($0.count)" } ?? "missing")@\(key)"
            case .violation: "violation"
            }
        }
        let phase = queue.isCollecting ? "reading" : queue.isRunning ? "asked" : queue.deadline == nil ? "" : "pause"
        return (actions + (phase.isEmpty ? [] : ["(\(phase))"])).joined(separator: " ")
    }

    @Test func everyStateAnswersEveryInputAsTheTableSays() {
        let table = StateTable(Place.self, Input.self, answer: Self.answer)
        #expect(table.text == Self.expected, "\n\(table.text)")
    }

    static let expected = """
                              | offline        | ready          | asked          | collecting     | unasked        | offline+commit | commit    | collecting+commit | paused               | unanswered     | paused+unanswered
        connected             | ask 10 (asked) | ask 10 (asked) | ask 10 (asked) | ask 10 (asked) | ask 10 (asked) |                |           |                   | (pause)              | ask 10 (asked) | ask 10 (asked)
        disconnected          |                |                |                |                |                |                |           |                   |                      |                |
        push 20 after 10      |                | store 1@20     | (asked)        | (reading)      | (reading)      |                |           | (reading)         | store 1@20 (pause)   | store 1@20     | store 1@20
        push 40 after 30      |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | ask 10 (asked) | ask 10 (asked)
        push, no place        |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | ask 10 (asked) | ask 10 (asked)
        push 5 after 4        |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | ask 10 (asked) | ask 10 (asked)
        own place 20 after 10 |                | store 0+1@20   | (asked)        | (reading)      | (reading)      |                |           | (reading)         | store 0+1@20 (pause) | store 0+1@20   | store 0+1@20
        own, no place         |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | ask 10 (asked) | ask 10 (asked)
        answered              |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | (pause)        | (pause)
        began                 |                | (reading)      | (reading)      | (reading)      | (reading)      |                | (reading) | (reading)         | (reading)            | (reading)      | (reading)
        ended 10              |                |                | (asked)        |                |                |                |           |                   | (pause)              | (pause)        | (pause)
        ended 30              |                | ask 10 (asked) | (asked)        | store 0@30     | ask 10 (asked) |                |           |                   | (pause)              | (pause)        | (pause)
        ended 5               |                |                | (asked)        | store 0@5      | ask 10 (asked) |                |           |                   | (pause)              | (pause)        | (pause)
        notified 30           |                | ask 10 (asked) | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | ask 10 (asked) | ask 10 (asked)
        notified 10           |                |                | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | (pause)        | (pause)
        stored                |                |                | (asked)        | (reading)      | (reading)      | tell 20        | tell 20   | tell 20 (reading) | (pause)              | (pause)        | (pause)
        refused               |                |                | (asked)        | (reading)      | (reading)      |                | (pause)   | (reading)         | (pause)              | (pause)        | (pause)
        deadline, early       |                |                | (asked)        | (reading)      | (reading)      |                |           | (reading)         | (pause)              | (pause)        | (pause)
        deadline, late        |                |                | ask 10 (asked) | ask 10 (asked) | ask 10 (asked) |                |           |                   | ask 10 (asked)       | ask 10 (asked) | ask 10 (asked)
        """
}
