import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

struct OutboxTests {
    static let now = Instant(milliseconds: 0)

    static func entry(_ id: Int64, to peer: Int64 = 2) -> Outbox.Entry {
        Outbox.Entry(
            receipt: SendReceipt(localID: id, target: .peer(peer)),
            body: .im(.init(sender: 1, receiver: peer, content: WireText("\(id)"))))
    }

    static func receipt(_ id: Int64, to peer: Int64 = 2) -> SendReceipt {
        SendReceipt(localID: id, target: .peer(peer))
    }

    @Test func anAckEndsASend() {
        var outbox = Outbox(timing: ServiceTiming())
        #expect(outbox.enqueue(Self.entry(1)) == true)
        #expect(outbox.enqueue(Self.entry(1)) == false, "it is on its way")
        #expect(outbox.isSending(Self.receipt(1)))
        #expect(outbox.takeNext(seq: 7, now: Self.now)?.attempts == 1)
        #expect(outbox.acknowledged(seq: 8, status: 0) == nil, "an ACK for nothing")
        #expect(outbox.acknowledged(seq: -1, status: 0) == nil)
        #expect(outbox.acknowledged(seq: 7, status: 0) == .acknowledged(Self.receipt(1)))
        #expect(outbox.acknowledged(seq: 7, status: 0) == nil, "a doubled ACK")
        #expect(!outbox.isSending(Self.receipt(1)))
        #expect(outbox.deadline == nil)
    }

    @Test(
        arguments: [
            (1, SendFailure.notMyFriend), (2, .notTheirFriend), (3, .blacklisted), (64, .notMember), (65, .noSuchGroup),
            (9, .rejected(status: 9)), (-1, .rejected(status: -1)),
        ] as [(Int8, SendFailure)])
    func aStatusIsATypedFailure(status: Int8, failure: SendFailure) {
        var outbox = Outbox(timing: ServiceTiming())
        _ = outbox.enqueue(Self.entry(1))
        _ = outbox.takeNext(seq: 1, now: Self.now)
        #expect(outbox.acknowledged(seq: 1, status: status) == .failed(Self.receipt(1), failure))
    }

