import Testing

@testable import MessageFlow

@Suite struct PageFetchTests {
    /// Machines in each of the five states.
    private var states: [(name: String, fetch: PageFetch)] {
        var waiting = PageFetch()
        _ = waiting.ask(token: 1)
        var backingOff = waiting
        _ = backingOff.answered(token: 1, .failure(.offline))
        var failed = waiting
        _ = failed.answered(token: 1, .failure(.cancelled))
        var complete = PageFetch()
        complete.reset(isComplete: true)
        return [
            ("idle", PageFetch()), ("waiting", waiting), ("backing off", backingOff), ("failed", failed),
            ("complete", complete),
        ]
    }

    @Test func everyInputInEveryState() {
        for (name, fetch) in states {
            var asked = fetch
            #expect(asked.ask(token: 9) == (name == "idle"))
            var answered = fetch
            let action = answered.answered(token: 1, .progress(isLast: true))
            #expect(action == (name == "waiting" ? .none : .ignore))
            #expect(answered.status == (name == "waiting" ? .complete : fetch.status))
            var stale = fetch
            #expect(stale.answered(token: 8, .progress(isLast: true)) == .ignore)
            #expect(stale.status == fetch.status)
            var due = fetch
            #expect(due.retryDue(token: 9) == (name == "backing off"))
            var now = fetch
            #expect(now.retryNow(token: 9) == (name == "backing off" || name == "failed"))
            var reset = fetch
            reset.reset(isComplete: false)
            #expect(reset.status == .idle)
        }
    }

    @Test func delaysGrowAndEnd() {
        var fetch = PageFetch()
        _ = fetch.ask(token: 0)
        var delays: [Int64] = []
        for token in 0..<10 as Range<UInt64> {
            guard case .retry(let delay) = fetch.answered(token: token, .failure(.timedOut)) else { break }
            delays.append(delay)
            _ = fetch.retryDue(token: token + 1)
        }
        #expect(delays == [1000, 2000, 4000, 8000, 16_000])
        #expect(fetch.status == .failed(.timedOut))
    }
}
