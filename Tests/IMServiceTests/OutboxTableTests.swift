import EventLoop
import IMModel
import Testing

@testable import IMService

/// Every pair of state and input of one send, number 1, written with seq 1 (and 2 for the second time).
struct OutboxTableTests {
    enum Place: String, CaseIterable {
        case unknown, waiting
        case written
        /// Cut off after the first writing: waits again.
        case interrupted
        /// Written for the second time.
        case rewritten
        case acknowledged
        case timedOut = "timed out"
        /// Failed by time-out and enqueued again.
        case resent
    }

    enum Input: String, CaseIterable {
        case enqueue
        case take = "take next"
        case ack = "ack 1"
        case secondAck = "ack 2"
        case refusal = "ack 1, status 3"
        case strange = "ack 99"
        case negative = "ack -1"
        case disconnected
        case cancel
        case early = "deadline, early"
        case late = "deadline, link alive"
        case silent = "deadline, link silent"
    }

    static let now = Instant(milliseconds: 0)
    static let due = Instant(milliseconds: 15_000)
    static func isIt(_ receipt: SendReceipt) -> Bool { receipt == OutboxTests.receipt(1) }

    static func outbox(in place: Place) -> Outbox {
        var outbox = Outbox(timing: ServiceTiming())
        if place == .unknown { return outbox }
        _ = outbox.enqueue(OutboxTests.entry(1))
        if place == .waiting { return outbox }
        _ = outbox.takeNext(seq: 1, now: now)
        switch place {
        case .unknown, .waiting, .written: break
        case .interrupted: _ = outbox.disconnected()
        case .rewritten:
            _ = outbox.disconnected()
            _ = outbox.takeNext(seq: 2, now: now)
        case .acknowledged: _ = outbox.acknowledged(seq: 1, status: 0)
        case .timedOut: _ = outbox.deadlineReached(now: due, lastReceived: due)
        case .resent:
            _ = outbox.deadlineReached(now: due, lastReceived: due)
            _ = outbox.enqueue(OutboxTests.entry(1))
        }
        return outbox
    }

    static func name(_ outcome: Outbox.Outcome) -> String {
        switch outcome {
        case .acknowledged: "sent"
        case .failed(_, let failure): "failed:\(failure)"
        case .interrupted: "again"
        }
    }

    static func apply(_ input: Input, to outbox: inout Outbox) -> String {
        func names(_ outcomes: [Outbox.Outcome]) -> String { outcomes.map(name).joined(separator: " ") }
        switch input {
        case .enqueue: return outbox.enqueue(OutboxTests.entry(1)) ? "taken" : "refused"
        case .take: return outbox.takeNext(seq: 2, now: now).map { "write #\($0.attempts)" } ?? ""
        case .ack: return names(outbox.acknowledged(seq: 1, status: 0).map { [$0] } ?? [])
        case .secondAck: return names(outbox.acknowledged(seq: 2, status: 0).map { [$0] } ?? [])
        case .refusal: return names(outbox.acknowledged(seq: 1, status: 3).map { [$0] } ?? [])
        case .strange: return names(outbox.acknowledged(seq: 99, status: 0).map { [$0] } ?? [])
        case .negative: return names(outbox.acknowledged(seq: -1, status: 0).map { [$0] } ?? [])
        case .disconnected: return names(outbox.disconnected())
        case .cancel: return names(outbox.fail(.cancelled, where: isIt))
        case .early: return names(outbox.deadlineReached(now: now, lastReceived: now).outcomes)
        case .late: return names(outbox.deadlineReached(now: due, lastReceived: due).outcomes)
        case .silent:
            let answer = outbox.deadlineReached(now: due, lastReceived: now)
            return answer.needsProbe ? "probe" : names(answer.outcomes)
        }
    }

    /// What the input causes; a dot behind it if the message is still on its way.
    static func answer(_ place: Place, _ input: Input) -> String {
        var outbox = outbox(in: place)
        let outcome = apply(input, to: &outbox)
        return outcome + (outbox.isSending(OutboxTests.receipt(1)) ? "." : "")
    }

    @Test func everyStateAnswersEveryInputAsTheTableSays() {
        let table = StateTable(Place.self, Input.self, answer: Self.answer)
        #expect(table.text == Self.expected, "\n\(table.text)")
    }

    static let expected = """
                              | unknown | waiting          | written            | interrupted      | rewritten           | acknowledged | timed out          | resent
        enqueue               | taken.  | refused.         | refused.           | refused.         | refused.            | taken.       | taken.             | refused.
        take next             |         | write #1.        | .                  | write #2.        | .                   |              |                    | write #1.
        ack 1                 |         | .                | sent               | .                | .                   |              | sent               | .
        ack 2                 |         | .                | .                  | .                | sent                |              |                    | .
        ack 1, status 3       |         | .                | failed:blacklisted | .                | .                   |              | failed:blacklisted | .
        ack 99                |         | .                | .                  | .                | .                   |              |                    | .
        ack -1                |         | .                | .                  | .                | .                   |              |                    | .
        disconnected          |         | .                | again.             | .                | failed:disconnected |              |                    | .
        cancel                |         | failed:cancelled | failed:cancelled   | failed:cancelled | failed:cancelled    |              |                    | failed:cancelled
        deadline, early       |         | .                | .                  | .                | .                   |              |                    | .
        deadline, link alive  |         | .                | failed:timedOut    | .                | failed:timedOut     |              |                    | .
        deadline, link silent |         | .                | probe.             | .                | probe.              |              |                    | .
        """
}
