import Foundation
import Testing

extension EndToEnd {
    /// What somebody sees who starts the program for the first time.
    @Suite struct FirstStartTests {
        @Test func aPageExplainsItselfOnce() throws {
            let sandbox = try Sandbox(isWelcomed: false)
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; imchat; echo exit=$?")
            try terminal.wait(for: "welcome to imchat")
            try terminal.wait(for: "all keys and commands")
            try terminal.press("Space")
            try terminal.waitGone("welcome to imchat")
            try terminal.waitLine("online as alice", "F1 help")
            try terminal.quit()
            try terminal.command("clear; imchat; echo exit=$?")
            try terminal.waitLine("online as alice", "F1 help")
            try terminal.waitGone("welcome to imchat")
            try terminal.quit()
        }

        /// The terminal is asked about itself behind the first paint; what it answers must not trip over a link.
        @Test func aSessionThatEndsInALinkOpensAgain() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(width: 92, sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("look https://example.org/x")
            for _ in 0..<4 {
                try terminal.quit()
                try terminal.chat()
                try terminal.wait(for: "https://example.org/x")
                try terminal.say("still here")
            }
            try terminal.quit()
        }

        @Test func theEditorWritesTheDraft() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(
                "#!/bin/sh\nmode=$(stat -c %a \"$1\"); printf \"from the editor, $mode\\n\" >> \"$1\"\n", to: "bin/ed1")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sandbox.path("bin/ed1"))
            sandbox.changes["EDITOR"] = "ed1"
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.type("draft ")
            try terminal.press("C-o")
            try terminal.waitLine("draft from the editor, 600")
            try terminal.press("Enter")
            try terminal.waitLine("draft from the editor, 600", "✓")
            try terminal.quit()
        }

        @Test func theFirstMinuteIsNotSpentAlone() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.chat()
            for resident in ["echo", "guide", "design crew", "lobby", "support"] { try terminal.wait(for: resident) }
            // The first look is at the guide, who tells what to do.
            try terminal.waitTitle("guide")
            try terminal.wait(for: "Welcome!")
            try terminal.wait(for: "Enter sends")
            try terminal.wait(for: "imchat --as bob")
            try terminal.waitLine("online as alice", "F1 help")
            try terminal.say("what else?")
            try terminal.waitLine("what else?", "✓")
            try terminal.wait(for: "PgUp reads older messages")

            try terminal.go("echo")
            try terminal.say("ping 你好 42")
            try terminal.wait("the echo's answer") { TmuxTerminal.count("ping 你好 42", in: $0) >= 3 }
            try terminal.waitLine("ping 你好 42", "✓")

            try terminal.go("support")
            try terminal.say("my order is late")
            try terminal.wait(for: "we look into it")
            try terminal.waitGone("customer:")  // a support desk has a name, not an address

            // Help is one key away, and another one closes it.
            try terminal.press("F1")
            try terminal.wait(for: "paint anew")
            try terminal.escape()
            try terminal.waitGone("paint anew")
            try terminal.quit()
        }
    }
}
