import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// What is asked of the terminal, what is told to it, and what it may answer.
    @Suite struct TerminalFeatureTests {
        /// Every kind of terminal can be chatted on: a message, its menu, the switcher, a search, help, and the end.
        @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
        func everyTerminalIsEnough(_ term: String) throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.command("clear; TERM=\(term) imchat; echo exit=$?")
            try terminal.wait(for: "online as alice")
            try terminal.press("F2")
            try terminal.wait(for: "go to")
            try terminal.type("echo")
            try terminal.press("Enter")
            try terminal.waitTitle("echo")
            try terminal.say("said on \(term)")
            try terminal.wait("the echo") { TmuxTerminal.count("said on \(term)", in: $0.replacingSidebar()) == 2 }
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.press("Space")
            try terminal.wait(for: "i  details")
            try terminal.escape()
            try terminal.escape()
            try terminal.waitGone("r reply")
            try terminal.press("C-s")
            try terminal.wait(for: "search here")
            try terminal.type("repeat what")
            try terminal.press("Enter")
            try terminal.wait(for: "found: repeat what")
            try terminal.press("Enter")
            try terminal.waitGone("found: repeat what")
            try terminal.press("F1")
            try terminal.wait(for: "paint anew")
            try terminal.escape()
            try terminal.waitGone("paint anew")
            let rows = try terminal.lines()
            let border = rows[0].firstIndex(of: "│").map { rows[0].distance(from: rows[0].startIndex, to: $0) }
            #expect(border == 27, "\(rows[0])")
            try terminal.quit()
            #expect(!(try terminal.screen()).contains("said on"), "the shell's screen is its own")
        }

        /// The colours that a program uses, as parameters of SGR, on a screen painted anew.
        private func colours(_ program: PtyProgram) throws -> Set<String> {
            try program.wait(for: "Want company?")
            program.settle(400)
            let start = program.output.count
            program.type("\u{0C}")
            try program.wait(for: "Want company?", repainting: false, from: start)
            program.settle()
            var found: Set<String> = []
            for part in program.text(from: start).components(separatedBy: "\u{1B}[").dropFirst() {
                guard let end = part.firstIndex(where: { !$0.isNumber && $0 != ";" }), part[end] == "m" else {
                    continue
                }
                let codes = part[..<end].split(separator: ";").map(String.init)
                if codes.first == "38" || codes.first == "48" {
                    found.insert(codes.joined(separator: ";"))
                } else {
                    found.formUnion(
                        codes.filter { (30...37).contains(Int($0) ?? 0) || (40...47).contains(Int($0) ?? 0) })
                }
            }
            program.type("\u{11}")
            _ = try program.end()
            return found
        }

        @Test func coloursAreWhatTheTerminalHas() throws {
            let sandbox = try Sandbox()
            let rich = try colours(PtyProgram(["imchat"], in: sandbox))
            #expect(rich.count > 3 && rich.allSatisfy { $0.hasPrefix("38;5;") || $0.hasPrefix("48;5;") })
            for (term, environment) in [("xterm-256color", ["NO_COLOR": "1"]), ("vt100", [:])] {
                let none = try colours(PtyProgram(["imchat"], in: sandbox, term: term, environment: environment))
                #expect(none == [], "\(term) \(environment)")
            }
            let eight = try colours(PtyProgram(["imchat"], in: sandbox, term: "linux"))
            #expect(!eight.isEmpty && eight.allSatisfy { $0.count == 2 }, "\(eight)")
        }

        @Test func lightAndDarkAreAskedForAndRemembered() throws {
            let sandbox = try Sandbox()
            func answer(_ colour: String) -> [(String, String)] {
                [("\u{1B}]11;?", "\u{1B}]11;rgb:\(colour)/\(colour)/\(colour)\u{1B}\\\u{1B}[?62;22c")]
            }
            func start(_ answers: [(String, String)]) throws -> Set<String> {
                let program = try PtyProgram(["imchat"], in: sandbox)
                program.answers = answers
                return try colours(program)
            }
            let unknown = try start([])
            let light = try start(answer("ffff"))
            #expect(light != unknown)
            #expect(try start([]) == light, "what was told is remembered, and nothing waits for it")
            let dark = try start(answer("1010"))
            #expect(dark != light)
            #expect(try start([]) == dark)
        }

        @Test func framesAreWrappedAndNoMoreThanSixtyASecond() throws {
            let program = try PtyProgram(["imchat"], in: try Sandbox())
            program.answers = [("\u{1B}[?2026$p", "\u{1B}[?2026;2$y\u{1B}[?62c")]
            try program.wait(for: "Want company?")
            func frames(from start: Int) -> Int {
                program.text(from: start).components(separatedBy: "\u{1B}[?2026h").count - 1
            }
            try program.wait("frames") { frames(from: 0) > 0 }
            program.settle(300)

            // Alone a key is painted at once: the fastest of a few, since the machine may be busy.
            var delays: [Int] = []
            for letter in "abcdefgh" {
                let (start, before) = (program.output.count, PtyProgram.now)
                program.type(String(letter))
                try program.wait("the letter") { program.text(from: start).contains(letter) }
                delays.append(PtyProgram.now - before)
                program.settle(60)
                #expect(frames(from: start) == 1)
            }
            #expect(delays.min() ?? 99 < 16, "\(delays)")

            // Many together are painted together.
            let (start, before) = (program.output.count, PtyProgram.now)
            for number in 0..<400 {
                program.type(number % 40 == 39 ? "\u{15}" : "x")
                usleep(1000)  // as fast as a key can be held down
            }
            program.settle(100)
            let elapsed = PtyProgram.now - before - 100
            let count = frames(from: start)
            #expect(count > 3 && count <= elapsed / 16 + 2, "\(count) frames in \(elapsed) ms")
            #expect(program.text().components(separatedBy: "\u{1B}[?2026l").count - 1 >= count)
        }

        @Test func escapeActsWithinFiftyMilliseconds() throws {
            let program = try PtyProgram(["imchat"], in: try Sandbox())
            try program.wait(for: "Want company?")
            var delays: [Int] = []
            for _ in 0..<6 {
                let start = program.output.count
                program.type("\u{1B}OP")
                try program.wait("help") { program.text(from: start).contains("paint anew") }
                program.settle(60)
                let (closing, before) = (program.output.count, PtyProgram.now)
                program.type("\u{1B}")
                try program.wait("the panel to close") { program.output.count > closing }
                delays.append(PtyProgram.now - before)
                program.settle(60)
            }
            #expect(delays.min() ?? 99 < 50, "\(delays)")
        }

        @Test func nothingIsReadWhileNobodyLooks() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(
                "{ skipWelcome: true, notifications: { rule: 'all', showText: true } }",
                to: "home/.config/imchat/config.json5")
            let program = try PtyProgram(["imchat"], in: sandbox, environment: ["TERM_PROGRAM": "WezTerm"])
            try program.wait(for: "online as alice")
            #expect(program.text().contains("\u{1B}[?1004h"))
            func send(_ text: String) throws {
                let sent = try sandbox.imchat("send", "--as", "bob", "peer:alice", text)
                #expect(sent.status == 0, "\(sent.errors)")
            }
            try send("first")
            program.type("/go bob\r")
            try program.wait("his title") {
                program.text().contains("]2;bob\u{1B}") || program.text().contains(") bob\u{1B}")
            }
            program.settle()

            // The window loses the focus: what comes in stays unread, and the desktop is told, with care.
            program.type("\u{1B}[O")
            program.settle(300)
            let base = Self.unread(program)
            let start = program.output.count
            try send("while away \u{1B}]0;owned\u{7}; 4;5")
            try program.wait("the notification") {
                program.text(from: start).contains("]777;notify;bob;while away ␛, 4,5")
            }
            for number in 1...4 { try send("more \(number)") }
            try program.wait("five more unread") { Self.unread(program) == base + 5 }
            let told = program.text(from: start)
            #expect(told.components(separatedBy: "]777;").count - 1 <= 2, "several are told together")
            #expect(!told.contains("]0;owned"))

            // Whoever looks again has read it.
            program.type("\u{1B}[I")
            try program.wait("none of them unread") { Self.unread(program) == base }
            program.type("\u{11}")
            #expect(try program.end() == 0)
        }

        /// The number in the title that was set last.
        private static func unread(_ program: PtyProgram) -> Int {
            let title = program.text().components(separatedBy: "\u{1B}]2;").last ?? ""
            return title.hasPrefix("(") ? Int(title.dropFirst().prefix { $0.isNumber }) ?? 0 : 0
        }

        /// Inside tmux the text stands in its buffer, whatever it lets through to its terminal.
        @Test func tmuxTakesTheCopy() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            let place = try terminal.run(["display-message", "-p", "#{socket_path},#{pid},0"])
                .trimmingCharacters(in: .whitespacesAndNewlines)
            try terminal.run(["set-option", "-s", "set-clipboard", "off"])
            try terminal.command("clear; TMUX=\(place) imchat; echo exit=$?")
            try terminal.wait(for: "online as alice")
            try terminal.go("echo")
            try terminal.say("into the buffer")
            try terminal.wait("the echo") { TmuxTerminal.count("into the buffer", in: $0.replacingSidebar()) >= 2 }
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.type("y")
            try terminal.wait(for: "Copied into tmux’s buffer")
            #expect(try terminal.run(["show-buffer"]).contains("into the buffer"))
            try terminal.escape()
            try terminal.quit()
        }

        /// A message that is too long for the list is opened whole, also where a search found it by its end.
        @Test func aLongMessageIsFoldedAndOpenedWhole() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            let text = (1...900).map { "row \($0)" }.joined(separator: "\n") + "\n\n"
            #expect(try sandbox.imchat("send", "--as", "bob", "peer:alice", text).status == 0)
            try terminal.go("bob")
            try terminal.wait(for: "… 880 more lines · Enter opens")
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.press("Enter")
            try terminal.press("End")
            try terminal.wait(for: "row 900")
            try terminal.escape()
            try terminal.wait(for: "880 more")
            try terminal.escape()
            try terminal.say("/search 777")
            try terminal.wait(for: "bob: … row 777")
            try terminal.press("Enter")
            try terminal.wait(for: "row 790")
            try terminal.escape()
            try terminal.quit()
        }

        /// A program gets the text by its standard input, where the user names one or the terminal has no clipboard.
        @Test func aProgramTakesTheCopy() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(
                "{ skipWelcome: true, copyProgram: 'take-it \\'two words\\'' }", to: "home/.config/imchat/config.json5")
            let program = try sandbox.write(
                "#!/bin/sh\ncat > \"$HOME/copied\"\nprintf %s \"$1\" > \"$HOME/argument\"\n", to: "bin/take-it")
            chmod(program, 0o755)
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; TERM=linux imchat; echo exit=$?")
            try terminal.wait(for: "online as alice")
            try terminal.go("echo")
            try terminal.say("a ‘text’ $(with) \"marks\"")
            try terminal.wait("the echo") { TmuxTerminal.count("a ‘text’", in: $0.replacingSidebar()) >= 2 }
            try terminal.press("Up")
            try terminal.wait(for: "r reply")
            try terminal.type("y")
            try terminal.wait("the argument") { _ in
                (try? String(contentsOfFile: sandbox.path("home/argument"), encoding: .utf8)) == "two words"
            }
            let copied = try String(contentsOfFile: sandbox.path("home/copied"), encoding: .utf8)
            #expect(copied == "a ‘text’ $(with) \"marks\"")
            try terminal.escape()
            try terminal.quit()
        }

        @Test func aLinkIsOneOverItsRows() throws {
            let program = try PtyProgram(["imchat"], in: try Sandbox())
            try program.wait(for: "Want company?")
            program.type("/go echo\r")
            program.settle()
            let url = "https://example.org/" + String(repeating: "a-long-path/", count: 12) + "end"
            program.type(url + "\r")
            try program.wait("the link on three rows") {
                program.text().components(separatedBy: ";\(url)\u{1B}\\").count > 3
            }
            // Painted anew, message by message: all rows of one have one id, and it is not the next one's.
            program.settle(300)
            let start = program.output.count
            program.type("\u{0C}")
            program.settle(300)
            let ids = program.text(from: start).components(separatedBy: "\u{1B}]8;id=").dropFirst()
                .map { String($0.prefix { $0.isNumber }) }
            #expect(ids.count >= 3 && Set(ids).count <= 2, "\(ids)")
        }

        @Test func anyBytesMayBeTyped() throws {
            let sandbox = try Sandbox()
            let program = try PtyProgram(["imchat"], in: sandbox)
            let before = program.terminal.modes
            try program.wait(for: "Want company?")
            var random = SeededRandom(seed: 7)
            let pieces: [[UInt8]] =
                [
                    "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}]11;rgb:ff/ff/ff", "\u{1B}[?2026;2$y", "\u{1B}[1;2R",
                    "\u{1B}[99999999999999999999;3R", "\u{1B}P", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<0;3;3M",
                    "\u{1B}[<64;10;10M", "\u{1B}[I", "\u{1B}[O", "\u{1B}[M", "\u{1B}O", "\u{1B}[?1;2c", "\u{1B}_G",
                    "\u{7}",
                ].map { Array($0.utf8) } + [
                    [0xFF], [0xE4, 0xBD], [0xF0, 0x9F], [0x9B], [0xC0, 0x80], [0xED, 0xA0, 0x80],
                ]
            // What ends it, suspends it, or starts an editor is left out.
            let harmful: Set<UInt8> = [0x03, 0x0F, 0x11, 0x1A]
            for _ in 0..<70 {
                var bytes: [UInt8] = []
                while bytes.count < 150 {
                    if random.next() % 5 < 2 {
                        bytes += pieces[Int(random.next() % UInt64(pieces.count))]
                    } else {
                        bytes.append(UInt8(truncatingIfNeeded: random.next()))
                    }
                }
                program.type(bytes.filter { !harmful.contains($0) })
                #expect(Processes.isAlive(program.process))
            }
            program.settle(1200)
            let ticks = Processes.ticks(program.process)
            program.settle(500)
            usleep(300_000)  // a while to see what it costs to do nothing
            #expect(Processes.ticks(program.process) - ticks < 10)
            kill(program.process, SIGTERM)
            #expect(try program.end() == 0)
            #expect(program.terminal.modes == before && ModesLeftBehind(program.output).list == [])
        }

        @Test func tenThousandResizes() throws {
            let program = try PtyProgram(["imchat"], in: try Sandbox())
            try program.wait(for: "Want company?")
            var random = SeededRandom(seed: 1)
            for step in 0..<10_000 {
                program.terminal.resize(width: Int(random.next() % 200) + 1, height: Int(random.next() % 60) + 1)
                if step % 10 == 0 { program.pump(0) }
                if step % 100 == 0 { program.type("\u{1B}[5~") }
            }
            program.terminal.resize(width: 92, height: 24)
            try program.wait(for: "online as alice")
            program.type("\u{11}")
            #expect(try program.end() == 0)
        }

        /// One session of tmux on two terminals of other sizes and kinds, one after the other and together.
        @Test func twoTerminalsOnOneSession() throws {
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(width: 92, height: 24, sandbox: sandbox)
            try terminal.chat()
            try terminal.wait(for: "Want company?")
            try terminal.run(["set", "-g", "window-size", "latest"])
            var attached: [PtyProgram] = []
            for (term, width, height) in [("vt100", 60, 15), ("xterm-256color", 120, 40), ("linux", 44, 12)] {
                let client = try PtyProgram(
                    ["/usr/bin/tmux", "-L", terminal.socket, "attach", "-t", "main"], in: sandbox, term: term,
                    width: width, height: height)
                attached.append(client)
                try terminal.wait("its size") { _ in
                    for one in attached { one.pump(0) }
                    return try terminal.fact("pane_width") == "\(width)"
                }
                try terminal.wait("a whole screen of \(width)") { screen in
                    for one in attached { one.pump(0) }
                    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
                    return rows.count >= height && screen.contains("online as alice")
                        && rows.prefix(height - 1).contains { $0.contains("─────") }
                }
            }
            #expect(Processes.isAlive(try terminal.process()))
            attached = []
            try terminal.resize(width: 92, height: 24)
            try terminal.wait(for: "Want company?")
            try terminal.quit()
        }
    }
}
