import Foundation
import Testing

extension EndToEnd {
    /// Wide, combined and ambiguous characters, and windows of every size.
    @Suite struct UnicodeAndSizeTests {
        /// Clusters whose width clients and terminals like to disagree about.
        private static let awkward = "🅱️| ❤️| 1️⃣| 👨‍👩‍👧‍👦| é| 한글| 🇨🇳| 👍🏽|"

        @Test func bordersStayInTheirColumns() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.command("clear; imchat --as '梅❤️1️⃣'; echo exit=$?")
            try bob.wait(for: "online as 梅")
            try alice.go("梅❤️1️⃣", title: "梅")
            // Body, preview in the list, name in title, list and sender line, and the input.
            try alice.say(Self.awkward, shown: "한글")
            try bob.go("alice")
            try bob.wait(for: "한글")
            try bob.say("宽字符到右边框" + String(repeating: "宽", count: 60))
            try alice.wait(for: "宽字符到右边框")
            try bob.say("x" + String(repeating: "👨‍👩‍👧‍👦❤️", count: 40), shown: "> x")
            try alice.wait(for: "   x")
            try alice.type("输入框 " + Self.awkward + String(repeating: "字", count: 40))
            try alice.wait(for: "输入框")
            try checkBorders(alice)
            try checkBorders(bob)
            let before = try alice.settled()

            // Narrow: the list hides; wide again: the same screen.
            try alice.resize(width: 20, height: 6)
            try alice.wait("twenty columns") { screen in
                !screen.contains("│") && screen.contains("online")
            }
            try alice.resize(width: 92, height: 24)
            try alice.wait("the screen of before:\n\(TmuxTerminal.framed(before))") { $0 == before }

            // A storm of sizes, with keys in between, and back.
            for step in 0..<24 {
                try alice.resize(width: 3 + (step * 37) % 118, height: 1 + (step * 11) % 40)
                if step % 5 == 0 { try alice.press("PageUp", "PageDown") }
            }
            try alice.resize(width: 92, height: 24)
            try alice.press("C-End")
            try alice.wait("the screen of before:\n\(TmuxTerminal.framed(before))") { $0 == before }

            // Every small size draws something and ends nothing.
            let process = try alice.process()
            for side in 1...10 {
                try alice.resize(width: side, height: side)
                try alice.resize(width: 11 - side, height: side)
                try waitForSomething(alice, 11 - side, side)
            }
            #expect(Processes.isAlive(process))
            try alice.resize(width: 92, height: 24)
            try alice.wait("the screen of before:\n\(TmuxTerminal.framed(before))") { $0 == before }

            // Small with a menu, help and a question open.
            for keys in [["F1"], ["F2"], ["C-u", "Up", "Space"]] {
                for key in keys { try alice.press(key) }
                for (width, height) in [(20, 6), (5, 3), (1, 1), (2, 24), (92, 1), (92, 24)] {
                    try alice.resize(width: width, height: height)
                    try waitForSomething(alice, width, height)
                }
                #expect(Processes.isAlive(process))
                try alice.escape()
                _ = try alice.settled()
            }
            try alice.escape()
            _ = try alice.settled()
            try alice.quit()
        }

        /// Waits until a small window shows something; in the smallest even a space is a picture.
        private func waitForSomething(_ terminal: TmuxTerminal, _ width: Int, _ height: Int) throws {
            guard width > 2, height > 1 else { return }
            try terminal.wait("something at \(width)×\(height)") { !$0.allSatisfy(\.isWhitespace) }
        }

        /// The border between the list and the messages stands in one column in every row, and nothing runs over the right
        /// edge into the next row.
        private func checkBorders(_ terminal: TmuxTerminal) throws {
            let screen = try terminal.settled()
            // All rows but the status line.
            let rows = screen.split(separator: "\n", omittingEmptySubsequences: false).prefix(terminal.height - 1)
            let columns = rows.map { Self.column(of: "│┼┴├", in: String($0)) }
            let expected = columns.first ?? nil
            #expect(expected != nil)
            for (row, column) in zip(rows, columns) {
                #expect(column == expected, "the border of '\(row)' in\n\(TmuxTerminal.framed(screen))")
            }
        }

        /// The column of the first of some border characters. Widths as tmux 3.3 has them for what stands left of it.
        private static func column(of marks: String, in line: String) -> Int? {
            var column = 0
            for character in line {
                if marks.contains(character) { return column }
                column += width(character)
            }
            return nil
        }

        private static func width(_ character: Character) -> Int {
            let scalars = character.unicodeScalars
            guard let first = scalars.first else { return 0 }
            if scalars.contains("\u{FE0F}") { return 2 }
            switch first.value {
            case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF:
                return 2
            default: return 1
            }
        }
    }
}
