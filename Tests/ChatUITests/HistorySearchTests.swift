import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct HistorySearchTests {
    private func stage() -> Stage {
        let stage = Stage()
        for text in ["make test", "make lint", "hello", "make run"] { stage.press("\"" + text, "Enter") }
        return stage
    }

    private func shown(_ stage: Stage) -> [String] {
        guard case .choices(let list)? = stage.screen.overlays.last else { return [] }
        return list.shown.map { list.items[$0].title.string }
    }

    @Test func typingNarrowsAndTheKeyAgainGoesOlder() {
        let stage = stage()
        stage.press("\"draft", "Ctrl-R")
        #expect(shown(stage) == ["make run", "hello", "make lint", "make test"])
        stage.press("\"make")
        #expect(shown(stage) == ["make run", "make lint", "make test"])
        stage.press("Ctrl-R", "Ctrl-R", "Enter")
        #expect(stage.screen.composer.string == "make test")
        #expect(stage.deeds == [])
        stage.press("Ctrl-_")
        #expect(stage.screen.composer.string == "draft")
    }

    /// The box is as tall as what it shows, and stays where it began.
    @Test func theBoxFitsWhatIsFound() {
        let stage = Stage()
        for number in 1...12 { stage.press("\"text \(number)", "Enter") }
        func frame() -> (top: Int?, height: Int) {
            let rows = picture(stage.draw(80, 24)).split(separator: "\n", omittingEmptySubsequences: false)
            let top = rows.firstIndex { $0.contains("┌") }
            let bottom = rows.firstIndex { $0.contains("└") }
            return (top, (bottom ?? 0) - (top ?? 0) + 1)
        }
        stage.press("Ctrl-R")
        let (top, whole) = frame()
        #expect(whole == 15)
        for (typed, found) in [("1", 4), ("2", 1), ("x", 1)] {
            stage.press("\"" + typed)
            #expect(frame() == (top, found + 3), "after \(typed)")
        }
        stage.press("Ctrl-U")
        #expect(frame() == (top, whole))
    }

    @Test(arguments: ["Esc", "Ctrl-G", "Ctrl-C"])
    func givingUpKeepsTheDraft(_ key: String) {
        let stage = stage()
        stage.press("\"draft", "Ctrl-R", "\"li", key)
        #expect(!stage.screen.hasOverlay)
        #expect(stage.screen.composer.string == "draft")
    }

    @Test func theLineIsEditedAsElsewhere() {
        let stage = stage()
        stage.press("Ctrl-R", "\"lint x", "Backspace", "Ctrl-H")
        #expect(shown(stage) == ["make lint"])
        stage.press("Ctrl-A", "\"make ")
        #expect(shown(stage) == ["make lint"])
        stage.press("Ctrl-W", "Ctrl-K", "Ctrl-U")
        #expect(shown(stage).count == 4)
    }

    @Test func blanksAreNoEntryAndNoBeginning() {
        let stage = Stage()
        stage.screen.recall(["  ", "\n\n  indented\n", "plain"], in: stage.screen.sessions[0].id)
        stage.press("Ctrl-R")
        #expect(shown(stage).map { $0.prefix(8) } == ["plain", "indented"])
        stage.press("↓", "Enter")
        #expect(stage.screen.composer.string == "\n\n  indented\n")
    }

    @Test func otherSessionsComeAfterThisOne() {
        let stage = stage()
        stage.press("Ctrl-N", "\"over there", "Enter", "Ctrl-R")
        #expect(shown(stage) == ["over there", "make run", "hello", "make lint", "make test"])
    }

    @Test func whatWasSaidBeforeTheStartIsCalledBack() {
        let stage = Stage()
        let sessions = stage.screen.sessions.map(\.id)
        stage.screen.recall(["first", "second"], in: sessions[0])
        stage.screen.recall(["elsewhere"], in: sessions[1])
        stage.press("Ctrl-↑")
        #expect(stage.screen.composer.string == "second")
        stage.press("Ctrl-↑")
        #expect(stage.screen.composer.string == "first")
        stage.press("Ctrl-U", "\"third", "Enter")
        // What the composer has by itself is newer than what comes late.
        stage.screen.recall(["late"], in: sessions[0])
        stage.press("Ctrl-R")
        #expect(shown(stage) == ["third", "second", "first"])
    }
}
