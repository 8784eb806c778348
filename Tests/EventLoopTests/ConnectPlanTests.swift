import Testing

@testable import EventLoop

struct ConnectPlanTests {
    @Test func everyAddressIsTriedOnceAndTheTellingErrorWins() {
        let errors: [TransportError] = [.unreachable, .refused("x"), .timedOut, .system(code: 1, reason: "y")]
        for first in errors {
            for second in errors {
                var plan = ConnectPlan(addressCount: 2)
                #expect(plan.start() == .attempt(index: 0))
                #expect(plan.failed(first) == .attempt(index: 1))
                let telling: TransportError =
                    if first == .refused("x") || second == .refused("x") {
                        .refused("x")
                    } else if first == .timedOut || second == .timedOut { .timedOut } else if first == .unreachable {
                        second
                    } else { first }
                #expect(plan.failed(second) == .giveUp(telling))
            }
        }
    }

    @Test func withoutAddressesThereIsNothingToTry() {
        #expect(ConnectPlan(addressCount: 0).start() == .giveUp(.unreachable))
    }

    @Test func aListenerRestsLongerEachTimeAndRecovers() {
        var backOff = AcceptBackOff()
        #expect((0..<7).map { _ in backOff.refused() } == [50, 100, 200, 400, 800, 1000, 1000])
        backOff.accepted()
        #expect(backOff.refused() == 50)
    }

    @Test func aWriteBufferGivesWhatItTookInOrder() {
        var buffer = WriteBuffer()
        var given: [UInt8] = []
        var next: UInt8 = 0
        for round in 1...2000 {
            let more = (0..<(round % 97)).map { _ -> UInt8 in
                next &+= 1
                return next
            }
            buffer.append(more)
            buffer.drain(limit: 64) { bytes in
                let count = min(bytes.count, round % 61)
                given += bytes.prefix(count)
                return count
            }
        }
        while buffer.count > 0 {
            buffer.drain(limit: 1000) { bytes in
                given += bytes
                return bytes.count
            }
        }
        #expect(given == (0..<given.count).map { UInt8(truncatingIfNeeded: $0 + 1) })
        #expect(given.count > 90_000)
    }
}
