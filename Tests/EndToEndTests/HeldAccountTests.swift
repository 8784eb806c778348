import Foundation
import Testing

extension EndToEnd {
    /// A second client on the same account and folder.
    @Suite struct HeldAccountTests {
        @Test func theSecondOneReadsAlongOrTakesOver() throws {
            let sandbox = try Sandbox()
            let first = try TmuxTerminal(sandbox: sandbox)
            let second = try TmuxTerminal(sandbox: sandbox)
            try first.chat()
            try first.go("echo")
            try first.say("before")
            try first.wait(for: "before", count: 3)

            // Without a terminal: what can be done, and exit code 1.
            let refused = try sandbox.imchat()
            #expect(refused.status == 1)
            for word in ["--read-only", "--take-over"] { #expect(refused.errors.contains(word)) }

            // Read along: what the first one sends shows at once; sending is refused.
            try second.command("clear; imchat; echo exit=$?")
            try second.wait(for: "alice is open in another imchat")
            try second.press("x")
            try second.press("r")
            try second.wait(for: "read-only")
            try second.go("echo")
            try second.wait(for: "before", count: 3)
            try first.say("during")
            try second.wait(for: "during", count: 3)
            try second.type("not from here")
            try second.wait(for: "only reads along")
            #expect(!(try second.settled().contains("not from here")))

            // Once the first one is gone it can go on here.
            try first.type("half a thought")
            try first.wait(for: "> half a thought")
            try first.press("Left", "Left")
            try first.wait("the caret on the disk") { _ in
                try sandbox.stored("SELECT draft_caret FROM sessions WHERE draft = 'half a thought'") == 12
            }
            try first.signal(SIGKILL)
            try second.wait(for: "/connect goes on here")
            try second.say("/connect")
            try second.wait(for: "online as alice")
            // The caret of the draft is where it was.
            try second.wait(for: "> half a thought")
            try second.type("XX")
            try second.wait(for: "> half a thougXXht")
            try second.press("C-u", "C-k")
            try second.say("from here now")
            try second.waitLine("from here now", "✓")
            try second.quit()
            try first.reset()
            try first.chat()
            try first.wait(for: "from here now", count: 3)

            // Take over: the first one keeps its draft and ends, the second one has it.
            try first.type("half a thought")
            try first.wait(for: "> half a thought")
            try second.command("clear; imchat; echo exit=$?")
            try second.wait(for: "alice is open in another imchat")
            try second.press("t")
            try first.wait(for: "has taken over alice")
            try first.wait(for: "exit=1")
            try second.wait(for: "online as alice")
            try second.wait(for: "> half a thought")
            try second.press("C-u")
            try second.say("after")
            try second.wait(for: "after", count: 3)

            // One that is stopped does not answer, and keeps the account.
            try second.press("C-z")
            try second.waitGone("online as alice")
            try first.command("clear; imchat --take-over; echo exit=$?")
            try first.wait(for: "does not answer")
            try first.wait(for: "exit=1")
            // It is not held against it once it goes on.
            try second.command("fg; echo ended=$?")
            try second.wait(for: "online as alice")
            try second.say("still here")
            try second.wait(for: "still here", count: 3)
            try first.command("clear; imchat --take-over; echo exit=$?")
            try second.wait(for: "ended=1")
            try first.wait(for: "online as alice")
            try first.wait(for: "still here", count: 3)
            try first.quit()
        }
    }
}
