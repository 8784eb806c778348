import Glibc
import Testing

extension EndToEnd {
    /// Nothing is lost and nothing doubled, whoever goes away.
    @Suite struct DeliveryTests {
        @Test func aRestartKeepsHistoryDraftAndPlace() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("kept over a restart")
            try terminal.wait("the echo") { TmuxTerminal.count("kept over a restart", in: $0) >= 3 }
            try terminal.type("a draft, 半句话")
            try terminal.wait(for: "a draft, 半句话")
            try terminal.quit()
            try terminal.chat()
            try terminal.waitTitle("echo")
            try terminal.wait(for: "> a draft, 半句话")
            let screen = try terminal.settled()
            #expect(TmuxTerminal.count("kept over a restart", in: screen) == 3)  // two rows and the list's preview
            #expect(!screen.contains("unread elsewhere (F3) · new"))

            // Also without a goodbye.
            try terminal.type(" and more")
            try terminal.wait(for: "> a draft, 半句话 and more")
            try terminal.wait("the draft in the store") { _ in
                let found = try Subprocess.run("grep", ["-rlaF", "半句话 and more", sandbox.data])
                return !found.output.isEmpty
            }
            try terminal.signal(SIGKILL)
            try terminal.wait(for: "exit=137")
            try terminal.reset()
            try terminal.chat()
            try terminal.waitTitle("echo")
            try terminal.wait(for: "> a draft, 半句话 and more")
            try terminal.press("C-u")
            try terminal.quit()
        }

        @Test func whatIsWrittenWhileTheServerIsAwayGoesOutOnce() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.chat(as: "bob")
            try alice.go("bob")
            try alice.say("first")
            try bob.waitLine("alice", " 1 │")
            try bob.go("alice")

            // Stopped by command: it stays so, and the clients say why.
            let stopped = try sandbox.imchat("server", "stop")
            #expect(stopped.status == 0 && stopped.output == "stopped\n")
            try alice.waitLine("offline", "stopped")
            try alice.waitLine("/connect")
            try alice.say("written while away")
            try alice.wait(for: "written while away")
            usleep(2_500_000)  // longer than a client waits before it tries again
            #expect(try sandbox.imchat("server", "status").status == 1, "nobody started the server")
            #expect(!(try alice.lines().contains { $0.contains("written while away") && $0.contains("✓") }))

            try alice.say("/connect")
            try alice.wait(for: "online as alice")
            try alice.waitLine("written while away", "✓")
            try bob.wait(for: "online as bob")
            try bob.waitLine("written while away")
            let heard = try bob.settled()
            #expect(TmuxTerminal.count("written while away", in: heard.replacingSidebar()) == 1)

            // Killed: a client starts it again by itself.
            kill(try sandbox.serverProcess(), SIGKILL)
            try alice.say("after the crash")
            try alice.waitLine("after the crash", "✓")
            try bob.waitLine("after the crash")

            // The client is killed right behind Enter.
            try alice.type("last words")
            try alice.wait(for: "> last words")
            let process = try alice.process()
            try alice.press("Enter")
            kill(process, SIGKILL)
            try alice.wait(for: "exit=137")
            try alice.reset()
            try alice.chat()
            try alice.go("bob")
            let kept = try alice.settled().replacingSidebar()
            #expect(TmuxTerminal.count("last words", in: kept) <= 1)
            // Either it was stored, then it goes out; or the key was not yet read, then nobody has it.
            if kept.contains("last words") && !kept.contains("> last words") { try bob.waitLine("last words") }
            #expect(TmuxTerminal.count("last words", in: try bob.settled().replacingSidebar()) <= 1)

            // Both at once.
            try alice.press("C-u")
            kill(try sandbox.serverProcess(), SIGKILL)
            try alice.signal(SIGTERM)
            try alice.wait(for: "exit=")
            try alice.chat()
            try alice.go("bob")
            try alice.say("all back")
            try bob.waitLine("all back")
            let end = try bob.settled().replacingSidebar()
            for text in ["first", "written while away", "after the crash", "all back"] {
                #expect(TmuxTerminal.count(text, in: end) == 1, "'\(text)' in:\n\(end)")
            }
            try alice.quit()
            try bob.quit()
        }
    }
}

extension String {
    /// The screen without the session list, whose preview repeats the last message.
    func replacingSidebar() -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.firstIndex(where: { "│┼┴".contains($0) }).map { String(line[$0...]) } ?? String(line)
        }.joined(separator: "\n")
    }
}
