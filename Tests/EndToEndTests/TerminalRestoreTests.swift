import Glibc
import Testing

extension EndToEnd {
    /// The terminal is given back, however the program ends.
    @Suite struct TerminalRestoreTests {
        /// A way to end, and the exit code that the shell sees.
        enum Ending: String, CaseIterable {
            case key, command, controlC, terminated, hungUp, interrupted, segmentationFault, abort, busError

            var exit: Int {
                switch self {
                case .key, .command, .controlC, .terminated, .hungUp, .interrupted: 0
                case .segmentationFault: 128 + Int(SIGSEGV)
                case .abort: 128 + Int(SIGABRT)
                case .busError: 128 + Int(SIGBUS)
                }
            }

            func perform(in terminal: TmuxTerminal) throws {
                switch self {
                case .key: try terminal.press("C-q")
                case .command: try terminal.say("/quit")
                case .controlC:
                    try terminal.press("C-c")
                    try terminal.wait(for: "Quit?")
                    try terminal.type("y")
                case .terminated: try terminal.signal(SIGTERM)
                case .hungUp: try terminal.signal(SIGHUP)
                case .interrupted: try terminal.signal(SIGINT)
                case .segmentationFault: try terminal.signal(SIGSEGV)
                case .abort: try terminal.signal(SIGABRT)
                case .busError: try terminal.signal(SIGBUS)
                }
            }
        }

        @Test func everyEndGivesTheTerminalBack() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(sandbox: sandbox)
            let before = try modes(terminal)
            let title = try terminal.fact("pane_title")
            for ending in Ending.allCases {
                try terminal.chat()
                #expect(try terminal.fact("alternate_on") == "1")
                try ending.perform(in: terminal)
                try terminal.wait(for: "exit=\(ending.exit)")
                #expect(try terminal.fact("alternate_on") == "0", "\(ending): the alternate screen is left")
                #expect(try terminal.fact("cursor_flag") == "1", "\(ending): the cursor is visible")
                #expect(try terminal.fact("mouse_any_flag") == "0", "\(ending): no mouse reports")
                #expect(try terminal.fact("keypad_flag") == "0", "\(ending): the keypad is as before")
                #expect(try terminal.fact("keypad_cursor_flag") == "0", "\(ending): the arrows are as before")
                #expect(try terminal.fact("pane_title") == title, "\(ending): the title is as before")
                #expect(try modes(terminal) == before, "\(ending): the driver's modes are as before")
                // A paste comes without brackets, and what is typed is echoed.
                try terminal.paste("echo pa''sted")
                try terminal.press("Enter")
                try terminal.wait("the paste's output") { screen in
                    screen.split(separator: "\n").contains { $0 == "pasted" }
                }
                #expect(!(try terminal.screen().contains("200~")), "\(ending): bracketed paste is off")
            }
        }

        @Test func suspendedAndContinued() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            let before = try modes(terminal)
            try terminal.command("imchat")
            try terminal.wait(for: "online as alice")
            try terminal.go("echo")
            try terminal.type("half a sentence")
            try terminal.wait(for: "> half a sentence")
            let shown = try terminal.settled()
            for _ in 1...2 {
                try terminal.press("C-z")
                try terminal.wait(for: "Stopped")
                #expect(try terminal.fact("alternate_on") == "0")
                #expect(try terminal.fact("cursor_flag") == "1")
                #expect(try modes(terminal) == before)
                try terminal.command("fg")
                try terminal.wait("the screen of before") { $0 == shown }
                #expect(try terminal.fact("alternate_on") == "1")
            }
            // Another size meanwhile.
            try terminal.press("C-z")
            try terminal.wait("the shell") { !$0.contains("half a sentence") }
            try terminal.resize(width: 70, height: 20)
            try terminal.command("fg")
            try terminal.wait("the same in the new size") { screen in
                screen.contains("> half a sentence") && screen.contains("online as alice")
                    && screen.split(separator: "\n", omittingEmptySubsequences: false).count >= 20
            }
            try terminal.press("C-u", "C-q")
            try terminal.waitGone("online as alice")
        }

        /// What `stty` tells of the terminal, but the size.
        private func modes(_ terminal: TmuxTerminal) throws -> String {
            // A mark of its own for each look: the one before may still be on the screen.
            let mark = UInt32.random(in: 0...UInt32.max)
            try terminal.command("clear; stty -a > '\(terminal.sandbox.path("stty"))'; echo done-\(mark)-$?")
            try terminal.wait(for: "done-\(mark)-0")
            let text = try Subprocess.run("cat", [terminal.sandbox.path("stty")]).output
            return text.split(separator: ";").filter { !$0.contains("rows") && !$0.contains("columns") }
                .joined(separator: ";")
        }
    }
}
