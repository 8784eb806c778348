import Foundation
import Testing

extension EndToEnd {
    /// The menu of the long press and what its entries do.
    @Suite struct MenuTests {
        /// What is offered while typing, what was sent before, and the lists of themes and settings.
        @Test func listsHelpToWrite() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.chat()
            try terminal.go("echo")
            try terminal.type("well done :smil")
            try terminal.wait(for: "😄 :smile:")
            try terminal.press("Tab")
            try terminal.wait(for: "> well done 😄")
            try terminal.press("Enter")
            try terminal.wait("the echo") { TmuxTerminal.count("well done 😄", in: $0) >= 3 }
            try terminal.press("C-r")
            try terminal.wait(for: "sent before")
            try terminal.type("done")
            try terminal.press("Enter")
            try terminal.wait(for: "> well done 😄")
            try terminal.press("C-u")
            try terminal.say("/theme")
            try terminal.wait(for: "high-contrast")
            try terminal.type("plain")
            try terminal.press("Enter")
            try terminal.waitGone("│")
            try terminal.say("/set clock")
            try terminal.wait(for: "12")
            try terminal.escape()
        }

        @Test func theMenuDoesWhatItSays() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("a text for the menu")
            try terminal.wait("the echo") { TmuxTerminal.count("a text for the menu", in: $0) >= 3 }

            // Choose, open, look, close.
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.press("Space")
            for entry in ["r  reply", ">  quote", "y  copy", "f  forward", "d  delete here", "i  details"] {
                try terminal.wait(for: entry)
            }
            try terminal.escape()
            try terminal.waitGone("i  details")

            // Reply with a quote.
            try terminal.press("Space")
            try terminal.wait(for: "r  reply")
            try terminal.type("r")
            try terminal.wait(for: "reply to echo")
            try terminal.say("this is my answer")
            try terminal.wait(for: "> a text for the menu")
            try terminal.wait("the echo") { TmuxTerminal.count("this is my answer", in: $0) >= 3 }

            // Copy: into the clipboard of the terminal.
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.press("Space")
            try terminal.wait(for: "y  copy")
            try terminal.type("y")
            try terminal.wait(for: "Copied")
            #expect(try terminal.run(["show-buffer"]) == "this is my answer")

            // Details.
            try terminal.press("Space")
            try terminal.wait(for: "i  details")
            try terminal.type("i")
            try terminal.wait(for: "origin id")
            try terminal.escape()
            try terminal.waitGone("origin id")

            // Delete asks first; no is no.
            try terminal.type("d")
            try terminal.wait(for: "Delete this message here?")
            try terminal.type("n")
            try terminal.waitGone("Delete this message here?")
            #expect(TmuxTerminal.count("this is my answer", in: try terminal.settled().replacingSidebar()) == 2)
            try terminal.type("d")
            try terminal.wait(for: "Delete this message here?")
            try terminal.type("y")
            try terminal.wait("one row less") {
                TmuxTerminal.count("this is my answer", in: $0.replacingSidebar()) == 1
            }

            // Forward: a submenu of sessions, found by typing.
            try terminal.waitGone("Deleted here")
            if !(try terminal.settled().contains("r reply")) { try terminal.press("Up") }
            try terminal.wait(for: "r reply")
            try terminal.press("Space")
            try terminal.wait(for: "f  forward")
            try terminal.type("f")
            try terminal.wait(for: "forward to")
            try terminal.type("desi")
            try terminal.press("Enter")
            try terminal.waitGone("forward to")
            try terminal.escape()
            try terminal.waitGone("r reply")
            try terminal.go("design crew")
            try terminal.waitLine("this is my answer", "✓")

            // At twenty columns the menu can be used to its last entry.
            try terminal.resize(width: 20, height: 6)
            try terminal.press("Up")
            _ = try terminal.settled()
            try terminal.press("Space")
            try terminal.wait(for: "r  reply")
            try terminal.press("Up")
            try terminal.wait(for: "i  details")
            try terminal.press("Enter")
            try terminal.wait(for: "details")
            try terminal.escape()
            _ = try terminal.settled()
            try terminal.escape()
            try terminal.resize(width: 92, height: 24)
            try terminal.wait(for: "online as alice")
            try terminal.quit()
        }
    }
}
