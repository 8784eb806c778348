import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Every byte that reached the terminal, to the end of the program: each mode that was set was reset, whatever ended it.
    @Suite struct ExitPathTests {
        /// Keys to be typed or a signal to be sent, and the exit code.
        static let endings: [(name: String, keys: String?, signal: Int32?, code: Int32)] = [
            ("Ctrl-Q", "\u{11}", nil, 0), ("/quit", "/quit\r", nil, 0), ("SIGTERM", nil, SIGTERM, 0),
            ("SIGHUP", nil, SIGHUP, 0), ("SIGINT", nil, SIGINT, 0), ("SIGQUIT", nil, SIGQUIT, 0),
            ("SIGSEGV", nil, SIGSEGV, 128 + SIGSEGV), ("SIGABRT", nil, SIGABRT, 128 + SIGABRT),
            ("SIGBUS", nil, SIGBUS, 128 + SIGBUS),
        ]

        @Test func everyModeIsAsBeforeOnEveryTerminal() throws {
            let sandbox = try Sandbox()
            for term in ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"] {
                // One terminal has all endings; the others, two that part: with ncurses' goodbye and without.
                let endings = term == "xterm-256color" ? Self.endings : [Self.endings[0], Self.endings[6]]
                for ending in endings {
                    let program = try PtyProgram(["imchat"], in: sandbox, term: term)
                    let before = program.terminal.modes
                    try program.wait(for: "online as alice")
                    #expect(program.terminal.modes != before)
                    if term == "xterm-256color" { #expect(!ModesLeftBehind(program.output).list.isEmpty) }
                    if let keys = ending.keys { program.type(keys) }
                    if let signal = ending.signal { kill(program.process, signal) }
                    #expect(try program.end() == ending.code, "\(term), \(ending.name)")
                    #expect(program.terminal.modes == before, "\(term), \(ending.name): the driver's modes")
                    #expect(ModesLeftBehind(program.output).list == [], "\(term), \(ending.name)")
                    // Where there is no other screen to go back to, this one is clean.
                    if term == "linux" || term == "vt100" {
                        let end = program.text().components(separatedBy: "\u{1B}[H\u{1B}[J").last ?? ""
                        #expect(!end.contains("alice"), "\(term), \(ending.name): \(end.debugDescription)")
                    }
                }
            }
        }

        /// Enter and the end in one burst: what was sent arrives, and where that cannot be the shell tells.
        @Test func whatWasSentLastStillGoesOut() throws {
            let sandbox = try Sandbox()
            for ending in ["\u{11}", "/quit\r"] {
                let program = try PtyProgram(["imchat"], in: sandbox)
                try program.wait(for: "online as alice")
                program.type("/go echo\r")
                program.settle()
                program.type("goodbye\r" + ending)
                #expect(try program.end() == 0)
                #expect(!program.text().contains("not sent yet"))
            }
            let program = try PtyProgram(["imchat"], in: sandbox)
            try program.wait(for: "online as alice")
            _ = try sandbox.imchat("server", "stop")
            try program.wait(for: "/connect starts it again")
            #expect(!program.text().contains("next try"))
            program.type("later\r\u{11}")
            #expect(try program.end() == 0)
            #expect(program.text().contains("imchat: 1 message is not sent yet; it goes out at the next start"))
        }

        @Test func theMouseAndTheModesThatAreAskedForAreResetToo() throws {
            for signal in [SIGTERM, SIGSEGV] {
                let program = try PtyProgram(["imchat"], in: try Sandbox())
                program.answers = [
                    ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y\u{1B}[?2027;2$y\u{1B}[?62c")
                ]
                try program.wait(for: "online as alice")
                program.type("/mouse on\r")
                try program.wait("the modes") {
                    let text = program.text()
                    return ["[?1000h", "[?1006h", "[?2026h", "[?2027h"].allSatisfy { text.contains($0) }
                }
                kill(program.process, signal)
                _ = try program.end()
                #expect(ModesLeftBehind(program.output).list == [], "\(signal)")
            }
        }

        @Test func aClosedTerminalEndsTheProgram() throws {
            let sandbox = try Sandbox()
            for ignoresHangUp in [false, true] {
                for term in ["xterm-256color", "dumb"] {
                    let command = ignoresHangUp ? "trap '' HUP; exec imchat" : "exec imchat"
                    var program: PtyProgram? = try PtyProgram(["/bin/sh", "-c", command], in: sandbox, term: term)
                    try program?.wait(for: "online as alice", repainting: term != "dumb", from: 0)
                    let process = try #require(program?.process)
                    program?.isKept = true
                    program = nil
                    // The terminal is gone with the program's object: nobody reads and nobody will type.
                    let start = PtyProgram.now
                    var status: Int32 = 0
                    while waitpid(process, &status, WNOHANG) == 0 {
                        usleep(10_000)  // between two looks
                        if PtyProgram.now - start > 5000 {
                            kill(process, SIGKILL)
                            waitpid(process, &status, 0)
                            Issue.record("\(term): it lives on without its terminal")
                        }
                    }
                    #expect(status == 0, "\(term), \(ignoresHangUp)")
                }
            }
        }

        @Test func nothingIsWrittenWhileItIsStopped() throws {
            let sandbox = try Sandbox()
            let program = try PtyProgram(["/bin/sh", "-i"], in: sandbox)
            try program.wait(for: "$ ", repainting: false, from: 0)
            let before = program.terminal.modes
            program.type("imchat\n")
            try program.wait(for: "online as alice")
            let client = try #require(Processes.children(of: program.process).last)

            // By its key, and by a signal from outside.
            for round in 1...2 {
                program.settle()
                let start = program.output.count
                if round == 1 { program.type("\u{1A}") } else { kill(client, SIGTSTP) }
                try program.wait(for: "$ ", repainting: false, from: start)
                #expect(ModesLeftBehind(program.output).list == [], "round \(round)")
                #expect(program.terminal.modes == before, "round \(round)")
                let written = program.output.count
                let sent = try sandbox.imchat("send", "--as", "bob", "peer:alice", "while it sleeps \(round)")
                #expect(sent.status == 0, "\(sent.errors)")
                kill(client, SIGWINCH)
                program.settle(300)
                #expect(program.output.count == written, "\(program.text(from: written).debugDescription)")
                program.type("fg\n")
                try program.wait(for: "online as alice")
                #expect(ModesLeftBehind(program.output).list != [])
                #expect(program.terminal.modes != before)
            }

            // Stopped by force it can give nothing back, but it takes everything again.
            program.settle()
            var start = program.output.count
            kill(client, SIGSTOP)
            try program.wait(for: "$ ", repainting: false, from: start)
            program.type("stty sane; printf '\\033[?2004l\\033[?1004l'\n")
            program.settle()
            start = program.output.count
            program.type("fg\n")
            try program.wait(for: "online as alice", repainting: false, from: start)
            #expect(program.text(from: start).contains("\u{1B}[?2004h"))
            #expect(program.terminal.modes != before)

            // Ended while it is stopped.
            program.type("\u{1A}")
            start = program.output.count
            try program.wait(for: "$ ", repainting: false, from: start)
            kill(client, SIGTERM)
            program.type("fg\n")
            try program.wait(for: "$ ", repainting: false)
            try program.wait("the end of the client") { !Processes.isAlive(client) }
            program.settle()
            #expect(ModesLeftBehind(program.output).list == [])
            #expect(program.terminal.modes == before)
        }

        @Test func whereNobodyCouldContinueItItDoesNotStop() throws {
            let program = try PtyProgram(["imchat"], in: try Sandbox())
            try program.wait(for: "online as alice")
            program.type("\u{1A}")
            try program.wait(for: "shell is there")
            program.type("\u{11}")
            #expect(try program.end() == 0)
        }

        /// The editor gets the terminal as it was, and may stop and go on.
        @Test func theEditorHasTheTerminalForItself() throws {
            let sandbox = try Sandbox()
            let editor = try sandbox.write(
                """
                #!/bin/sh
                stty -a > "$HOME/modes"
                printf 'EDITOR HERE\\n'
                read line
                printf '%s\\n' "$line" > "$1"
                """, to: "bin/edit-it")
            chmod(editor, 0o755)
            let program = try PtyProgram(["/bin/sh", "-i"], in: sandbox, environment: ["EDITOR": "edit-it"])
            try program.wait(for: "$ ", repainting: false, from: 0)
            let before = program.terminal.modes
            program.type("stty -a > $HOME/before; imchat\n")
            // There is nothing to be edited before a session is open.
            try program.wait(for: "Want company?")
            program.type("before the editor\u{0F}")
            try program.wait(for: "EDITOR HERE", repainting: false)
            #expect(ModesLeftBehind(program.output).list == [])
            let modes = try Subprocess.run("cat", [sandbox.path("home/modes")]).output
            #expect(modes == (try Subprocess.run("cat", [sandbox.path("home/before")]).output))
            #expect(program.terminal.modes == before)

            // Stopped: the shell has the terminal; continued: the editor.
            var start = program.output.count
            program.type("\u{1A}")
            try program.wait(for: "$ ", repainting: false, from: start)
            start = program.output.count
            program.type("fg\n")
            program.settle()
            #expect(!program.text(from: start).contains("online"), "the editor still has it")
            program.type("written there\n")
            try program.wait(for: "written there", from: program.output.count)
            try program.wait(for: "online as alice")
            #expect(program.terminal.modes != before)

            // Ended while the editor is at work: it ends too, and nothing is left.
            let client = try #require(Processes.children(of: program.process).last)
            program.type("\u{0F}")
            try program.wait(for: "EDITOR HERE", repainting: false)
            start = program.output.count
            kill(client, SIGTERM)
            try program.wait(for: "$ ", repainting: false, from: start)
            try program.wait("the end of the client") { !Processes.isAlive(client) }
            #expect(ModesLeftBehind(program.output).list == [])
            #expect(program.terminal.modes == before)
        }
    }
}
