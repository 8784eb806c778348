import Cells
import CursesBackend
import TestSupport
import Testing

extension EndToEnd {
    /// The painter on a terminal that remembers: what changes and scrolls lead to is what painting everything leads to.
    @Suite struct PainterTests {
        private static let size = Size(width: 40, height: 12)
        private static let words: [SafeText] = [
            "hello", "hello", "❤️", "1️⃣", "❤️ hi", "1️⃣ hi", "你好", "👍🏽 ok", "🇨🇳", "👨‍👩‍👧‍👦", "    ", "link", "x", "│",
        ]

        /// What can be seen of a captured screen: blanks have no colour of their own.
        private static func seen(_ captured: String) -> String {
            var seen = ""
            var look = ""
            for line in captured.split(separator: "\n", omittingEmptySubsequences: false) {
                var rest = line
                var row = ""
                while let first = rest.first {
                    if first == "\u{1B}", let end = rest.firstIndex(of: "m") {
                        look = String(rest[..<end].dropFirst())
                        rest = rest[end...].dropFirst()
                    } else {
                        row += first == " " ? " " : "\(first)\(look == "[39" ? "" : look)"
                        rest = rest.dropFirst()
                    }
                }
                while row.last == " " { row.removeLast() }
                seen += row + "\n"
            }
            return seen
        }

        private func row(_ random: inout SeededRandom, _ frame: inout CellBuffer, _ y: Int) {
            frame.fill(Rect(x: 0, y: y, width: Self.size.width, height: 1), style: .plain)
            var x = 0
            for _ in 0..<Int(random.next() % 4) {
                var style = Style.plain
                if random.next() % 4 == 0 { style.foreground = .rgb(200, UInt8(random.next() % 3), 7) }
                if random.next() % 4 == 0 { style.link = frame.link(to: "https://example.org/\(random.next() % 3)") }
                let word = Self.words[Int(random.next() % UInt64(Self.words.count))]
                x = frame.write(word, x: x, y: y, style: style, policy: .perScalar) + Int(random.next() % 5)
            }
        }

        @Test(arguments: [1, 2, 3] as [UInt64]) func changesAndScrollsLeaveNothingBehind(_ seed: UInt64) throws {
            let terminal = try TmuxTerminal(width: Self.size.width, height: Self.size.height, sandbox: try Sandbox())
            let pane = try PaneTerminal(of: terminal)
            let options = TerminalOptions(
                input: pane.descriptor, output: pane.descriptor, term: "tmux-256color", colorTerm: "truecolor")
            let screen = try CursesScreen(options)
            defer { screen.quit() }
            var random = SeededRandom(seed: seed)
            var frame = CellBuffer(size: screen.size)
            for y in 0..<Self.size.height { row(&random, &frame, y) }
            var mark = 0
            /// The screen with its looks, once this frame is there.
            func shown() throws -> String {
                mark += 1
                frame.write("mark \(mark)", x: 30, y: Self.size.height - 1, style: .plain, policy: .perScalar)
                screen.draw(frame, cursor: nil)
                let text = "mark \(mark)"
                try terminal.wait(for: text)
                let captured = try terminal.run(["capture-pane", "-p", "-e", "-t", "main"])
                return Self.seen(captured.replacing(text, with: "mark"))
            }
            for step in 0..<60 {
                let top = Int(random.next() % 6)
                let bottom = Self.size.height - Int(random.next() % 4)
                let by = Int(random.next() % 5) - 2
                let before = frame
                for y in top..<bottom {
                    if (top..<bottom).contains(y + by), random.next() % 8 != 0 {
                        frame.blit(
                            before, from: Rect(x: 0, y: y + by, width: Self.size.width, height: 1),
                            to: Point(x: 0, y: y))
                    } else {
                        row(&random, &frame, y)
                    }
                }
                let step1 = try shown()
                screen.invalidate()
                let whole = try shown()
                #expect(step1 == whole, "step \(step)")
                if step1 != whole { return }
            }
        }
    }
}
