import Testing

@testable import EventLoop

struct MailboxTests {
    @Test func valuesFromManyThreadsArriveOnceAndInEachOnesOrder() {
        let loop = EventLoop()
        var received: [(sender: Int, number: Int)] = []
        let mailbox = Mailbox<(sender: Int, number: Int)>(on: loop) { received.append($0) }
        for sender in 0..<4 {
            #expect(
                HelperThread.start {
                    for number in 0..<500 { mailbox.post((sender, number)) }
                })
        }
        #expect(loop.run(atMost: 5000) { received.count == 2000 })
        for sender in 0..<4 {
            #expect(received.filter { $0.sender == sender }.map(\.number) == Array(0..<500))
        }
        loop.runOnce(maximumWait: 0)
        #expect(received.count == 2000)
    }

    @Test func wakesCoalesceAndAreNotLost() {
        let loop = EventLoop()
        var calls = 0
        let wakeup = loop.makeWakeup { calls += 1 }
        for _ in 0..<100 { wakeup.wake() }
        loop.runOnce(maximumWait: 1000)
        #expect(calls == 1)
        loop.runOnce(maximumWait: 0)
        #expect(calls == 1)
        wakeup.wake()
        loop.runOnce(maximumWait: 1000)
        #expect(calls == 2)
    }

    @Test func aWakeInsideTheHandlerMakesAnotherCall() {
        let loop = EventLoop()
        var calls = 0
        var wakeup: Wakeup?
        wakeup = loop.makeWakeup {
            calls += 1
            if calls < 3 { wakeup?.wake() }
        }
        wakeup?.wake()
        #expect(loop.run(atMost: 2000) { calls == 3 })
    }

    @Test func aCancelledOrDroppedOneIsSilent() {
        let loop = EventLoop()
        var calls = 0
        let cancelled = loop.makeWakeup { calls += 1 }
        cancelled.wake()
        cancelled.cancel()
        var dropped: Wakeup? = loop.makeWakeup { calls += 1 }
        dropped?.wake()
        dropped = nil
        loop.runOnce(maximumWait: 0)
        #expect(calls == 0)
    }
}
