import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct SuggestionsTests {
    private func stage() -> Stage {
        let stage = Stage()
        stage.screen.update(contacts: [
            Contact(id: ContactID("2"), name: "陈晓 Chen Xiao"), Contact(id: ContactID("3"), name: "Maria"),
            Contact(id: ContactID("4"), name: "Mark\u{1B}[2J"),
        ])
        return stage
    }

    private func titles(_ stage: Stage) -> [String] { stage.screen.suggestions?.items.map(\.title.string) ?? [] }

    @Test func emojiNamesAndCommandsAreOfferedWhileTyping() {
        let stage = stage()
        stage.press("\"well :")
        #expect(titles(stage) == [])
        stage.press("\"s")
        #expect(titles(stage) == [])
        stage.press("\"mi")
        #expect(titles(stage) == ["😄 :smile:", "😏 :smirk:"])
        #expect(picture(stage.draw(80, 24)).contains("😄 :smile:"))
        stage.press("Tab")
        #expect(stage.screen.composer.string == "well 😄")
        stage.press("Ctrl-U", "\"@m")
        #expect(titles(stage).count == 2)
        stage.press("Ctrl-U", "\"hi @chen", "Tab")
        #expect(stage.screen.composer.string == "hi @陈晓 Chen Xiao ")
        stage.press("Ctrl-U", "\"/th")
        #expect(titles(stage) == ["/theme"])
    }

    /// Enter sends and Tab takes; arrows go into the list, and only then Enter takes.
    @Test func noKeyIsTakenBySurprise() {
        let stage = stage()
        stage.press("\"@mar", "Enter")
        #expect(stage.deeds == [.send(text: "@mar", session: Stage.id(.group, "7"), replyTo: nil)])
        #expect(stage.screen.suggestions == nil)
        stage.press("\"@mar", "↓", "Enter")
        #expect(stage.deeds == [])
        #expect(stage.screen.composer.string.hasPrefix("@Mark"))
        #expect(!stage.screen.composer.string.contains("\u{1B}"))
        stage.press("Ctrl-U", "\"@mar", "↑", "↑", "Tab")
        #expect(stage.screen.composer.string == "@Maria ")
        stage.press("Ctrl-U", "\":)", "Enter")
        #expect(stage.deeds == [.send(text: ":)", session: Stage.id(.group, "7"), replyTo: nil)])
    }

    @Test func escHidesItForTheWordAndKeepsTheDraft() {
        let stage = stage()
        stage.press("\"@ma", "Esc")
        #expect(stage.screen.suggestions == nil)
        #expect(stage.screen.composer.string == "@ma")
        stage.press("\"r")
        #expect(stage.screen.suggestions == nil)
        stage.press("\" @ma")
        #expect(stage.screen.suggestions != nil)
        stage.press("←")
        #expect(stage.screen.suggestions == nil)
        stage.press("End", "Tab")
        #expect(stage.screen.suggestions?.isEntered == true)
    }

    @Test func argumentsOfCommandsAreOffered() {
        let stage = stage()
        stage.press("\"/th", "Tab", "\"mono", "Tab")
        #expect(stage.screen.composer.string == "/theme monochrome ")
        stage.press("Ctrl-U", "\"/set notifications.ru", "Tab", "\"no", "Tab", "Enter")
        #expect(stage.deeds == [.runCommand(.set(key: "notifications.rule", value: "none"), in: Stage.id(.group, "7"))])
        stage.press("\"/msg 陈", "Tab", "\"hi", "Enter")
        #expect(stage.deeds == [.runCommand(.message(address: "peer:2", text: "hi"), in: Stage.id(.group, "7"))])
        stage.press("\"/group create ")
        #expect(titles(stage) == [])
        stage.press("\"crew m")
        #expect(titles(stage).count == 2)
        // What was taken ends with a blank, which belongs to no argument.
        stage.press("Ctrl-U", "\"/go mar", "Tab", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        stage.press("Ctrl-U", "\"/mute o")
        #expect(titles(stage) == ["on", "off"])
        stage.press("Ctrl-U", "\"/msg bob @ma")
        #expect(titles(stage).count == 2)
        stage.press("Ctrl-U", "\"/msg bob ma")
        #expect(titles(stage) == [])
    }

    @Test func aClickTakesARow() {
        let stage = stage()
        stage.press("\"@ma")
        stage.draw(80, 24)
        let rows = stage.screen.suggestionRows
        #expect(rows.height == 2)
        stage.send(.mouse(MouseEvent(button: 0, action: .press, position: Point(x: rows.x, y: rows.y + 1))))
        #expect(stage.screen.composer.string.hasPrefix("@Mark"))
    }

    @Test func aWordThatStandsThereInFullOffersNothing() {
        let stage = stage()
        stage.press("\"/quit")
        #expect(titles(stage) == [])
        stage.press("Enter")
        #expect(stage.deeds == [.quit])
    }
}
