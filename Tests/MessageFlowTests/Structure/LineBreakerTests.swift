import Cells
import TestSupport
import Testing

@testable import MessageFlow

struct LineBreakerTests {
    private func lines(
        _ text: SafeText, _ width: Int, _ wrapping: TextBlock.Wrapping = .words
    ) -> [String] {
        LineBreaker.lines(of: text, width: width, wrapping: wrapping, policy: .perCluster).map(\.text.string)
    }

    @Test func wrapsAtSpaces() {
        #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
        #expect(lines("the quick  brown", 9) == ["the quick", "brown"])
        #expect(lines("a b", 1) == ["a", "b"])
        #expect(lines("", 5) == [""])
        #expect(lines("     ", 3) == [""])
        #expect(lines("  ab", 4) == ["  ab"])
        #expect(lines("abc   ", 4) == ["abc"])
    }

    @Test func breaksBetweenIdeographsButNotAtForbiddenMarks() {
        #expect(lines("你好世界", 4) == ["你好", "世界"])
        #expect(lines("你好，世界", 4) == ["你", "好，", "世界"])
        #expect(lines("你（好）吗", 4) == ["你", "（好", "）吗"] || lines("你（好）吗", 4) == ["你", "（", "好）", "吗"])
        #expect(lines("我说「好」", 6) == ["我说", "「好」"])
        #expect(lines("用Swift写", 5) == ["用", "Swift", "写"])
        #expect(lines("きゃっと", 4) == ["き", "ゃ", "っと"] || lines("きゃっと", 4) == ["きゃ", "っと"])
        #expect(lines("没有——好", 5) == ["没有", "——好"])
    }

    @Test func breaksLongWordsAtCells() {
        #expect(lines("see abcdefghij", 5) == ["see", "abcde", "fghij"])
        #expect(lines("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"])
    }

    @Test func keepsEverySpaceOfCode() {
        #expect(lines("  if  x", 4, .cells) == ["  if", "  x"])
        #expect(lines("     ", 3, .cells) == ["   ", "  "])
    }

    @Test func neverBreaksInsideOfClusters() {
        #expect(lines("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2) == ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"])
        #expect(lines("e\u{301}e\u{301}", 1) == ["e\u{301}", "e\u{301}"])
    }

    @Test func aClusterThatNeverFitsHasALineOfItsOwn() {
        let lines = LineBreaker.lines(of: "a你b", width: 1, policy: .perCluster)
        #expect(lines.map(\.text.string) == ["a", "你", "b"])
        #expect(lines.map(\.fits) == [true, false, true])
        #expect(LineBreaker.lines(of: "你", width: -4, policy: .perCluster).map(\.fits) == [false])
    }

    @Test func lawsHoldForEverySmallText() {
        let alphabet: [SafeText] = ["a", " ", "中", "，", "（", "👍🏽"]
        var texts: [SafeText] = [""]
        var layer = texts
        for _ in 0..<5 {
            layer = layer.flatMap { text in alphabet.map { text + $0 } }
            texts += layer
        }
        for text in texts {
            for width in 1...5 { checkLaws(text, width: width, policy: .perCluster) }
        }
    }

    @Test(arguments: [WidthPolicy.perCluster, .perScalar, WidthPolicy(ambiguousIsWide: true)])
    func lawsHoldForRandomTexts(policy: WidthPolicy) {
        var random = SeededRandom(seed: 20_261_130)
        let pieces: [SafeText] = [
            "a", "word", " ", "  ", "中文", "，", "。", "（", "）", "「", "」", "—", "…", "👨‍👩‍👧‍👦", "❤️", "e\u{301}", "ー", "한국",
            "https://example.org/a/b?c=d", ".", "(", ")", "🇨🇳", "\u{3000}", "1️⃣",
        ]
        for _ in 0..<1500 {
            let count = Int.random(in: 0...30, using: &random)
            let text = SafeText.joined(
                (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] })
            checkLaws(text, width: Int.random(in: 1...20, using: &random), policy: policy)
        }
    }

    private func checkLaws(_ text: SafeText, width: Int, policy: WidthPolicy) {
        let map = ClusterMap(text, policy: policy)
        for wrapping in [TextBlock.Wrapping.words, .cells] {
            let lines = LineBreaker.lines(of: text, width: width, wrapping: wrapping, policy: policy)
            let again = LineBreaker.lines(of: text, width: width, wrapping: wrapping, policy: policy)
            guard lines == again, !lines.isEmpty else {
                Issue.record("unstable: \(text) at \(width)")
                return
            }
            var end = 0
            for (number, line) in lines.enumerated() {
                let gap = end..<line.clusters.lowerBound
                let isFine =
                    gap.allSatisfy { wrapping == .words && map.classes[$0] == .space }
                    && line.width == map.widths[line.clusters].reduce(0, +)
                    && line.text == map.slice(line.clusters)
                    && (line.fits ? line.width <= width : line.clusters.count == 1 && line.width > width)
                    && (!line.clusters.isEmpty || (lines.count == 1 && text.string.allSatisfy { $0.isWhitespace }))
                if !isFine { Issue.record("line \(number) of \(text.string.debugDescription) at \(width): \(line)") }
                if number > 0, wrapping == .words, gap.isEmpty {
                    let previous = lines[number - 1].clusters
                    let isLegal = BreakClass.allowsBreak(
                        between: map.classes[end - 1], and: map.classes[line.clusters.lowerBound])
                    let hadChance = previous.dropFirst().contains {
                        BreakClass.allowsBreak(between: map.classes[$0 - 1], and: map.classes[$0])
                    }
                    if !isLegal, hadChance, lines[number - 1].fits, line.fits {
                        Issue.record("forbidden break in \(text.string.debugDescription) at \(width)")
                    }
                }
                end = line.clusters.upperBound
            }
            if !(end..<map.count).allSatisfy({ wrapping == .words && map.classes[$0] == .space }) {
                Issue.record("text lost: \(text.string.debugDescription) at \(width)")
            }
        }
    }

    @Test func longTextsTakeLinearTime() {
        func time(_ text: SafeText) -> Duration {
            (0..<3).map { _ in
                processorTime { _ = LineBreaker.lines(of: text, width: 40, policy: .perCluster) }
            }.min() ?? .zero
        }
        for unit: SafeText in ["x", "中", "a ", "（", "e\u{301}"] {
            let short = SafeText.joined(Array(repeating: unit, count: 4000))
            let long = SafeText.joined(Array(repeating: unit, count: 40_000))
            let base = max(time(short), .milliseconds(1))
            // Ten times the text; a hundred times the time would be a square.
            #expect(time(long) < base * 40, "\(unit)")
        }
    }
}
