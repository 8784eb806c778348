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

    @Test func everythingThatWasSaidCanBeReadAgainInFull() {
        let stage = Stage()
        stage.press("\"/notices", "Enter")
        #expect(panel(stage)?.lines.map(\.text.string) == ["Nothing was said yet"])
        stage.press("Esc")
        let long = (1...30).map { "word\($0)" }.joined(separator: " ")
        stage.screen.notify(long, now: 1)
        for _ in 0..<3 { stage.screen.notify("done", now: 2) }
        stage.screen.notify("trouble", isTrouble: true, now: 3)
        stage.press("\"/notices", "Enter")
        #expect(panel(stage)?.lines.map(\.text.string) == ["trouble", "done", long])
        #expect(picture(stage.draw(80, 24)).contains("word30"))
        for number in 1...300 { stage.screen.notify("\(number)", now: 3) }
        #expect(stage.screen.pastNotices.count == 200 && stage.screen.pastNotices.last == "300")
    }

    @Test func whatMustNotBeMissedStaysUntilAKeyIsPressed() {
        let stage = Stage()
        func status() -> String { String(picture(stage.draw(80, 10)).split(separator: "\n").last ?? "") }
        stage.screen.notify("the store was recovered", staysUntilKey: true, now: stage.now)
        // A key that was on its way already says nothing, and what is said meanwhile only covers it.
        stage.press("\"a")
        stage.screen.notify("something else", now: stage.now)
        #expect(status().contains("something else"))
        #expect(stage.screen.nextDeadline == stage.now + ChatScreen.noticeLife)
        stage.wait(ChatScreen.noticeLife)
        for _ in 0..<3 {
            #expect(status().contains("the store was recovered"))
            #expect(stage.screen.nextDeadline == nil)
            stage.wait(3_600_000)
        }
        stage.screen.notify("covers", now: stage.now)
        stage.press("\"b")
        stage.wait(ChatScreen.noticeLife)
        #expect(status().contains("the store was recovered"))
        stage.press("\"c")
        #expect(!status().contains("recovered"))
        #expect(stage.screen.pastNotices.map(\.string).contains("the store was recovered"))
    }

    /// Where the line is cut it says where the rest is; a line that fits says nothing of the kind.
    @Test(arguments: [20, 30, 40, 60, 80, 120])
    func aCutNoticeTellsWhereItsEndIs(_ width: Int) {
        let stage = Stage()
        func status() -> String { String(picture(stage.draw(width, 10)).split(separator: "\n").last ?? "") }
        for count in 1...(width * 2) {
            stage.screen.notify(String(repeating: "x", count: count), now: 1)
            let line = status()
            #expect(line.count <= width)
            let isWhole = line.contains(String(repeating: "x", count: count))
            #expect(isWhole != line.contains("…"), "\(count)")
            #expect(line.contains("/notices") == (!isWhole && width >= 30), "\(count): \(line)")
        }
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
