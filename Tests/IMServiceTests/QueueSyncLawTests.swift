import EventLoop
import TestSupport
import Testing

@testable import IMService

/// A model of the server's queue against `QueueSync`, with everything that networks, clusters and stores do to it.
struct QueueSyncLawTests {
    /// The server's side and the store's side of one queue.
    struct World {
        var random: SeededRandom
        var queue: QueueSync
        var now = Instant(milliseconds: 0)
        /// The server's queue: key and message.
        var log: [(key: Int64, id: Int)] = []
        var nextKey: Int64 = 100
        /// What was stored, in order.
        var stored: [Int] = []
        /// What the server was allowed to forget.
        var serverKey: Int64 = 0
        /// Answers and pushes on their way to the client, in order.
        var wire: [Item] = []
        var commits: [(ids: [Int], key: Int64)] = []
        var isConnected = false
        /// The key that old messages were asked with.
        var historyKey: Int64?
        var histories = 0

        enum Item {
            case begin, message(Int), end(Int64), notify(Int64)
            case push(Int, QueuePosition?)
        }

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            queue = QueueSync(key: 0, history: .all, timing: ServiceTiming())
        }

        mutating func perform(_ actions: [QueueSync.Action]) {
            for action in actions {
                switch action {
                case .request(let key): answer(from: key)
                case .commit(let messages, _, let key):
                    #expect(commits.isEmpty, "one batch at a time")
                    commits.append((messages.map(Self.id), key))
                case .advance(let key):
                    let ids = log.filter { $0.key <= key }.map(\.id)
                    #expect(ids.allSatisfy(stored.contains), "the server may forget only what is stored")
                    serverKey = max(serverKey, key)
                case .history(let messages, let key):
                    let asked = historyKey
                    historyKey = nil
                    guard let messages, let asked else {
                        #expect(asked != nil, "an answer that nobody asked for")
                        continue
                    }
                    histories += 1
                    let known = log.filter { $0.key > asked }.map(\.id).prefix(messages.count)
                    #expect(messages.map(Self.id) == Array(known), "history as the server has it")
                    #expect(key >= (messages.last.map(Self.id).flatMap { id in log.first { $0.id == id }?.key } ?? 0))
                case .violation: Issue.record("violation")
                }
            }
        }

        static func id(_ message: IncomingMessage) -> Int {
            guard case .peer(let peer) = message.payload else { return -1 }
            return Int(peer.localID)
        }

        /// The server's answer: at most five messages, then a notify for the rest; sometimes none at all.
        mutating func answer(from key: Int64) {
            guard isConnected, Int.random(in: 0..<10, using: &random) > 0 else { return }
            let all = log.filter { $0.key > key }
            let part = all.prefix(5)
            let end = all.isEmpty ? min(key, log.last?.key ?? key) : part.last!.key
            wire.append(.begin)
            for entry in part { wire.append(.message(entry.id)) }
            wire.append(.end(end))
            if all.count > part.count { wire.append(.notify(end + 1)) }
        }

        mutating func newMessage() {
            let previous = log.last?.key ?? 0
            nextKey += Int64.random(in: 1...200, using: &random)
            let id = log.count + 1
            log.append((nextKey, id))
            guard isConnected else { return }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: break  // The push got lost between the nodes.
            case 1: wire.append(.push(id, QueuePosition(key: nextKey, previous: 0)))
            case 2: wire.append(.push(id, nil))
            default: wire.append(.push(id, QueuePosition(key: nextKey, previous: previous)))
            }
            wire.append(.notify(Bool.random(using: &random) ? nextKey : Int64.random(in: 1...5_000, using: &random)))
        }

        mutating func step() {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5: newMessage()
            case 5..<13: deliverOne()
            case 13..<16: finishCommit(succeeded: Int.random(in: 0..<5, using: &random) > 0)
            case 16:
                now = now.advanced(by: Int64.random(in: 0..<20_000, using: &random))
                perform(queue.deadlineReached(now: now))
            case 17 where isConnected:
                isConnected = false
                wire = []
                perform(queue.disconnected())
                #expect(historyKey == nil)
            case 18 where historyKey == nil:
                let key = Int64.random(in: 1...max(1, nextKey), using: &random)
                historyKey = key
                perform(queue.loadHistory(after: key, now: now))
            default:
                if !isConnected {
                    isConnected = true
                    perform(queue.connected(now: now))
                }
            }
        }

        mutating func deliverOne() {
            guard !wire.isEmpty else { return }
            switch wire.removeFirst() {
            case .begin: perform(queue.began(now: now))
            case .message(let id): perform(queue.answered(QueueSyncTests.message(id), bytes: 1, now: now))
            case .end(let key): perform(queue.ended(key: key, now: now))
            case .notify(let key): perform(queue.notified(key: key, now: now))
            case .push(let id, let position):
                perform(queue.pushed(QueueSyncTests.message(id), at: position, now: now))
            }
        }

        mutating func finishCommit(succeeded: Bool) {
            guard !commits.isEmpty else { return }
            let commit = commits.removeFirst()
            if succeeded { stored += commit.ids }
            perform(queue.commitFinished(succeeded: succeeded, now: now))
        }

        /// Lets everything come to rest, with a server that answers and a last notify.
        mutating func settle() {
            if !isConnected {
                isConnected = true
                perform(queue.connected(now: now))
            }
            for _ in 0..<5_000 {
                if !wire.isEmpty {
                    deliverOne()
                } else if !commits.isEmpty {
                    finishCommit(succeeded: true)
                } else if let deadline = queue.deadline {
                    now = max(now, deadline)
                    perform(queue.deadlineReached(now: now))
                } else if let last = log.last, queue.committed < last.key {
                    perform(queue.notified(key: last.key, now: now))
                    if queue.deadline == nil, wire.isEmpty { break }
                } else {
                    break
                }
            }
        }
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func everyMessageIsStoredOnceAndInOrder(seed: UInt64) {
        var world = World(seed: seed)
        for _ in 0..<300 { world.step() }
        world.settle()
        #expect(world.stored == world.log.map(\.id), "seed \(seed)")
        #expect(world.historyKey == nil, "seed \(seed)")
        // At rest, an answer comes, and moves nothing.
        for _ in 0..<8 where world.histories == 0 {
            world.historyKey = 1
            // By then no earlier question can be answered any more.
            world.now = world.now.advanced(by: 700_000)
            world.perform(world.queue.loadHistory(after: 1, now: world.now))
            world.settle()
        }
        #expect(world.histories > 0, "seed \(seed)")
        #expect(world.stored == world.log.map(\.id), "seed \(seed)")
        #expect(world.serverKey == world.log.last?.key ?? world.serverKey, "seed \(seed)")
    }
}
