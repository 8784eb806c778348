import Foundation
import Glibc
import Testing

extension EndToEnd {
    /// Files of the messages that go away, behind a kill and under a client that runs.
    @Suite struct LostFilesTests {
        private static func store(_ sandbox: Sandbox) throws -> String {
            try sandbox.imchat("store", "path").output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        @Test func aLogThatWasLostAfterAKillIsTold() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("before")
            try terminal.wait("the echo") { TmuxTerminal.count("before", in: $0) >= 3 }
            let path = try Self.store(sandbox)
            let mark = path + ".is-open"
            #expect(access(mark, F_OK) == 0)
            try terminal.quit()
            #expect(access(mark, F_OK) != 0)

            // A kill alone is nothing to speak of, whoever comes next.
            try terminal.chat()
            try terminal.signal(SIGKILL)
            try terminal.wait(for: "exit=137")
            try terminal.reset()
            #expect(access(mark, F_OK) == 0)
            #expect(try sandbox.imchat("store", "check").status == 0)
            #expect(try sandbox.imchat("search", "before").output.contains("before"))
            #expect(try sandbox.imchat("store", "recover").output.contains("is in order"))
            try terminal.chat()
            try terminal.wait(for: "before")
            #expect(!(try terminal.settled().contains("lost")))
            try terminal.signal(SIGKILL)
            try terminal.wait(for: "exit=137")
            try terminal.reset()

            unlink(path + "-wal")
            let check = try sandbox.imchat("store", "check")
            #expect(check.status == 1 && check.errors.contains("its log was lost"), "\(check)")
            let sent = try sandbox.imchat("send", "echo", "more")
            #expect(sent.status == 1 && sent.errors.contains("store recover"), "\(sent)")
            try terminal.command("clear; imchat; echo exit=$?")
            // Said until a key is pressed; the mark before it tells that there is a connection.
            try terminal.waitLine("●", "the log of the message store was lost")
            try terminal.wait(for: "before", count: 2)
            try terminal.quit()
            #expect(try sandbox.imchat("store", "check").status == 0)
            let found = try sandbox.imchat("export", "echo").output
            #expect(TmuxTerminal.count("before", in: found) == 2, "\(found)")
        }

        @Test func aFileThatGoesAwayUnderTheClientIsTold() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("before")
            try terminal.wait("the echo") { TmuxTerminal.count("before", in: $0) >= 3 }
            let path = try Self.store(sandbox)
            for suffix in ["", "-wal"] { rename(path + suffix, path + suffix + ".away") }
            try terminal.say("unkept words")
            try terminal.wait(for: "removed or replaced")
            #expect(!(try terminal.lines().contains { $0.contains("unkept words") && $0.contains("✓") }))
            // Put back, it goes on by itself.
            for suffix in ["", "-wal"] { rename(path + suffix + ".away", path + suffix) }
            try terminal.wait(for: "well again")
            try terminal.press("C-u")
            try terminal.say("kept words")
            try terminal.waitLine("kept words", "✓")
            try terminal.quit()
            #expect(try sandbox.imchat("store", "check").status == 0)
        }
    }
}
