import EventLoop
import TestSupport
import Testing

@testable import IMService

struct QueueSyncTests {
    static let now = Instant(milliseconds: 0)

    static func message(_ id: Int) -> IncomingMessage {
        IncomingMessage(payload: .peer(PeerMessage(sender: 2, receiver: 1, localID: Int64(id), content: "x")))
    }

    /// A queue that is logged in, synchronised up to `key`, and idle.
    static func idle(key: Int64) -> QueueSync {
        var queue = QueueSync(key: key, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: now)
        _ = queue.began(now: now)
        _ = queue.ended(key: key, now: now)
        return queue
    }

    static func position(_ key: Int64, after previous: Int64) -> QueuePosition {
        QueuePosition(key: key, previous: previous)
    }

    @Test(
        arguments: [
            (HistoryPolicy.all, 0, 1), (.sinceServerKey, 0, 0), (.none, 0, QueueSync.beyondTheEnd), (.all, 9, 9),
            (.none, 9, 9), (.sinceServerKey, 9, 9),
        ] as [(HistoryPolicy, Int64, Int64)])
    func theFirstQuestionFollowsThePolicy(history: HistoryPolicy, key: Int64, asked: Int64) {
        var queue = QueueSync(key: key, history: history, timing: ServiceTiming())
        #expect(queue.connected(now: Self.now) == [.request(key: asked)])
    }

