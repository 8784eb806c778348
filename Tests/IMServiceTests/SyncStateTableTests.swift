import EventLoop
import Testing

@testable import IMService

/// Every pair of state and input of the queues together. The personal queue's key is 10, group 2's is 20; group 9 is not
/// followed.
struct SyncStateTableTests {
    enum Place: String, CaseIterable {
        case offline, idle
        /// The answer of the personal queue comes in.
        case personal
        /// The answer of group 2 comes in.
        case group
        /// The store has a batch of the personal queue.
        case commit
    }

    enum Input: String, CaseIterable {
        case connected, disconnected
        case follow = "follow 9"
        case followAgain = "follow 2"
        case pushPersonal = "push"
        case pushGroup = "push of 2"
        case pushStranger = "push of 9"
        case peer = "answered, peer"
        case ofGroup = "answered, group 2"
        case ofStranger = "answered, group 9"
        case began, ended
        case groupBegan = "began 2"
        case groupEnded = "ended 2"
        case strangerBegan = "began 9"
        case strangerEnded = "ended 9"
        case negativeEnd = "ended -1"
        case notified
        case groupNotified = "notified 2"
        case strangerNotified = "notified 9"
        case stored
        case groupStored = "stored 2"
        case strangerStored = "stored 9"
        case late = "deadline, late"
    }

    static let now = Instant(milliseconds: 0)
    static let far = Instant(milliseconds: 1 << 40)

    static func group(_ id: Int64) -> IncomingMessage {
        IncomingMessage(payload: .group(GroupMessage(sender: 5, group: id, content: "x")))
    }

    static func sync(in place: Place) -> SyncState {
        var sync = SyncState(keys: SyncKeys(personal: 10, groups: [2: 20]), history: .all, timing: ServiceTiming())
        if place == .offline { return sync }
        _ = sync.connected(now: now)
        _ = sync.began(.personal, now: now)
        _ = sync.ended(.personal, key: 10, now: now)
        _ = sync.began(.group(2), now: now)
        _ = sync.ended(.group(2), key: 20, now: now)
        switch place {
        case .offline, .idle: break
        case .personal:
            _ = sync.notified(.personal, key: 11, now: now)
            _ = sync.began(.personal, now: now)
        case .group:
            _ = sync.notified(.group(2), key: 21, now: now)
            _ = sync.began(.group(2), now: now)
        case .commit:
            _ = sync.pushed(
                QueueSyncTests.message(1), queue: .personal, at: QueueSyncTests.position(15, after: 10), now: now)
        }
        return sync
    }

    static func apply(_ input: Input, to sync: inout SyncState) -> [SyncState.Action] {
        let message = QueueSyncTests.message(7)
        let place = QueueSyncTests.position
        switch input {
        case .connected: return sync.connected(now: now)
        case .disconnected: return sync.disconnected()
        case .follow: return sync.follow(group: 9, now: now)
        case .followAgain: return sync.follow(group: 2, now: now)
        case .pushPersonal: return sync.pushed(message, queue: .personal, at: place(15, 10), now: now)
        case .pushGroup: return sync.pushed(group(2), queue: .group(2), at: place(25, 20), now: now)
        case .pushStranger: return sync.pushed(group(9), queue: .group(9), at: place(25, 20), now: now)
        case .peer: return sync.answered(message, bytes: 1, now: now)
        case .ofGroup: return sync.answered(group(2), bytes: 1, now: now)
        case .ofStranger: return sync.answered(group(9), bytes: 1, now: now)
        case .began: return sync.began(.personal, now: now)
        case .ended: return sync.ended(.personal, key: 30, now: now)
        case .groupBegan: return sync.began(.group(2), now: now)
        case .groupEnded: return sync.ended(.group(2), key: 30, now: now)
        case .strangerBegan: return sync.began(.group(9), now: now)
        case .strangerEnded: return sync.ended(.group(9), key: 30, now: now)
        case .negativeEnd: return sync.ended(.personal, key: -1, now: now)
        case .notified: return sync.notified(.personal, key: 30, now: now)
        case .groupNotified: return sync.notified(.group(2), key: 30, now: now)
        case .strangerNotified: return sync.notified(.group(9), key: 30, now: now)
        case .stored: return sync.commitFinished(.personal, succeeded: true, now: now)
        case .groupStored: return sync.commitFinished(.group(2), succeeded: true, now: now)
        case .strangerStored: return sync.commitFinished(.group(9), succeeded: true, now: now)
        case .late: return sync.deadlineReached(now: far)
        }
    }

