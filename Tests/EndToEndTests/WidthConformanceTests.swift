import CursesBackend
import Foundation
import Testing

@testable import Cells

extension EndToEnd {
    /// Our widths against the cursor of the tmux at hand, whose table is the C library's: every scalar, and clusters of
    /// every kind as they are painted. What differs is listed with its reason, and the list must be exact.
    @Suite struct WidthConformanceTests {
        /// Ours and tmux's columns, where they are not the same.
        struct Deviation: Equatable, CustomStringConvertible {
            let ours: Int
            let theirs: Int
            var description: String { "ours \(ours), tmux's \(theirs)" }
        }

        /// The list was recorded with this one; others know more characters or fewer.
        static let isRecorded = (try? Subprocess.run("tmux", ["-V"]).output.hasPrefix("tmux 3.3")) ?? false

        @Test(.enabled(if: isRecorded, "the list of deviations was recorded with tmux 3.3"))
        func everyScalarIsAsWideAsTmuxSaysButForTheListed() throws {
            let (pane, terminal) = try Self.pane()
            defer { withExtendedLifetime(terminal) {} }
            let listed = try Self.listed()
            var found: [UInt32: Deviation] = [:]
            var compared = 0
            for start in stride(from: UInt32(0x20), to: 0x110000, by: 0x4000) {
                // What cannot be in a text that was sanitised never reaches a terminal.
                let scalars = (start..<min(start + 0x4000, 0x110000)).compactMap { Unicode.Scalar($0) }
                    .filter { [.visible, .mark, .joiner, .selector, .tag].contains(ScalarKind($0)) }
                let columns = try pane.columns(of: scalars.lazy.map { Array(String($0).utf8) })
                for (scalar, theirs) in zip(scalars, columns) {
                    compared += 1
                    let ours = WidthPolicy.perScalar.width(of: scalar)
                    if ours != theirs { found[scalar.value] = Deviation(ours: ours, theirs: theirs) }
                }
            }
            #expect(compared > 149_000, "nothing was left out")
            let differing = Set(found.keys).union(listed.keys).sorted().filter { found[$0] != listed[$0] }
            for value in differing.prefix(20) {
                let (new, old) = (found[value].map { "\($0)" }, listed[value].map { "\($0)" })
                Issue.record("U+\(String(value, radix: 16)): \(new ?? "no deviation"), listed: \(old ?? "no")")
            }
            #expect(differing.count <= 20, "and more of them")
        }

        /// Every kind of cluster: selectors, joiners, skin tones, keycaps, flags, ambiguous characters, jamo, conjuncts,
        /// runs of marks, tags, and the line that everybody gets wrong.
        static let clusters: [String] = [
            "🅱\u{FE0F}", "❤\u{FE0F}", "❤\u{FE0E}", "☎\u{FE0F}", "©\u{FE0F}", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}",
            "1\u{20E3}", "👨‍👩‍👧‍👦", "👩🏽‍💻", "🏳\u{FE0F}‍🌈", "❤\u{FE0F}‍🔥", "👁\u{FE0F}‍🗨\u{FE0F}", "🧑🏿‍🤝‍🧑🏻",
            "👍🏽", "☝🏽", "✌\u{FE0F}", "👍\u{FE0F}", "🇨🇳", "🇨", "🇨🇳🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "※", "→", "①", "…", "“", "±", "Ω",
            "│", "─", "█", "한", "\u{1112}\u{1161}\u{11AB}", "\u{1100}\u{1161}", "\u{1112}", "\u{AC00}\u{11A8}", "क्ष",
            "न\u{93F}", "ক্ষ", "த்", "\u{E01}\u{E33}", "ກໍ", "ญี่", "ខ្មែ", "မြ", "\u{915}\u{94D}\u{200D}\u{937}",
            "e\u{301}", "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}", "ẹ̀", "ﷺ",
            "سلام", "\u{644}\u{627}", "שָׁלוֹם", "ｶﾞ", "が", "か\u{3099}", "\u{3000}", "，", "𠮷", "葛\u{E0100}", "𝒜", "🜁",
            "\u{301}", "\u{20E3}", "a\u{200D}b", "a\u{200B}b", "\u{1F468}\u{200D}", "\u{1F3FD}", "\u{FE0F}", "🫠",
            "🅱\u{FE0F}| ❤\u{FE0F}| 1\u{FE0F}\u{20E3}|",
        ]

