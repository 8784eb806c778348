import Cells
import CursesBackend
import EventLoop
import Glibc

/// Asks the terminal and waits for the answers, for the doctor; the client itself never waits.
enum TerminalInterview {
    private static let patience: Int64 = 1500

    /// What the terminal can do; `nil` where it may not be asked.
    static func run(_ screen: CursesScreen) -> TerminalFindings? {
        guard screen.canBeAsked else { return nil }
        let loop = EventLoop()
        let start = loop.now.milliseconds
        var probe = TerminalProbe()
        var decoder = InputDecoder(keys: screen.keyStrings)
        var found: TerminalFindings?
        func act(_ action: TerminalProbe.Action) {
            switch action {
            case .nothing: break
            case .ask(let question):
                decoder.awaitedCursorReplies += question.cursorReplies
                screen.ask(question)
            case .finished(let findings, _): found = findings
            }
        }
        act(probe.begin(size: screen.size, now: start))
        while found == nil {
            let now = loop.now.milliseconds
            if now - start >= patience {
                act(probe.abandon())
                break
            }
            var ready = pollfd(fd: screen.inputDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(patience - (now - start))) > 0 else { continue }
            guard case .bytes(let bytes) = screen.read() else { break }
            for case .reply(let reply) in decoder.feed(bytes, now: now) { act(probe.received(reply)) }
        }
        return found
    }
}
