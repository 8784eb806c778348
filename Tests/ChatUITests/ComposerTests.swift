import Cells
import IMModel
import TestSupport
import Testing

@testable import ChatUI

/// Text with the caret as `|`, for tables.
private func composer(_ marked: String) -> Composer {
    var composer = Composer()
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let before = String(parts[0])
    composer.draft = Draft(text: before + (parts.count > 1 ? String(parts[1]) : ""), caret: before.count)
    return composer
}

private func marked(_ composer: Composer) -> String {
    let clusters = composer.clusters
    return String(clusters[..<composer.caret]) + "|" + String(clusters[composer.caret...])
}

extension Composer {
    fileprivate mutating func press(_ action: KeyAction, width: Int = 40) {
        let layout = ComposerLayout(clusters: clusters, caret: caret, width: width, policy: .perCluster)
        _ = perform(action, layout: layout, policy: .perCluster)
    }
}

@Suite struct ComposerTests {
    struct Case: Sendable {
        let action: KeyAction
        let before: String
        let after: String
        init(_ action: KeyAction, _ before: String, _ after: String) {
            self.action = action
            self.before = before
            self.after = after
        }
    }

    @Test(arguments: [
        Case(.caretLeft, "|", "|"), Case(.caretLeft, "a|", "|a"), Case(.caretLeft, "👩‍👩‍👧|", "|👩‍👩‍👧"),
        Case(.caretRight, "|e\u{301}x", "e\u{301}|x"), Case(.caretRight, "中|", "中|"), Case(.caretRight, "|🇩🇪", "🇩🇪|"),
        Case(.wordLeft, "one two|", "one |two"), Case(.wordLeft, "one, |", "|one, "), Case(.wordLeft, "|x", "|x"),
        Case(.wordLeft, "a 中文|", "a |中文"), Case(.wordRight, "|one two", "one| two"),
        Case(.wordRight, "one| two", "one two|"),
        Case(.wordRight, "x|", "x|"), Case(.lineStart, "ab\ncd|", "ab\n|cd"), Case(.lineStart, "|", "|"),
        Case(.lineEnd, "|ab\ncd", "ab|\ncd"), Case(.lineEnd, "ab\n|", "ab\n|"),
        Case(.deleteBackward, "|a", "|a"), Case(.deleteBackward, "👍🏽|", "|"), Case(.deleteBackward, "a\n|b", "a|b"),
        Case(.deleteBackward, "中文|", "中|"), Case(.deleteForward, "a|", "a|"), Case(.deleteForward, "|❤️x", "|x"),
        Case(.deleteForward, "a|\nb", "a|b"), Case(.killWordBackward, "one two |", "one |"),
        Case(.killWordBackward, "a/b-c|", "|"), Case(.killWordBackward, "|x", "|x"),
        Case(.killWordForward, "|one two", "| two"), Case(.killWordForward, "one|", "one|"),
        Case(.killToEnd, "ab|cd\nef", "ab|\nef"), Case(.killToEnd, "ab|\nef", "ab|ef"), Case(.killToEnd, "ab|", "ab|"),
        Case(.killToStart, "ab\ncd|ef", "ab\n|ef"), Case(.killToStart, "ab\n|cd", "ab|cd"),
        Case(.killToStart, "|", "|"),
        Case(.transpose, "ab|", "ba|"), Case(.transpose, "a|b", "ba|"), Case(.transpose, "a|", "a|"),
        Case(.transpose, "|ab", "|ab"), Case(.transpose, "中👍|", "👍中|"), Case(.transpose, "x\n|ab", "x\n|ab"),
        Case(.newLine, "a|b", "a\n|b"), Case(.yank, "a|b", "a|b"), Case(.yankPop, "a|b", "a|b"),
        Case(.undo, "a|b", "a|b"), Case(.redo, "a|b", "a|b"), Case(.historyUp, "a|", "a|"),
        Case(.historyDown, "a|", "a|"),
        Case(.caretUp, "ab\ncd|", "ab|\ncd"), Case(.caretUp, "中文\nabc|", "中|文\nabc"),
        Case(.caretDown, "a|b\nc", "ab\nc|"),
        Case(.caretDown, "ab|", "ab|"),
    ])
    func keysOnEdges(_ row: Case) {
        var edited = composer(row.before)
        edited.press(row.action)
        #expect(marked(edited) == row.after, "\(row.action) on \(row.before)")
    }

