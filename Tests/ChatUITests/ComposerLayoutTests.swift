import Cells
import TestSupport
import Testing

@testable import ChatUI

@Suite struct ComposerLayoutTests {
    private func rows(_ text: String, width: Int) -> [String] {
        let clusters = Array(text)
        let layout = ComposerLayout(clusters: clusters, caret: 0, width: width, policy: .perCluster)
        return layout.rows.map { String(clusters[$0]) }
    }

    @Test func breaksAtBlanksElseAnywhere() {
        #expect(rows("", width: 5) == [""])
        #expect(rows("hello", width: 5) == ["hello"])
        #expect(rows("hello world", width: 8) == ["hello ", "world"])
        #expect(rows("abcdefgh", width: 3) == ["abc", "def", "gh"])
        #expect(rows("a\n\nb", width: 3) == ["a", "", "b"])
        #expect(rows("中文字", width: 5) == ["中文", "字"])
        #expect(rows("中文", width: 1) == ["中", "文"])
    }

    @Test func theCaretHasACellOfItsOwn() {
        let clusters = Array("abc")
        let full = ComposerLayout(clusters: clusters, caret: 3, width: 3, policy: .perCluster)
        #expect(full.caretRow == 1 && full.caretColumn == 0)
        let inside = ComposerLayout(clusters: clusters, caret: 2, width: 3, policy: .perCluster)
        #expect(inside.caretRow == 0 && inside.caretColumn == 2)
        let wide = ComposerLayout(clusters: Array("中文"), caret: 1, width: 10, policy: .perCluster)
        #expect(wide.caretColumn == 2)
    }

    /// Every row fits (or is one cluster), the rows hold the whole text, and each caret lands inside the width.
    @Test func lawsForRandomTexts() {
        var random = SeededRandom(seed: 0x5EED_0002)
        let pieces = ["a", "bc ", " ", "\n", "中", "👍", "e\u{301}", "long-word"]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let clusters = Array(text)
            let width = Int.random(in: 1...12, using: &random)
            for caret in 0...clusters.count {
                let layout = ComposerLayout(clusters: clusters, caret: caret, width: width, policy: .perCluster)
                #expect(layout.rows.flatMap { $0 }.count == clusters.count(where: { $0 != "\n" }))
                #expect((0..<width).contains(layout.caretColumn))
                #expect(layout.rows.indices.contains(layout.caretRow))
                for row in layout.rows where row.count > 1 {
                    let columns = row.reduce(0) { $0 + WidthPolicy.perCluster.width(of: clusters[$1]) }
                    #expect(columns <= width)
                }
            }
        }
    }
}