        @Test func clustersTakeTheColumnsOfTheirPieces() throws {
            let (pane, terminal) = try Self.pane()
            defer { withExtendedLifetime(terminal) {} }
            let policy = WidthPolicy.perScalar
            for text in Self.clusters {
                let safe = TextSanitizer.line(text)
                let pieces = safe.string.flatMap { policy.pieces(of: $0) }
                // One behind the other, as they stand in a row.
                let ends = pieces.indices.map { Array(pieces[...$0].map(\.text).joined().utf8) }
                var column = 0
                for (piece, end) in zip(pieces, try pane.columns(of: ends)) {
                    column += piece.width
                    #expect(end == column, "'\(piece.text)' of '\(text)'")
                }
                #expect(column == policy.width(of: safe), "'\(text)'")
            }
        }

        /// The real painter on the real terminal: whatever stands before it, a bar stays in its column.
        @Test func theGridNeverShifts() throws {
            let (pane, terminal) = try Self.pane()
            let options = TerminalOptions(input: pane.descriptor, output: pane.descriptor, term: "tmux-256color")
            let screen = try CursesScreen(options)
            let edge = 40
            var at = 0
            while at < Self.clusters.count {
                let texts = Array(Self.clusters[at..<min(at + screen.size.height, Self.clusters.count)])
                at += texts.count
                var frame = CellBuffer(size: screen.size)
                for (row, text) in texts.enumerated() {
                    let safe = TextSanitizer.line(text)
                    let next = frame.write(safe, x: 0, y: row, style: .plain, policy: .perScalar, maxX: edge)
                    frame.write("<", x: next, y: row, style: .plain, policy: .perScalar)
                    frame.write("|", x: edge, y: row, style: .plain, policy: .perScalar)
                }
                screen.draw(frame, cursor: nil)
                let mark = try terminal.wait("the page's last row") { shown in
                    shown.split(separator: "\n").count { $0.hasSuffix("|") } == texts.count
                }
                let rows = mark.split(separator: "\n", omittingEmptySubsequences: false).prefix(texts.count)
                // What stands there, written once more, must end where the bar ends.
                let wide = try pane.columns(of: rows.map { Array($0.utf8) })
                for (row, columns) in zip(rows, wide) { #expect(columns == edge + 1, "\(row)") }
                screen.invalidate()
            }
            screen.quit()
        }

        /// What the terminal would drop is told from a blank.
        @Test(.enabled(if: isRecorded, "a newer tmux knows more characters"))
        func whatTheTerminalDropsHasSomethingInItsPlace() throws {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("shaken \u{1FAE8}| not stirred 😀|", shown: "shaken")
            try terminal.wait("the echo") { TmuxTerminal.count("shaken � | not stirred 😀|", in: $0) >= 2 }
            try terminal.quit()
        }

        /// A pane whose terminal the test holds.
        private static func pane() throws -> (PaneTerminal, TmuxTerminal) {
            let terminal = try TmuxTerminal(sandbox: try Sandbox())
            return (try PaneTerminal(of: terminal), terminal)
        }

        /// The fixture: first and last code point, our columns, tmux's columns, reason.
        private static func listed() throws -> [UInt32: Deviation] {
            let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
            let text = try String(contentsOf: folder.appendingPathComponent("width-deviations.txt"), encoding: .utf8)
            var listed: [UInt32: Deviation] = [:]
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                let fields = line.split(separator: " ", maxSplits: 3)
                let ends = fields[0].split(separator: "-").compactMap { UInt32($0, radix: 16) }
                let first = try #require(ends.first), last = try #require(ends.last)
                let ours = try #require(Int(fields[1])), theirs = try #require(Int(fields[2]))
                #expect(fields.count == 4, "each line tells its reason: \(line)")
                for value in first...last { listed[value] = Deviation(ours: ours, theirs: theirs) }
            }
            return listed
        }
    }
}
