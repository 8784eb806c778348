import Cells
import IMModel
import TestSupport
import Testing

@testable import ChatUI

/// The whole screen as pictures.
@Suite struct ScreenPictureTests {
    private func stage() -> FlowStage {
        let flow = FlowStage(messages: FlowStage.talk)
        flow.settle()
        return flow
    }

    @Test func eightyByTwentyFour() {
        let flow = stage()
        flow.stage.screen.typing(true, name: "Maria", in: FlowStage.crew, now: flow.stage.now)
        expectScreen(
            flow.stage.draw(80, 24),
            """
            PIC80
            """)
    }

    @Test func hundredTwentyByForty() {
        let flow = stage()
        flow.stage.press("\"multi-line drafts live here, one per session, and survive everything", "Ctrl-J", "\"中文")
        expectScreen(
            flow.stage.draw(120, 40),
            """
            PIC120
            """)
    }

    @Test func fortyByTen() {
        let flow = stage()
        flow.stage.press("↑", "k", "k", "r", "\"yes")
        expectScreen(
            flow.stage.draw(40, 10),
            """
            PIC40
            """)
    }

    @Test func twentyBySix() {
        let flow = stage()
        expectScreen(
            flow.stage.draw(20, 6),
            """
            PIC20
            """)
    }

    @Test func theMenu() {
        let flow = stage()
        flow.stage.press("↑", "Space")
        expectScreen(
            flow.stage.draw(50, 16),
            """
            PICMENU
            """)
    }

    @Test func theSwitcher() {
        let flow = stage()
        flow.stage.press("F2", "\"de")
        expectScreen(
            flow.stage.draw(60, 12),
            """
            PICSWITCH
            """)
    }

    @Test func inChinese() {
        var configuration = ChatConfiguration()
        configuration.strings = .simplifiedChinese
        let flow = FlowStage(messages: FlowStage.talk, configuration: configuration)
        flow.settle()
        flow.stage.press("↑", "d")
        expectScreen(
            flow.stage.draw(60, 14),
            """
            PICCHINESE
            """)
    }

    @Test func withoutColoursNothingHasOne() {
        var configuration = ChatConfiguration()
        configuration.theme = .monochrome
        let stage = Stage(configuration: configuration)
        stage.press("F1")
        for cell in stage.draw(80, 24).cells {
            #expect(cell.style.foreground == .default && cell.style.background == .default)
        }
    }

    @Test func thePlainThemeHasNoLines() {
        var configuration = ChatConfiguration()
        configuration.theme = .plain
        let flow = FlowStage(messages: [], configuration: configuration)
        flow.settle()
        flow.stage.press("F2")
        let shown = picture(flow.stage.draw(80, 24))
        #expect(!shown.contains { "│─┌┐└┘┼┴├".contains($0) })
    }
}