    @Test func noAckIsAFailureAndALateAckMendsIt() {
        var outbox = Outbox(timing: ServiceTiming())
        _ = outbox.enqueue(Self.entry(1))
        _ = outbox.takeNext(seq: 1, now: Self.now)
        #expect(outbox.deadline == Instant(milliseconds: 15_000))
        #expect(
            outbox.deadlineReached(now: Instant(milliseconds: 14_999), lastReceived: Instant(milliseconds: 14_999))
                .outcomes == [])
        #expect(
            outbox.deadlineReached(now: Instant(milliseconds: 15_000), lastReceived: Instant(milliseconds: 15_000))
                .outcomes == [.failed(Self.receipt(1), .timedOut)])
        #expect(outbox.acknowledged(seq: 1, status: 0) == .acknowledged(Self.receipt(1)))
        #expect(outbox.acknowledged(seq: 1, status: 0) == nil)
    }

    @Test func onASilentLinkTheProbeDecides() {
        var outbox = Outbox(timing: ServiceTiming())
        _ = outbox.enqueue(Self.entry(1))
        _ = outbox.takeNext(seq: 1, now: Self.now)
        let due = Instant(milliseconds: 15_000)
        #expect(outbox.deadlineReached(now: due, lastReceived: Instant(milliseconds: 4_999)).needsProbe == true)
        #expect(outbox.isSending(Self.receipt(1)))
        #expect(outbox.deadline == Instant(milliseconds: 26_000))
        let later = Instant(milliseconds: 26_000)
        #expect(
            outbox.deadlineReached(now: later, lastReceived: due).outcomes == [.failed(Self.receipt(1), .timedOut)])
    }

    @Test func aLateAckOfASendThatIsRepeatedChangesNothing() {
        var outbox = Outbox(timing: ServiceTiming())
        _ = outbox.enqueue(Self.entry(1))
        _ = outbox.takeNext(seq: 1, now: Self.now)
        _ =
            outbox.deadlineReached(now: Instant(milliseconds: 15_000), lastReceived: Instant(milliseconds: 15_000))
            .outcomes
        #expect(outbox.enqueue(Self.entry(1)) == true)
        #expect(outbox.acknowledged(seq: 1, status: 0) == nil)
        #expect(outbox.takeNext(seq: 2, now: Self.now) != nil)
        #expect(outbox.acknowledged(seq: 2, status: 0) == .acknowledged(Self.receipt(1)))
    }

    @Test func whatWasWrittenOnceGoesOnceMoreInFrontOfTheRest() {
        var outbox = Outbox(timing: ServiceTiming())
        for id in 1...4 as ClosedRange<Int64> { _ = outbox.enqueue(Self.entry(id)) }
        let first = outbox.takeNext(seq: 1, now: Self.now)
        _ = outbox.takeNext(seq: 2, now: Self.now)
        #expect(outbox.disconnected() == [.interrupted(Self.receipt(1)), .interrupted(Self.receipt(2))])
        #expect(outbox.deadline == nil)
        let again = outbox.takeNext(seq: 3, now: Self.now)
        #expect(again?.body == first?.body && again?.receipt == first?.receipt)
        #expect(again?.attempts == 2)
        #expect(outbox.takeNext(seq: 4, now: Self.now)?.receipt == Self.receipt(2))
        #expect(outbox.takeNext(seq: 5, now: Self.now)?.receipt == Self.receipt(3))
        #expect(
            outbox.disconnected() == [
                .failed(Self.receipt(1), .disconnected), .failed(Self.receipt(2), .disconnected),
                .interrupted(Self.receipt(3)),
            ])
        #expect(outbox.takeNext(seq: 6, now: Self.now)?.receipt == Self.receipt(3))
        #expect(outbox.takeNext(seq: 7, now: Self.now)?.receipt == Self.receipt(4))
    }

    @Test func theWindowBoundsWhatIsUnacknowledged() {
        var timing = ServiceTiming()
        timing.sendWindow = 2
        var outbox = Outbox(timing: timing)
        for id in 1...3 as ClosedRange<Int64> { _ = outbox.enqueue(Self.entry(id)) }
        #expect(outbox.takeNext(seq: 1, now: Self.now) != nil)
        #expect(outbox.takeNext(seq: 2, now: Self.now) != nil)
        #expect(outbox.takeNext(seq: 3, now: Self.now) == nil)
        _ = outbox.acknowledged(seq: 1, status: 0)
        #expect(outbox.takeNext(seq: 3, now: Self.now) != nil)
    }

    /// Random enqueues, writes, ACKs of all sorts, time-outs and cuts: each send ends once, is written at most twice,
    /// and the writes of a connection are in the order of enqueuing.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func lawsOfTheOutbox(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var timing = ServiceTiming()
        timing.sendWindow = 8
        var outbox = Outbox(timing: timing)
        var now = Self.now
        var seq: Int32 = 0
        var enqueued: Int64 = 0
        var writes: [Int64: Int] = [:]
        var ends: [Int64: [Outbox.Outcome]] = [:]
        var lastOfConnection: Int64 = 0
        func end(_ outcomes: [Outbox.Outcome]) {
            for outcome in outcomes {
                switch outcome {
                case .acknowledged(let receipt), .failed(let receipt, _):
                    ends[receipt.localID, default: []].append(outcome)
                case .interrupted: break
                }
            }
        }
        for _ in 0..<400 {
            now = now.advanced(by: Int64.random(in: 0..<1_000, using: &random))
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                enqueued += 1
                #expect(outbox.enqueue(Self.entry(enqueued, to: enqueued % 3)) == true)
            case 4..<8:
                seq += 1
                if let entry = outbox.takeNext(seq: seq, now: now) {
                    writes[entry.receipt.localID, default: 0] += 1
                    #expect(entry.receipt.localID > lastOfConnection, "order, seed \(seed)")
                    lastOfConnection = entry.receipt.localID
                }
            case 8..<10:
                let which = Int32.random(in: -2...max(1, seq), using: &random)
                end(
                    outbox.acknowledged(seq: which, status: [0, 0, 0, 3].randomElement(using: &random)!).map { [$0] }
                        ?? [])
            case 10: end(outbox.deadlineReached(now: now, lastReceived: now).outcomes)
            default:
                if Bool.random(using: &random) {
                    end(outbox.disconnected())
                    lastOfConnection = 0
                }
            }
        }
        // Quiescence: everything left is written and acknowledged.
        while outbox.hasWaiting || outbox.underWayCount > 0 {
            seq += 1
            if let entry = outbox.takeNext(seq: seq, now: now) { writes[entry.receipt.localID, default: 0] += 1 }
            for candidate in 1...seq { end(outbox.acknowledged(seq: candidate, status: 0).map { [$0] } ?? []) }
        }
        #expect(outbox.count == 0)
        for id in 1...max(1, enqueued) where id <= enqueued {
            #expect((1...2).contains(writes[id] ?? 0), "seed \(seed), message \(id)")
            let outcomes = ends[id] ?? []
            // One end; only "timed out" may be followed by the truth.
            #expect(outcomes.count == 1 || outcomes.count == 2, "seed \(seed), message \(id): \(outcomes)")
            if outcomes.count == 2 {
                #expect(outcomes[0] == .failed(Self.receipt(id, to: id % 3), .timedOut), "seed \(seed)")
            }
        }
    }

    @Test func thePacerGivesABurstAndThenARate() {
        var timing = ServiceTiming()
        timing.sendBurst = 5
        timing.sendsPerSecond = 100
        var pacer = SendPacer(timing: timing, now: Self.now)
        var now = Self.now
        for _ in 0..<5 { #expect(pacer.take(now: now) == true) }
        #expect(pacer.take(now: now) == false)
        #expect(pacer.nextCredit(now: now) == Instant(milliseconds: 10))
        now = now.advanced(by: 9)
        #expect(pacer.take(now: now) == false)
        now = now.advanced(by: 1)
        #expect(pacer.take(now: now) == true)
        now = now.advanced(by: 1_000_000)
        for _ in 0..<5 { #expect(pacer.take(now: now) == true) }
        #expect(pacer.take(now: now) == false, "the burst is the most that is saved up")
    }
}