    static func name(_ queue: SyncQueue) -> String {
        switch queue {
        case .personal: "P"
        case .group(let id): "G\(id)"
        }
    }

    static func answer(_ place: Place, _ input: Input) -> String {
        var sync = sync(in: place)
        return apply(input, to: &sync).map { action -> String in
            switch action {
            case .request(let queue, let key): "ask \(name(queue)) \(key)"
            case .commit(let batch): "store \(name(batch.queue)) \(batch.messages.count)@\(batch.key)"
            case .advance(let queue, let key): "tell \(name(queue)) \(key)"
            case .history(let batch): "old \(batch.map { "\($0.messages.count)" } ?? "missing")"
            case .running(let queue, let isRunning): (isRunning ? "+" : "-") + name(queue)
            case .violation: "violation"
            }
        }.joined(separator: " ")
    }

    @Test func everyStateAnswersEveryInputAsTheTableSays() {
        let table = StateTable(Place.self, Input.self, answer: Self.answer)
        #expect(table.text == Self.expected, "\n\(table.text)")
    }

    static let expected = """
                          | offline                   | idle                      | personal               | group                 | commit
        connected         | ask P 10 +P ask G2 20 +G2 | ask P 10 +P ask G2 20 +G2 | ask P 10 ask G2 20 +G2 | ask P 10 +P ask G2 20 | ask G2 20 +G2
        disconnected      |                           |                           | -P                     | -G2                   |
        follow 9          |                           | ask G9 1 +G9              | ask G9 1 +G9           | ask G9 1 +G9          | ask G9 1 +G9
        follow 2          |                           |                           |                        |                       |
        push              |                           | store P 1@15              |                        | store P 1@15          |
        push of 2         |                           | store G2 1@25             | store G2 1@25          |                       | store G2 1@25
        push of 9         |                           | ask G9 1 +G9              | ask G9 1 +G9           | ask G9 1 +G9          | ask G9 1 +G9
        answered, peer    |                           | ask P 10 +P               |                        |                       |
        answered, group 2 |                           | ask P 10 +P               |                        |                       |
        answered, group 9 |                           | ask P 10 +P               |                        |                       |
        began             |                           | +P                        |                        | +P                    | +P
        ended             |                           | ask P 10 +P               | store P 0@30 -P        | ask P 10 +P           |
        began 2           |                           | +G2                       | +G2                    |                       | +G2
        ended 2           |                           | ask G2 20 +G2             | ask G2 20 +G2          | store G2 0@30 -G2     | ask G2 20 +G2
        began 9           |                           |                           |                        |                       |
        ended 9           |                           |                           |                        |                       |
        ended -1          |                           |                           |                        |                       |
        notified          |                           | ask P 10 +P               |                        | ask P 10 +P           |
        notified 2        |                           | ask G2 20 +G2             | ask G2 20 +G2          |                       | ask G2 20 +G2
        notified 9        |                           | ask G9 1 +G9              | ask G9 1 +G9           | ask G9 1 +G9          | ask G9 1 +G9
        stored            |                           |                           |                        |                       | tell P 15
        stored 2          |                           |                           |                        |                       |
        stored 9          |                           |                           |                        |                       |
        deadline, late    |                           |                           | ask P 10               | ask G2 20             |
        """
}
