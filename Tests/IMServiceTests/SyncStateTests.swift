import EventLoop
import Testing

@testable import IMService

struct SyncStateTests {
    static let now = Instant(milliseconds: 0)

    @Test func everyQueueIsAskedForAtLoginInOrder() {
        var sync = SyncState(
            keys: SyncKeys(personal: 5, groups: [3: 30, 2: 20]), history: .all, timing: ServiceTiming())
        let requests = sync.connected(now: Self.now).filter { if case .request = $0 { true } else { false } }
        #expect(
            requests == [
                .request(.personal, key: 5), .request(.group(2), key: 20), .request(.group(3), key: 30),
            ])
        #expect(sync.deadline == Instant(milliseconds: 15_000))
    }

    @Test func answersOfTwoQueuesDoNotMix() {
        var sync = SyncState(keys: SyncKeys(personal: 5, groups: [2: 20]), history: .all, timing: ServiceTiming())
        _ = sync.connected(now: Self.now)
        let group = IncomingMessage(payload: .group(GroupMessage(sender: 9, group: 2, content: "g")))
        let peer = QueueSyncTests.message(1)
        _ = sync.began(.personal, now: Self.now)
        _ = sync.answered(peer, bytes: 1, now: Self.now)
        // The personal answer is broken off by another: it is asked for again, nothing of it is used.
        _ = sync.began(.group(2), now: Self.now)
        _ = sync.answered(group, bytes: 1, now: Self.now)
        _ = sync.answered(peer, bytes: 1, now: Self.now)
        let actions = sync.ended(.group(2), key: 30, now: Self.now)
        #expect(actions.first == .commit(SyncBatch(queue: .group(2), messages: [group], key: 30)))
        let later = Instant(milliseconds: 15_000)
        #expect(sync.deadlineReached(now: later).contains(.request(.personal, key: 5)))
    }

    @Test func forgedGroupsAndKeysChangeNothing() {
        var sync = SyncState(keys: SyncKeys(personal: 5), history: .all, timing: ServiceTiming())
        _ = sync.connected(now: Self.now)
        for group in [0, -1, Int64.min] as [Int64] {
            #expect(sync.notified(.group(group), key: 9, now: Self.now) == [])
        }
        #expect(sync.ended(.group(77), key: 9, now: Self.now) == [], "a group that is not followed")
        #expect(sync.ended(.personal, key: -9, now: Self.now) == [])
        #expect(sync.keys == SyncKeys(personal: 5))
    }

    @Test func theNumberOfFollowedGroupsIsBounded() {
        var sync = SyncState(keys: SyncKeys(), history: .all, timing: ServiceTiming())
        for group in 1...Int64(SyncState.groupLimit + 50) { _ = sync.follow(group: group, now: Self.now) }
        #expect(sync.keys.groups.count == SyncState.groupLimit)
    }

    @Test func disconnectedQueuesAskForNothing() {
        var sync = SyncState(keys: SyncKeys(personal: 5), history: .all, timing: ServiceTiming())
        _ = sync.connected(now: Self.now)
        #expect(sync.disconnected() == [.running(.personal, false)])
        #expect(sync.disconnected() == [])
        #expect(sync.notified(.personal, key: 99, now: Self.now) == [])
        #expect(sync.deadlineReached(now: Instant(milliseconds: 1 << 40)) == [])
    }
}
