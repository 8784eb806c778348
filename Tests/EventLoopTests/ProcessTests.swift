import Glibc
import TestSupport
import Testing

@testable import EventLoop

struct ProcessTests {
    private let loop = EventLoop()
    private let folder = TemporaryFolder()

    private func run(_ command: ProcessRunner.Command) throws -> ProcessResult? {
        var result: ProcessResult?
        let runner = try ProcessRunner(command, on: loop) { result = $0 }
        loop.run(atMost: 8000) { result != nil }
        withExtendedLifetime(runner) {}
        return result
    }

    @Test func argumentsReachTheProgramAsTheyAre() throws {
        let odd = ["a b", "$HOME", "`id`", "; rm", "", "-n", "\u{4f60}"]
        let result = try run(.init("printf", ["%s|"] + odd))
        #expect(result.map { String(decoding: $0.output, as: UTF8.self) } == odd.map { $0 + "|" }.joined())
        #expect(result?.ending == .exited(0))
    }

    @Test func inputGoesThroughWhole() throws {
        let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let result = try run(.init("cat", input: input))
        #expect(result?.output == input)
    }

    @Test func aProgramThatDoesNotReadItsInputIsNoError() throws {
        let result = try run(.init("true", input: [UInt8](repeating: 1, count: 500_000)))
        #expect(result?.ending == .exited(0))
    }

    @Test func exitCodesSignalsAndErrorsAreTold() throws {
        let code = try run(.init("/bin/sh", ["-c", "echo out; echo err >&2; exit 7"]))
        #expect(code?.ending == .exited(7))
        #expect(code?.output == Array("out\n".utf8))
        #expect(code?.errorOutput == Array("err\n".utf8))
        #expect(try run(.init("/bin/sh", ["-c", "kill -TERM $$"]))?.ending == .signalled(SIGTERM))
        #expect(throws: SystemError(operation: "start", subject: "/proc/nonexistent", code: ENOENT)) {
            try run(.init("/proc/nonexistent"))
        }
    }

    @Test func theEnvironmentIsWhatWasGiven() throws {
        let result = try run(.init("/usr/bin/env", environment: ["A=1", "B=x y"]))
        #expect(result.map { String(decoding: $0.output, as: UTF8.self) } == "A=1\nB=x y\n")
    }

    @Test func tooLongAndTooMuchAreEnded() throws {
        let slow = try run(.init("sleep", ["60"], timeout: 30))
        #expect(slow?.ending == .signalled(SIGKILL))
        #expect(slow?.wasKilled == true)
        let much = try run(.init("yes", outputLimit: 1000))
        #expect(much?.output.count == 1000)
        #expect(much?.wasKilled == true)
    }

    @Test func aGrandchildThatKeepsTheOutputOpenDoesNotHoldUsUp() throws {
        let result = try run(.init("/bin/sh", ["-c", "sleep 30 & echo started"]))
        #expect(result?.output == Array("started\n".utf8))
    }

    @Test func childrenInheritNoDescriptorsAndNoIgnoredSignals() throws {
        let kept = open("/dev/null", O_RDONLY)
        defer { close(kept) }
        let result = try run(.init("/bin/sh", ["-c", "ls /proc/$$/fd; grep SigIgn /proc/$$/status"]))
        let text = String(decoding: result?.output ?? [], as: UTF8.self)
        #expect(!text.split(separator: "\n").contains("\(kept)"))
        // The low 31 bits are the named signals; 32 and 33 belong to the thread library.
        let mask = text.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last ?? ""
        #expect(UInt64(mask, radix: 16).map { $0 & 0x7fff_ffff } == 0)
    }

    @Test func aDetachedProgramHasItsOwnSessionAndALog() throws {
        let log = folder.file("log")
        let process = try DetachedProcess.spawn(
            executable: "/bin/sh", arguments: ["-c", "echo hello; ls -l /proc/self/fd >&2; echo over; exec cat"],
            logPath: log)
        #expect(process > 0)
        #expect(getsid(process) != getsid(0) || kill(process, 0) != 0)
        let end = loop.now.advanced(by: 5000)
        var text = ""
        while loop.now < end, !text.contains("over\n") {
            loop.runOnce(maximumWait: 5)
            text = String(decoding: (try? Files.read(log, limit: 10_000)) ?? [], as: UTF8.self)
        }
        #expect(text.hasPrefix("hello\n"))
        #expect(text.contains("/dev/null"))
        #expect(Paths.ownerAndMode(log)?.mode == 0o600)
    }

    @Test func aDetachedProgramThatCannotStartIsAnErrorHere() {
        #expect(throws: SystemError(operation: "start", subject: "/proc/nonexistent", code: ENOENT)) {
            try DetachedProcess.spawn(executable: "/proc/nonexistent", arguments: [], logPath: nil)
        }
        #expect(throws: SystemError(operation: "start", subject: "/bin/true", code: ENOENT)) {
            try DetachedProcess.spawn(executable: "/bin/true", arguments: [], logPath: "/proc/nonexistent/log")
        }
    }

    @Test func theProcessKnowsItsSurroundings() {
        #expect(ProcessEnvironment.executablePath().map(Paths.exists) == true)
        #expect(ProcessEnvironment.variables.contains { $0.hasPrefix("PATH=") })
        #expect(ProcessEnvironment.variable("PATH") != nil)
        #expect(ProcessEnvironment.variable("IMCHAT_NOT_SET") == nil)
        #expect(!ProcessEnvironment.userName.isEmpty)
        #expect(!ProcessEnvironment.hostName.isEmpty)
        #expect(ProcessEnvironment.userID == getuid())
        let null = open("/dev/null", O_RDONLY)
        #expect(!ProcessEnvironment.isTerminal(null))
        #expect(ProcessEnvironment.terminalSize(null) == nil)
        close(null)
    }
}
