import Testing

@testable import EventLoop

struct PseudoTerminalTests {
    private func start(_ script: String) throws -> PseudoTerminal {
        try PseudoTerminal(
            executable: "/bin/sh", arguments: ["-c", script], environment: ["PATH=/usr/bin:/bin", "TERM=dumb"],
            columns: 91, rows: 17)
    }

    @Test func theProgramSeesATerminalOfItsSize() throws {
        let terminal = try start("test -t 0 && test -t 1 && test -t 2 && stty size")
        #expect(terminal.wait(for: "17 91", atMost: 8000))
        #expect(terminal.waitForEnd(atMost: 8000) == 0)
    }

    @Test func whatIsTypedReachesIt() throws {
        let terminal = try start("read line; echo \"got <$line>\"; exit 3")
        terminal.type("h\u{e9}llo\n")
        #expect(terminal.wait(for: "got <h\u{e9}llo>", atMost: 8000))
        #expect(terminal.waitForEnd(atMost: 8000) == 3)
    }

    @Test func waitingEndsWithTheTime() throws {
        let terminal = try start("exec cat")
        #expect(!terminal.wait(for: "never", atMost: 30))
        #expect(terminal.waitForEnd(atMost: 30) == nil)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(throws: SystemError.self) {
            try PseudoTerminal(
                executable: "/nowhere/program", arguments: [], environment: [], columns: 80, rows: 24)
        }
    }
}
