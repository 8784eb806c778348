import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct NoticeTests {
    private func panel(_ stage: Stage) -> TextPanel? {
        if case .panel(let panel)? = stage.screen.overlays.last { panel } else { nil }
    }

    private func said(_ stage: Stage) -> String { stage.screen.notices.last?.text.string ?? "" }

    @Test func whatTheStatusLineWouldCutIsShownAtLengthAndKept() {
        let stage = Stage()
        stage.screen.notify("short", isTrouble: true, now: 1)
        #expect(panel(stage) == nil)
        let long = String(repeating: "long ", count: 40)
        stage.screen.notify(long, isTrouble: true, now: 1)
        #expect(panel(stage)?.lines.map(\.text.string) == [TextSanitizer.line(long).string])
        // Whoever types goes on typing.
        stage.press("\"ab")
        #expect(panel(stage) == nil && stage.screen.composer.string == "ab")
        #expect(stage.screen.pastNotices.map(\.string) == ["short", TextSanitizer.line(long).string])
    }

    @Test func aRoomIsMeantByItsNumberOrAKnownName() {
        let stage = Stage()
        #expect(!stage.press("\"/join abc", "Enter").contains(.enterRoom("abc")))
        #expect(said(stage).contains("“abc” is no room number"))
        stage.press("Ctrl-U")
        #expect(stage.press("\"/join lobby", "Enter").contains(.enterRoom("9")))
        #expect(stage.press("\"/leave", "Enter").contains(.leaveRoom(Stage.id(.room, "9"))))
        #expect(said(stage) == "You left this room · /join 9 goes back in")
        #expect(stage.press("\"/join 12", "Enter").contains(.enterRoom("12")))
    }

    @Test func aMistypedActionNamesTheNearest() {
        let stage = Stage()
        stage.press("\"/do pageUpp", "Enter")
        #expect(said(stage) == "There is no action “pageUpp”; did you mean page-up?")
        stage.press("Ctrl-U", "\"/do zzzzzzzz", "Enter")
        #expect(said(stage) == "There is no action “zzzzzzzz”; /help do lists them")
    }

    @Test func searchWordsAreCalledBack() {
        let stage = Stage()
        stage.screen.openSearch(.searchHere)
        stage.press("\"first", "Enter")
        stage.screen.openSearch(.searchEverywhere)
        #expect(stage.press("↑", "Enter").contains(.search("first", in: nil)))
    }
}
