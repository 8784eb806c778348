import Cells
import CursesBackend
import Glibc
import TestSupport
import Testing

/// One screen at a time: ncurses is one per process.
@Suite(.serialized) struct CursesScreenTests {
    private func terminal(width: Int = 20, height: Int = 4) throws -> PseudoTerminal {
        // Nothing in the environment may decide what the tests see.
        setenv("LC_ALL", "C.UTF-8", 1)
        return try #require(PseudoTerminal(width: width, height: height))
    }

    private func options(
        _ terminal: PseudoTerminal, term: String? = "xterm-256color", colorTerm: String? = nil, noColor: String? = nil
    ) -> TerminalOptions {
        TerminalOptions(
            input: terminal.slave, output: terminal.slave, term: term, colorTerm: colorTerm, noColor: noColor)
    }

    private func frame(_ text: SafeText, _ style: Style = .plain, size: Size = Size(width: 20, height: 4)) -> CellBuffer
    {
        var buffer = CellBuffer(size: size)
        buffer.write(text, x: 0, y: 1, style: style, policy: .perCluster)
        return buffer
    }

    @Test func aSpoiltRowIsPaintedAnewAlsoByAFrameWithLinks() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        screen.draw(frame("first"), cursor: nil)
        _ = terminal.written()
        screen.spoil(row: 1)
        var linked = frame("first")
        let link = linked.link(to: "https://example.org/x")
        linked.write("link", x: 0, y: 2, style: Style(link: link), policy: .perCluster)
        screen.draw(linked, cursor: nil)
        let written = terminal.written()
        #expect(written.contains("first") && written.contains("https://example.org/x"))
        screen.quit()
    }

    @Test func modesAreRestoredByQuitSuspendAndRestore() throws {
        let terminal = try terminal()
        let before = terminal.modes
        let screen = try CursesScreen(options(terminal))
        let raw = terminal.modes
        #expect(raw != before)
        #expect(raw[3] & UInt32(ISIG | ICANON | ECHO) == 0)
        #expect(raw[0] & UInt32(IXON | ICRNL) == 0)
        screen.draw(frame("hello"), cursor: nil)
        #expect(terminal.written().contains("hello"))

        screen.suspend()
        #expect(terminal.modes == before)
        let left = terminal.written()
        for mode in ["[?2004l", "[?1004l", "[?1007r", "[?1049l", "[?1006l"] { #expect(left.contains(mode), "\(mode)") }
        screen.draw(frame("hidden"), cursor: nil)
        screen.bell()
        screen.setTitle("hidden")
        screen.copyToClipboard("hidden")
        screen.invalidate()
        screen.draw(frame("hidden"), cursor: nil)
        #expect(terminal.written() == "")

        screen.resume()
        #expect(terminal.modes == raw)
        screen.draw(frame("again"), cursor: Point(x: 2, y: 1))
        let back = terminal.written()
        for text in ["[?2004h", "[?1004h", "[?1049h", "again"] { #expect(back.contains(text), "\(text)") }

        CursesScreen.restoreTerminal()
        #expect(terminal.modes == before)
        let restored = terminal.written()
        for mode in ["[?2004l", "[?1004l", "[?1049l", "[?25h", "[?12l"] { #expect(restored.contains(mode), "\(mode)") }
        CursesScreen.restoreTerminal()
        #expect(terminal.written() == "")
        screen.quit()
        screen.quit()
        #expect(terminal.modes == before)
    }

    @Test func nothingChangedWritesNothingAndChangesWriteLittle() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        screen.draw(frame("你好 hello"), cursor: Point(x: 0, y: 0))
        #expect(terminal.written().contains("你好 hello"))
        screen.draw(frame("你好 hello"), cursor: Point(x: 0, y: 0))
        #expect(terminal.written() == "")
        screen.draw(frame("你好 hellx"), cursor: Point(x: 0, y: 0))
        let changed = terminal.written()
        #expect(changed.contains("x") && !changed.contains("hell") && changed.utf8.count < 30)
        screen.invalidate()
        screen.draw(frame("你好 hellx"), cursor: Point(x: 0, y: 0))
        #expect(terminal.written().contains("你好 hellx"))
    }

    @Test func clustersThatNcursesGetsWrongArePaintedOver() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        screen.draw(frame("❤️|1️⃣|🇨🇳|👨‍👩‍👧‍👦|👍🏽|😀|"), cursor: Point(x: 5, y: 0))
        let all = terminal.written()
        for (cluster, column) in [("❤️", 1), ("1️⃣", 4), ("🇨🇳", 7), ("👨‍👩‍👧‍👦", 10), ("👍🏽", 13)] {
            #expect(all.contains("\u{1B}[2;\(column)H\(cluster)"), "\(cluster)")
        }
        #expect(all.hasSuffix("\u{1B}[0m\u{1B}[1;6H"))
        // The row is touched: what lies over it is painted again. Another row is not.
        var next = frame("❤️|1️⃣|🇨🇳|👨‍👩‍👧‍👦|👍🏽|😀x")
        screen.draw(next, cursor: Point(x: 5, y: 0))
        #expect(terminal.written().contains("👨‍👩‍👧‍👦"))
        next.write("other", x: 0, y: 3, style: .plain, policy: .perCluster)
        screen.draw(next, cursor: Point(x: 5, y: 0))
        #expect(!terminal.written().contains("👨‍👩‍👧‍👦"))
        // A space over it is something new to ncurses too.
        screen.draw(frame("  |1️⃣"), cursor: Point(x: 5, y: 0))
        let blank = terminal.written()
        #expect(blank.contains("\u{1B}[2d  |"), "\(blank.debugDescription)")
    }

    @Test func linksAndTrueColourArePaintedOver() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal, colorTerm: "truecolor"))
        defer { screen.quit() }
        var buffer = CellBuffer(size: Size(width: 20, height: 4))
        let link = buffer.link(to: "https://example.org")
        let bad = buffer.link(to: "https://x\u{1B}]0;owned\u{07}")
        buffer.write("a", x: 0, y: 0, style: Style(link: link), policy: .perCluster)
        buffer.write("b", x: 5, y: 0, style: Style(link: bad), policy: .perCluster)
        buffer.write("c", x: 0, y: 1, style: Style(foreground: .rgb(1, 2, 3)), policy: .perCluster)
        screen.draw(buffer, cursor: nil)
        let out = terminal.written()
        #expect(out.contains("\u{1B}]8;id=1;https://example.org\u{1B}\\a\u{1B}]8;;\u{1B}\\"))
        #expect(out.contains("38;2;1;2;3mc"))
        #expect(!out.contains("owned"))
    }

    @Test func coloursAreNotUsedWhereTheyAreNotWanted() throws {
        let terminal = try terminal()
        let style = Style(foreground: .indexed(196), background: .indexed(4), attributes: .bold)
        for (term, noColor) in [("xterm-256color", "1"), ("vt100", nil)] {
            let screen = try CursesScreen(options(terminal, term: term, noColor: noColor))
            screen.draw(frame("colour", style), cursor: nil)
            let out = terminal.written()
            #expect(!out.contains("38;5") && !out.contains("44m"), "\(term)")
            #expect(out.contains("colour"))
            screen.quit()
            _ = terminal.written()
        }
        let screen = try CursesScreen(options(terminal))
        screen.draw(frame("colour", style), cursor: nil)
        #expect(terminal.written().contains("38;5;196"))
        screen.quit()
    }

    @Test func anySizeCanBeDrawnAndResized() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        #expect(screen.size == Size(width: 20, height: 4))
        #expect(!screen.updateSize())
        for (width, height) in [(1, 1), (2, 1), (3, 10), (200, 60), (1, 50), (80, 24), (20, 4)] {
            terminal.resize(width: width, height: height)
            // A frame of the old size before the program has heard of the new one.
            screen.draw(frame("你好 ❤️ hello"), cursor: Point(x: 19, y: 3))
            #expect(screen.updateSize())
            #expect(screen.size == Size(width: width, height: height))
            screen.draw(frame("你好 ❤️ hello", size: screen.size), cursor: Point(x: width - 1, y: height - 1))
            screen.draw(frame("你好 ❤️ hello"), cursor: Point(x: 500, y: 500))
            #expect(!terminal.written().isEmpty)
        }
    }

    @Test func keysAndTheEndOfTheInputAreRead() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        #expect(screen.read() == .nothing)
        terminal.type("\u{3}\r\u{1A}\u{1B}OA")
        guard case .bytes(let bytes) = screen.read() else {
            Issue.record("no bytes")
            return
        }
        var decoder = InputDecoder(keys: screen.keyStrings)
        #expect(
            decoder.feed(bytes, now: 0) == [
                .key(KeyPress(.character("c"), .control)), .key(KeyPress(.enter)),
                .key(KeyPress(.character("z"), .control)),
                .key(KeyPress(.up)),
            ])
    }

    @Test func titlesBellAndClipboardGoWhereTheyAreUnderstood() throws {
        let terminal = try terminal()
        for (term, understands) in [
            ("xterm-256color", true), ("tmux-256color", true), ("linux", false), ("vt100", false),
        ] {
            let screen = try CursesScreen(options(terminal, term: term))
            _ = terminal.written()
            screen.setTitle(TextSanitizer.line("a\u{1B}]0;x\u{07}b"))
            screen.copyToClipboard("x")
            let out = terminal.written()
            #expect(out == (understands ? "\u{1B}]2;a␛b\u{1B}\\\u{1B}]52;c;eA==\u{1B}\\" : ""))
            screen.bell()
            #expect(terminal.written() == "\u{07}")
            screen.quit()
            _ = terminal.written()
        }
    }

    /// A page of 40 messages from one on, alone or with a list of sessions at its left.
    private func page(_ first: Int, list: Bool) -> CellBuffer {
        var frame = CellBuffer(size: Size(width: 120, height: 40))
        for y in 0..<40 {
            var random = SeededRandom(seed: UInt64(first + y))
            let words = (0..<12).map { _ in "w\(random.next() % 100_000)" }.joined(separator: " ")
            let text = TextSanitizer.line("message \(first + y) \(words)")
            frame.write(text, x: list ? 28 : 0, y: y, style: .plain, policy: .perScalar)
            if list { frame.write("session \(y)", x: 1, y: y, style: .plain, policy: .perScalar) }
        }
        return frame
    }

    @Test func scrollingMovesRowsWhereNothingStandsBesideThem() throws {
        let terminal = try terminal(width: 120, height: 40)
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        func bytes(list: Bool, by rows: Int) -> String {
            screen.draw(page(100, list: list), cursor: Point(x: 0, y: 0))
            _ = terminal.written()
            screen.draw(page(100 + rows, list: list), cursor: Point(x: 0, y: 0))
            return terminal.written()
        }
        for rows in [1, -1, 5, -5] {
            let moved = bytes(list: false, by: rows)
            #expect(moved.utf8.count < 130 * abs(rows) + 60, "\(rows): \(moved.utf8.count) bytes")
            // With a list beside them rows are no longer what they were: the rest is painted.
            #expect(bytes(list: true, by: rows).utf8.count > 1500)
        }
    }

    @Test func theTitleIsWrittenWhenItIsAnotherOne() throws {
        let terminal = try terminal()
        let screen = try CursesScreen(options(terminal))
        defer { screen.quit() }
        screen.setTitle("one")
        #expect(terminal.written().contains("]2;one"))
        screen.setTitle("one")
        #expect(terminal.written() == "")
        screen.setTitle("two")
        #expect(terminal.written().contains("]2;two"))
        screen.suspend()
        screen.setTitle("three")
        screen.resume()
        _ = terminal.written()
        screen.setTitle("two")
        #expect(terminal.written().contains("]2;two"), "the old title was there meanwhile")
    }

    @Test func aTerminalWithOneScreenIsCleanAtTheEnd() throws {
        let terminal = try terminal()
        for (term, clears) in [("linux", true), ("vt100", true), ("xterm-256color", false)] {
            let screen = try CursesScreen(options(terminal, term: term))
            screen.draw(frame("secret"), cursor: nil)
            _ = terminal.written()
            screen.suspend()
            #expect(terminal.written().contains("\u{1B}[H\u{1B}[J") == clears, "\(term)")
            screen.resume()
            screen.draw(frame("secret"), cursor: nil)
            _ = terminal.written()
            CursesScreen.restoreTerminal()
            #expect(terminal.written().contains("\u{1B}[H\u{1B}[J") == clears, "\(term), as after a crash")
            screen.quit()
            _ = terminal.written()
        }
    }

    @Test func modesThatSomebodyElseTookAreTakenAgain() throws {
        let terminal = try terminal()
        let before = terminal.modes
        let screen = try CursesScreen(options(terminal))
        screen.draw(frame("hello"), cursor: nil)
        let raw = terminal.modes
        var cooked = termios()
        tcgetattr(terminal.slave, &cooked)
        cooked.c_lflag |= UInt32(ICANON | ECHO | ISIG)
        tcsetattr(terminal.slave, TCSANOW, &cooked)
        _ = terminal.written()
        screen.reassert()
        #expect(terminal.modes == raw)
        screen.draw(frame("hello"), cursor: nil)
        let out = terminal.written()
        #expect(out.contains("[?2004h") && out.contains("hello") && !out.contains("[22;0t"))
        screen.quit()
        #expect(terminal.modes == before)
    }

    @Test func whatIsMissingIsSaidAndNothingIsChanged() throws {
        let terminal = try terminal()
        let before = terminal.modes
        for (term, error) in [
            (nil, CursesError.terminalTypeMissing), ("", .terminalTypeMissing),
            ("no-such-terminal", .terminalTypeUnknown("no-such-terminal")),
            ("dumb", .terminalTypeTooSimple("dumb")),
        ] as [(String?, CursesError)] {
            #expect(throws: error) { try CursesScreen(options(terminal, term: term)) }
        }
        var pipes: [Int32] = [0, 0]
        pipe(&pipes)
        #expect(throws: CursesError.notATerminal) {
            try CursesScreen(TerminalOptions(input: pipes[0], output: pipes[1], term: "xterm"))
        }
        setenv("LC_ALL", "C", 1)
        #expect(throws: CursesError.localeNotUTF8("ANSI_X3.4-1968")) { try CursesScreen(options(terminal)) }
        setenv("LC_ALL", "C.UTF-8", 1)
        #expect(terminal.modes == before)
        #expect(terminal.written() == "")
    }
}