    @Test func piecesTypedSeparatelyJoinIntoClusters() {
        var edited = Composer()
        for piece in ["e", "\u{301}", "👩", "\u{200D}", "👩", "🇩", "🇪"] { _ = edited.type(piece) }
        #expect(edited.string == "e\u{301}👩\u{200D}👩🇩🇪")
        #expect(edited.clusters == Array(edited.string))
        #expect(edited.caret == 3)
        edited.press(.deleteBackward)
        #expect(edited.string == "e\u{301}👩\u{200D}👩")
    }

    @Test func killsInARowAreOneAndYankBringsThemBack() {
        var edited = composer("one two three|")
        edited.press(.killWordBackward)
        edited.press(.killWordBackward)
        #expect(marked(edited) == "one |")
        edited.press(.yank)
        #expect(marked(edited) == "one two three|")
        edited.press(.lineStart)
        edited.press(.killWordForward)
        edited.press(.yank)
        #expect(marked(edited) == "one| two three")
        edited.press(.yankPop)
        #expect(marked(edited) == "two three| two three")
        edited.press(.yankPop)
        #expect(marked(edited) == "one| two three")
    }

    @Test func typingIsUndoneAsOneAndRedone() {
        var edited = Composer()
        for letter in ["a", "b", "c"] { _ = edited.type(letter) }
        edited.press(.caretLeft)
        _ = edited.type("x")
        #expect(edited.string == "abxc")
        edited.press(.undo)
        #expect(marked(edited) == "ab|c")
        edited.press(.undo)
        #expect(edited.string == "")
        edited.press(.redo)
        edited.press(.redo)
        #expect(marked(edited) == "abx|c")
        edited.press(.redo)
        #expect(edited.string == "abxc")
    }

    @Test func clearedTextComesBackByUndo() {
        var edited = composer("precious|")
        edited.clear()
        #expect(edited.isEmpty)
        edited.press(.undo)
        #expect(edited.string == "precious")
    }

    @Test func historyGoesBackAndForthAndKeepsTheUnsentText() {
        var edited = Composer()
        for text in ["first", "second", "second"] {
            _ = edited.type(text)
            _ = edited.takeForSending()
        }
        #expect(edited.sentTexts == ["first", "second"])
        _ = edited.type("unsent")
        edited.press(.historyUp)
        #expect(marked(edited) == "second|")
        edited.press(.historyUp)
        edited.press(.historyUp)
        #expect(edited.string == "first")
        edited.press(.historyDown)
        edited.press(.historyDown)
        #expect(edited.string == "unsent")
        edited.press(.historyDown)
        #expect(edited.string == "unsent")
    }

    @Test func theSizeIsCountedAndBounded() {
        var edited = Composer()
        #expect(edited.insert(String(repeating: "中", count: 1000)) == .changed)
        #expect(edited.byteCount == 3000)
        let big = String(repeating: "x", count: PasteRules.bytesToHold - 2999)
        #expect(edited.insert(big) == .refusedTooLarge(limit: PasteRules.bytesToHold))
        #expect(edited.byteCount == 3000)
        edited.press(.deleteBackward)
        #expect(edited.byteCount == 2997)
    }

    /// Any run of edits keeps the clusters those of the text, the caret inside, the byte count true; undoing all of it
    /// gives the text that was there.
    @Test func randomEditsKeepTheLaws() {
        var random = SeededRandom(seed: 0x5EED_0001)
        let pieces = ["a", " ", "\n", "中", "👍🏽", "e", "\u{301}", "\u{200D}", "👩", "🇩", "🇪", "❤️", "x y", "\u{FE0F}"]
        let actions: [KeyAction] = [
            .caretLeft, .caretRight, .wordLeft, .wordRight, .lineStart, .lineEnd, .caretUp, .caretDown, .deleteBackward,
            .deleteForward, .killWordBackward, .killWordForward, .killToEnd, .killToStart, .yank, .yankPop, .transpose,
            .undo, .redo, .newLine, .historyUp, .historyDown,
        ]
        for _ in 0..<60 {
            var edited = composer("start 中文|")
            for _ in 0..<120 {
                if Bool.random(using: &random) {
                    _ = edited.type(pieces[Int.random(in: 0..<pieces.count, using: &random)])
                } else {
                    edited.press(actions[Int.random(in: 0..<actions.count, using: &random)], width: 5)
                }
                #expect(edited.clusters == Array(edited.string))
                #expect((0...edited.clusters.count).contains(edited.caret))
                #expect(edited.byteCount == edited.string.utf8.count)
            }
            for _ in 0..<200 { edited.press(.undo) }
            #expect(edited.string == "start 中文")
        }
    }
}