    @Test func thePlaceOfAnOwnMessageTravelsBetweenItsNeighbours() {
        var queue = Self.idle(key: 100)
        let receipt = SendReceipt(localID: 7, target: .peer(2))
        _ = queue.pushed(Self.message(1), at: Self.position(110, after: 100), now: Self.now)
        _ = queue.pushed(Self.message(2), at: Self.position(120, after: 110), now: Self.now)
        _ = queue.pushed(nil, receipt: receipt, at: Self.position(130, after: 120), now: Self.now)
        _ = queue.pushed(Self.message(3), at: Self.position(140, after: 130), now: Self.now)
        #expect(
            queue.commitFinished(succeeded: true, now: Self.now) == [
                .advance(key: 110),
                .commit(
                    messages: [Self.message(2), Self.message(3)],
                    ownPlaces: [SyncBatch.OwnPlace(receipt: receipt, precededBy: 1)], key: 140),
            ])
        // After a failure the message itself comes again, so nothing is told of places that may be wrong.
        _ = queue.commitFinished(succeeded: false, now: Self.now)
        _ = queue.deadlineReached(now: Self.now.advanced(by: 1_000))
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(2), bytes: 1, now: Self.now)
        #expect(
            queue.ended(key: 140, now: Self.now) == [.commit(messages: [Self.message(2)], ownPlaces: [], key: 140)])
    }

    @Test func noHistoryMeansNoMessageAndAnEmptyQueueIsRemembered() {
        var queue = QueueSync(key: 0, history: .none, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(1), bytes: 1, now: Self.now)
        #expect(queue.ended(key: 500, now: Self.now) == [.commit(messages: [], key: 500)])
        var empty = QueueSync(key: 0, history: .none, timing: ServiceTiming())
        _ = empty.connected(now: Self.now)
        _ = empty.began(now: Self.now)
        // The server answers an empty queue with the key it was asked for.
        #expect(empty.ended(key: QueueSync.beyondTheEnd, now: Self.now) == [.commit(messages: [], key: 1)])
        #expect(empty.commitFinished(succeeded: true, now: Self.now) == [.advance(key: 1)])
    }

    @Test func nothingIsHandedOverInTheMiddleOfAnAnswer() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        #expect(queue.began(now: Self.now) == [])
        #expect(queue.answered(Self.message(1), bytes: 1, now: Self.now) == [])
        #expect(queue.answered(Self.message(2), bytes: 1, now: Self.now) == [])
        #expect(
            queue.ended(key: 30, now: Self.now) == [.commit(messages: [Self.message(1), Self.message(2)], key: 30)])
        #expect(queue.committed == 10, "not before the store says so")
        #expect(queue.commitFinished(succeeded: true, now: Self.now) == [.advance(key: 30)])
        #expect(queue.committed == 30)
    }

    @Test func aCutInTheMiddleOfAnAnswerAsksAgainFromTheSameKey() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(1), bytes: 1, now: Self.now)
        queue.disconnected()
        #expect(queue.connected(now: Self.now) == [.request(key: 10)])
    }

    @Test func aPushInSequenceIsHandedOverAndOthersAskForTheGap() {
        var queue = Self.idle(key: 10)
        #expect(
            queue.pushed(Self.message(1), at: Self.position(20, after: 10), now: Self.now)
                == [.commit(messages: [Self.message(1)], key: 20)])
        _ = queue.commitFinished(succeeded: true, now: Self.now)
        // A predecessor that is not here.
        #expect(
            queue.pushed(Self.message(3), at: Self.position(40, after: 30), now: Self.now) == [.request(key: 20)])
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(2), bytes: 1, now: Self.now)
        _ = queue.answered(Self.message(3), bytes: 1, now: Self.now)
        #expect(
            queue.ended(key: 40, now: Self.now) == [.commit(messages: [Self.message(2), Self.message(3)], key: 40)])
    }

    @Test(
        arguments: [nil, QueuePosition(key: 20, previous: 0), QueuePosition(key: 0, previous: 0)] as [QueuePosition?])
    func aPushWithoutAKnownPlaceIsOnlyAHint(position: QueuePosition?) {
        var queue = Self.idle(key: 10)
        #expect(queue.pushed(Self.message(1), at: position, now: Self.now) == [.request(key: 10)])
    }

    @Test func pushesDuringASyncAreDeliveredOnceAndBehindIt() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        _ = queue.pushed(Self.message(1), at: Self.position(20, after: 10), now: Self.now)
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(1), bytes: 1, now: Self.now)
        _ = queue.pushed(Self.message(2), at: Self.position(30, after: 20), now: Self.now)
        #expect(
            queue.ended(key: 20, now: Self.now) == [.commit(messages: [Self.message(1), Self.message(2)], key: 30)])
    }

    @Test func aNotifyIsAHint() {
        var queue = Self.idle(key: 10)
        #expect(queue.notified(key: 10, now: Self.now) == [])
        #expect(queue.notified(key: 3, now: Self.now) == [], "another queue's key")
        #expect(queue.notified(key: 11, now: Self.now) == [.request(key: 10)])
        #expect(queue.notified(key: 12, now: Self.now) == [], "one sync at a time")
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(1), bytes: 1, now: Self.now)
        #expect(queue.ended(key: 11, now: Self.now) == [.commit(messages: [Self.message(1)], key: 11)])
        #expect(
            queue.commitFinished(succeeded: true, now: Self.now) == [.advance(key: 11), .request(key: 11)],
            "the notify that came meanwhile asks again, once the store has the first part")
    }

    @Test func aServerThatIsBehindIsFollowed() {
        var queue = QueueSync(key: 1_000, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        _ = queue.began(now: Self.now)
        #expect(queue.ended(key: 32, now: Self.now) == [.commit(messages: [], key: 32)])
        #expect(queue.commitFinished(succeeded: true, now: Self.now) == [.advance(key: 32)])
    }

    @Test func aMessageOfAServerThatWasSetBackIsNotTakenForADouble() {
        var queue = Self.idle(key: 1_000)
        #expect(queue.pushed(Self.message(1), at: Self.position(32, after: 0), now: Self.now) == [.request(key: 1_000)])
        _ = queue.began(now: Self.now)
        #expect(queue.ended(key: 32, now: Self.now) == [.commit(messages: [Self.message(1)], key: 32)])
        // A late double is dropped after one question.
        var other = Self.idle(key: 1_000)
        _ = other.pushed(Self.message(1), at: Self.position(900, after: 0), now: Self.now)
        _ = other.began(now: Self.now)
        #expect(other.ended(key: 1_000, now: Self.now) == [])
    }

    @Test func pushesWaitWhileABatchIsUnderWay() {
        var queue = Self.idle(key: 10)
        _ = queue.pushed(Self.message(1), at: Self.position(20, after: 10), now: Self.now)
        #expect(queue.pushed(Self.message(2), at: Self.position(30, after: 20), now: Self.now) == [])
        #expect(queue.pushed(Self.message(3), at: Self.position(40, after: 30), now: Self.now) == [])
        #expect(
            queue.commitFinished(succeeded: true, now: Self.now) == [
                .advance(key: 20), .commit(messages: [Self.message(2), Self.message(3)], key: 40),
            ])
    }

    @Test func aFailedCommitVoidsWhatIsBehindItAndIsRetriedAfterAGrowingPause() {
        var queue = Self.idle(key: 10)
        _ = queue.pushed(Self.message(1), at: Self.position(20, after: 10), now: Self.now)
        _ = queue.pushed(Self.message(2), at: Self.position(30, after: 20), now: Self.now)
        #expect(queue.commitFinished(succeeded: false, now: Self.now) == [])
        #expect(queue.deadline == Instant(milliseconds: 1_000))
        #expect(queue.notified(key: 50, now: Self.now) == [], "a full disk is not asked for more")
        #expect(queue.deadlineReached(now: Instant(milliseconds: 1_000)) == [.request(key: 10)])
        _ = queue.began(now: Self.now)
        _ = queue.answered(Self.message(1), bytes: 1, now: Self.now)
        _ = queue.ended(key: 20, now: Self.now)
        _ = queue.commitFinished(succeeded: false, now: Self.now)
        #expect(queue.deadline == Instant(milliseconds: 2_000))
    }

    @Test func anUnansweredQuestionIsAskedAgainAtGrowingIntervals() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        var asked: [Int64] = []
        for _ in 0..<40 {
            guard let deadline = queue.deadline else { break }
            if queue.deadlineReached(now: deadline) == [.request(key: 10)] { asked.append(deadline.milliseconds) }
        }
        #expect(asked.count > 5)
        let gaps = zip(asked.dropFirst(), asked).map { $0 - $1 }
        #expect(gaps == gaps.sorted())
        #expect((gaps.last ?? 0) <= 615_000)
        // News make it ask at once.
        guard let now = queue.deadline else { return }
        _ = queue.deadlineReached(now: now)
    }

    /// A super group that the server has not loaded does not answer; with something new it is loaded. The same news are no
    /// reason to go on without pauses.
    @Test func newsDuringAnUnansweredQuestionAskAgainAtOnceAndOnce() {
        for isPush in [false, true] {
            var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
            _ = queue.connected(now: Self.now)
            #expect(queue.deadlineReached(now: Instant(milliseconds: 15_000)) == [.request(key: 10)])
            let during = Instant(milliseconds: 20_000)
            if isPush {
                _ = queue.pushed(Self.message(1), at: Self.position(20, after: 15), now: during)
            } else {
                _ = queue.notified(key: 20, now: during)
            }
            #expect(queue.deadlineReached(now: Instant(milliseconds: 30_000)) == [.request(key: 10)])
            #expect(queue.deadlineReached(now: Instant(milliseconds: 45_000)) == [])
            #expect(queue.deadline == Instant(milliseconds: 75_000))
        }
    }

    /// An answer that is so late that the question was put again: whichever of the two comes first is used, the other
    /// never, and no third question makes it look like its own answer.
    @Test func answersToRepeatedQuestionsAreNotTakenForLaterOnes() {
        var queue = Self.idle(key: 10)
        #expect(queue.notified(key: 20, now: Self.now) == [.request(key: 10)])
        let late = Instant(milliseconds: 15_000)
        #expect(queue.deadlineReached(now: late) == [.request(key: 10)])
        _ = queue.began(now: late)
        _ = queue.answered(Self.message(1), bytes: 1, now: late)
        _ = queue.notified(key: 30, now: late)
        #expect(queue.ended(key: 20, now: late) == [.commit(messages: [Self.message(1)], key: 20)])
        #expect(queue.commitFinished(succeeded: true, now: late) == [.advance(key: 20), .request(key: 20)])
        // The second answer from 10.
        _ = queue.began(now: late)
        _ = queue.answered(Self.message(1), bytes: 1, now: late)
        #expect(queue.ended(key: 20, now: late) == [], "the question from 20 is open: no other is put")
        #expect(queue.notified(key: 30, now: late) == [])
        _ = queue.began(now: late)
        _ = queue.answered(Self.message(2), bytes: 1, now: late)
        #expect(queue.ended(key: 30, now: late) == [.commit(messages: [Self.message(2)], key: 30)])
        #expect(queue.commitFinished(succeeded: true, now: late) == [.advance(key: 30)])
        #expect(queue.deadline == nil)
    }

    @Test func aQuestionThatIsNeverAnsweredIsForgottenInTime() {
        // A super group that is not loaded does not answer; once it does, its answers count again.
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        var now = Self.now
        _ = queue.connected(now: now)
        for _ in 0..<30 {
            now = queue.deadline ?? now
            _ = queue.deadlineReached(now: now)
        }
        // A push in sequence moves on.
        var actions = queue.pushed(Self.message(1), at: Self.position(20, after: 10), now: now)
        now = now.advanced(by: 700_000)
        actions += queue.deadlineReached(now: now)
        while !actions.isEmpty {
            actions = actions.flatMap { action -> [QueueSync.Action] in
                switch action {
                case .commit: return queue.commitFinished(succeeded: true, now: now)
                case .request(let key):
                    _ = queue.began(now: now)
                    return queue.ended(key: key, now: now)
                case .advance, .history, .violation: return []
                }
            }
        }
        #expect(queue.committed == 20)
        #expect(!queue.isRunning)
    }

    @Test func aLateAnswerToAnOldQuestionIsNotUsedTwice() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        let later = Instant(milliseconds: 15_000)
        #expect(queue.deadlineReached(now: later) == [.request(key: 10)])
        // Both answers come: the second was asked from a key that is not ours any more.
        _ = queue.began(now: later)
        _ = queue.answered(Self.message(1), bytes: 1, now: later)
        #expect(queue.ended(key: 20, now: later) == [.commit(messages: [Self.message(1)], key: 20)])
        _ = queue.commitFinished(succeeded: true, now: later)
        _ = queue.began(now: later)
        _ = queue.answered(Self.message(1), bytes: 1, now: later)
        _ = queue.answered(Self.message(2), bytes: 1, now: later)
        #expect(queue.ended(key: 30, now: later) == [.request(key: 20)])
    }

    @Test func anEndlessAnswerIsAViolation() {
        var queue = QueueSync(key: 10, history: .all, timing: ServiceTiming())
        _ = queue.connected(now: Self.now)
        _ = queue.began(now: Self.now)
        var actions: [QueueSync.Action] = []
        for id in 0...CollectedAnswer.messageLimit where actions.isEmpty {
            actions = queue.answered(Self.message(id), bytes: 1, now: Self.now)
        }
        guard case .violation? = actions.first else {
            Issue.record("no violation")
            return
        }
    }

    @Test func wrongHintsDoNotMakeALoop() {
        var queue = Self.idle(key: 10)
        var asked = 0
        for _ in 0..<100 {
            if queue.notified(key: 1 << 40, now: Self.now) == [.request(key: 10)] {
                asked += 1
                _ = queue.began(now: Self.now)
                _ = queue.ended(key: 10, now: Self.now)
            }
        }
        #expect(asked < 10)
        #expect(queue.deadline != nil, "it asks once more, later")
    }

    @Test func anOwnAckMovesTheKeyInSequenceOnly() {
        var queue = Self.idle(key: 10)
        #expect(queue.pushed(nil, at: Self.position(20, after: 10), now: Self.now) == [.commit(messages: [], key: 20)])
        _ = queue.commitFinished(succeeded: true, now: Self.now)
        #expect(queue.pushed(nil, at: Self.position(40, after: 0), now: Self.now) == [])
        #expect(queue.pushed(nil, at: Self.position(60, after: 50), now: Self.now) == [.request(key: 20)])
    }
}
