import Foundation
import Testing

extension EndToEnd {
    /// A paste is text, never keys.
    @Suite struct PasteTests {
        @Test func aPasteIsADraftAndNothingElse() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.chat()
            try terminal.go("echo")
            let before = try terminal.settled()
            try terminal.paste("first line\nsecond line\n/quit\n\u{1B}[31mred\u{7}\ttab\nlast line\n")
            try terminal.wait(for: "last line")
            try terminal.wait(for: "first line")
            try terminal.wait(for: "/quit")
            let after = try terminal.settled()
            #expect(after.contains("online as alice"), "no line of it was a command")
            #expect(!after.contains("✓"), "nothing was sent")
            #expect(TmuxTerminal.count("I repeat", in: after) <= TmuxTerminal.count("I repeat", in: before))
            try terminal.press("Enter")
            // One message, with all its lines.
            try terminal.wait("the echo of all lines") {
                TmuxTerminal.count("second line", in: $0.replacingSidebar()) == 2
            }
            try terminal.wait("one message and its echo") { TmuxTerminal.count("✓", in: $0) == 1 }

            // The end mark is missing: after a second keys are keys again.
            try terminal.run(["send-keys", "-t", "main", "-H", "1b", "5b", "32", "30", "30", "7e"])
            try terminal.type("never ended")
            // It shows when it is given up.
            try terminal.wait(for: "> never ended")
            try terminal.type(" more")
            try terminal.wait(for: "> never ended more")
            try terminal.press("Enter")
            try terminal.wait("sent and echoed") {
                TmuxTerminal.count("never ended more", in: $0.replacingSidebar()) >= 2
            }
            try terminal.quit()
        }
    }
}
