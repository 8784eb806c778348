import Glibc
import Testing

@testable import EventLoop

@Suite(.serialized)
struct SignalTests {
    @Test(arguments: [SIGWINCH, SIGCONT, SIGHUP, SIGUSR1, SIGTERM, SIGINT])
    func reachesTheLoop(signal: Int32) throws {
        let loop = EventLoop()
        var calls = 0
        let watch = try loop.watchSignal(signal) { calls += 1 }
        let other = try loop.watchSignal(SIGUSR2) { Issue.record("not raised") }
        #expect(kill(getpid(), signal) == 0)
        #expect(loop.run(atMost: 2000) { calls == 1 })
        loop.runOnce(maximumWait: 0)
        #expect(calls == 1)
        watch.cancel()
        other.cancel()
    }

    @Test func cancellingRestoresWhatWasBefore() throws {
        var before = sigaction()
        sigaction(SIGUSR1, nil, &before)
        let loop = EventLoop()
        let first = try loop.watchSignal(SIGUSR1) {}
        let second = try loop.watchSignal(SIGUSR1) {}
        var during = sigaction()
        sigaction(SIGUSR1, nil, &during)
        #expect(during.__sigaction_handler.sa_handler != nil)
        first.cancel()
        second.cancel()
        var after = sigaction()
        sigaction(SIGUSR1, nil, &after)
        #expect((after.__sigaction_handler.sa_handler == nil) == (before.__sigaction_handler.sa_handler == nil))
    }

    @Test func killCannotBeWatched() {
        let loop = EventLoop()
        #expect(throws: SystemError(operation: "watch signal", subject: "9", code: EINVAL)) {
            _ = try loop.watchSignal(SIGKILL) {}
        }
    }

    @Test func twoLoopsBothHear() throws {
        let loops = [EventLoop(), EventLoop()]
        var calls = [0, 0]
        let watches = try loops.indices.map { index in try loops[index].watchSignal(SIGUSR1) { calls[index] += 1 } }
        kill(getpid(), SIGUSR1)
        for loop in loops { loop.runOnce(maximumWait: 1000) }
        #expect(calls == [1, 1])
        watches.forEach { $0.cancel() }
    }
}
