import EventLoop
import Glibc
import Testing

@Suite struct ForegroundProgramTests {
    private func run(_ executable: String, _ arguments: [String]) throws -> ProcessResult.Ending? {
        let loop = EventLoop()
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        var ending: ProcessResult.Ending?
        let program = try ForegroundProgram(executable, arguments, input: nothing, output: nothing, on: loop) {
            ending = $0
        }
        loop.run(atMost: 10_000) { ending != nil }
        withExtendedLifetime(program) {}
        return ending
    }

    @Test func theEndIsTold() throws {
        #expect(try run("true", []) == .exited(0))
        #expect(try run("/bin/sh", ["-c", "exit 3"]) == .exited(3))
        #expect(try run("/bin/sh", ["-c", "kill -TERM $$"]) == .signalled(SIGTERM))
    }

    @Test func argumentsAreNoShellsBusiness() throws {
        #expect(try run("/usr/bin/test", ["a;exit 0", "=", "a;exit 0"]) == .exited(0))
    }

    @Test func aMissingProgramIsAnError() {
        #expect(throws: SystemError.self) { try run("no-such-editor-here", []) }
    }

    @Test func aProgramCanBeAskedToEnd() throws {
        let loop = EventLoop()
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        var ending: ProcessResult.Ending?
        let program = try ForegroundProgram("sleep", ["100"], input: nothing, output: nothing, on: loop) {
            ending = $0
        }
        program.terminate()
        #expect(loop.run(atMost: 10_000) { ending != nil })
        #expect(ending == .signalled(SIGTERM))
        program.terminate()
    }
}
