import Glibc
import Testing

@testable import EventLoop

struct EventLoopTests {
    @Test func timersRunInOrderAndNeverInsideTheCall() {
        let loop = EventLoop()
        var ran: [String] = []
        loop.schedule(after: 12) { ran.append("late") }
        loop.schedule(after: 0) { ran.append("first") }
        loop.schedule(after: 0) { ran.append("second") }
        loop.schedule(at: loop.now.advanced(by: -50)) { ran.append("past") }
        #expect(ran.isEmpty)
        #expect(loop.run(atMost: 2000) { ran.count == 4 })
        #expect(ran == ["past", "first", "second", "late"])
    }

    @Test func aTimerIsNeverEarly() {
        let loop = EventLoop()
        for delay in [Int64](0...8) {
            let deadline = loop.now.advanced(by: delay)
            var at: Instant?
            loop.schedule(at: deadline) { at = loop.now }
            loop.run(atMost: 2000) { at != nil }
            #expect(at.map { $0 >= deadline } == true)
        }
    }

    @Test func aTimerMadeByATimerWaitsForTheNextTurn() {
        let loop = EventLoop()
        var runs = 0
        func again() {
            runs += 1
            loop.schedule(after: 0, again)
        }
        loop.schedule(after: 0, again)
        loop.runOnce(maximumWait: 0)
        #expect(runs == 1)
        loop.runOnce(maximumWait: 0)
        #expect(runs == 2)
    }

    @Test func aTimerMayCancelAnotherThatIsDueInTheSameTurn() {
        let loop = EventLoop()
        var ran: [Int] = []
        var second: TimerID?
        loop.schedule(after: 0) {
            ran.append(1)
            if let second { loop.cancel(second) }
        }
        second = loop.schedule(after: 0) { ran.append(2) }
        loop.schedule(after: 0) { ran.append(3) }
        loop.runOnce(maximumWait: 100)
        #expect(ran == [1, 3])
        #expect(loop.scheduledCount == 0)
    }

    @Test func anIdleLoopMakesNoTurns() {
        let loop = EventLoop()
        var fired = false
        loop.schedule(after: 60) { fired = true }
        let before = loop.turns
        #expect(loop.run(atMost: 5000) { fired })
        #expect(loop.turns - before == 1)
    }

    @Test func stopEndsRunAfterTheTurn() {
        let loop = EventLoop()
        var ran: [Int] = []
        loop.onNextTurn {
            loop.stop()
            loop.onNextTurn { ran.append(2) }
            ran.append(1)
        }
        loop.run()
        #expect(ran == [1])
        loop.onNextTurn { loop.stop() }
        loop.run()
        #expect(ran == [1, 2])
    }

    @Test func aStopBeforeRunIsNotLost() {
        let loop = EventLoop()
        loop.onNextTurn { loop.stop() }
        loop.runOnce(maximumWait: 0)
        let before = loop.turns
        loop.run()
        #expect(loop.turns == before)
    }

    @Test func watchesAreLevelTriggeredAndCancelAtOnce() throws {
        let loop = EventLoop()
        let (near, far) = try loop.socketPair()
        defer {
            close(near)
            close(far)
        }
        var calls = 0
        let watch = loop.watch(near, .readable) { readiness in
            calls += 1
            #expect(readiness == .readable)
        }
        loop.runOnce(maximumWait: 0)
        #expect(calls == 0)
        write(far, "x", 1)
        for _ in 0..<3 { loop.runOnce(maximumWait: 1000) }
        #expect(calls == 3)
        watch.interest = []
        loop.runOnce(maximumWait: 0)
        #expect(calls == 3)
        watch.interest = [.readable]
        loop.runOnce(maximumWait: 0)
        #expect(calls == 4)
        watch.cancel()
        loop.runOnce(maximumWait: 0)
        #expect(calls == 4)
    }

    @Test func aWatchCancelledByAnEarlierHandlerIsNotCalled() throws {
        let loop = EventLoop()
        let pairs = try (0..<2).map { _ in try loop.socketPair() }
        var calls = 0
        var watches: [Watch] = []
        for (near, far) in pairs {
            write(far, "x", 1)
            watches.append(
                loop.watch(near, .readable) { _ in
                    calls += 1
                    watches.forEach { $0.cancel() }
                })
        }
        loop.runOnce(maximumWait: 1000)
        loop.runOnce(maximumWait: 0)
        #expect(calls == 1)
        for (near, far) in pairs {
            close(near)
            close(far)
        }
    }

    @Test func aHangUpIsToldOnceAfterTheLastByte() throws {
        let loop = EventLoop()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        write(ends[1], "abc", 3)
        close(ends[1])
        var told: [Readiness] = []
        let watch = loop.watch(ends[0], .readable) { readiness in
            told.append(readiness)
            if told.count <= 3 {
                var byte: UInt8 = 0
                read(ends[0], &byte, 1)
            }
        }
        for _ in 0..<10 { loop.runOnce(maximumWait: 0) }
        #expect(told == [.readable, .readable, .readable, [.readable, .hangup]])
        watch.cancel()
        close(ends[0])
    }

    @Test func aFileIsReadToItsEndAndThenLeftAlone() throws {
        let loop = EventLoop()
        var name = Array("/tmp/imchat-loop-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        try #require(file >= 0)
        unlink(name)
        write(file, "0123456789", 10)
        lseek(file, 0, SEEK_SET)
        var text: [UInt8] = []
        var ends = 0
        let watch = loop.watch(file, .readable) { readiness in
            var bytes = [UInt8](repeating: 0, count: 4)
            let count = read(file, &bytes, 4)
            text += bytes.prefix(max(0, count))
            if readiness.contains(.hangup) { ends += 1 }
        }
        for _ in 0..<10 { loop.runOnce(maximumWait: 0) }
        #expect(String(decoding: text, as: UTF8.self) == "0123456789")
        #expect(ends == 1)
        // Nothing spins: the next turn waits for the timer.
        var fired = false
        loop.schedule(after: 20) { fired = true }
        let before = loop.turns
        loop.run(atMost: 2000) { fired }
        #expect(loop.turns - before == 1)
        watch.cancel()
        close(file)
    }

    @Test(arguments: [-1, 9999] as [Int32])
    func anUnwatchableDescriptorIsToldOnce(descriptor: Int32) {
        let loop = EventLoop()
        var told: [Readiness] = []
        let watch = loop.watch(descriptor, .readable) { told.append($0) }
        for _ in 0..<3 { loop.runOnce(maximumWait: 0) }
        #expect(told == [[.readable, .hangup]])
        watch.cancel()
    }
}
