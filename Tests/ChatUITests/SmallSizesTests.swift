import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatUI

@Suite struct SmallSizesTests {
    /// What can lie over the screen, by the keys that bring it.
    private static let openings: [[String]] = [
        [], ["\"a text 中文 that is longer than the room", "Ctrl-J", "\"two"], ["↑"], ["↑", "Space"], ["↑", "f"],
        ["↑", "d"],
        ["↑", "i"], ["↑", "k", "k", "Enter"], ["↑", "k", "k", "r", "\"re"], ["F1"], ["F2"],
        ["F2", "\"nothing-matches"],
        ["F9"], ["F9", "/", "\"ma"], ["Ctrl-S"], ["Ctrl-S", "\"words 中文 that are long"], ["Alt-J"], ["Ctrl-C"],
        ["\"/qiut", "Enter"], ["F1", "Ctrl-Q"],
    ]

    @Test func everySizeDrawsSomethingSaneAndComesBackWhole() {
        for opening in SmallSizesTests.openings {
            for theme in [Theme.standard, .plain] {
                var configuration = ChatConfiguration()
                configuration.theme = theme
                let flow = FlowStage(messages: FlowStage.talk, configuration: configuration)
                flow.settle()
                for key in opening { flow.stage.press(key) }
                let whole = flow.stage.draw(80, 24)
                for height in 0...10 {
                    for width in 0...10 {
                        var buffer = CellBuffer(size: Size(width: width, height: height))
                        let cursor = flow.stage.screen.draw(into: &buffer)
                        #expect(brokenCells(buffer).isEmpty, "\(opening) at \(width)×\(height)")
                        if let cursor { #expect(buffer.bounds.contains(cursor)) }
                        if width > 0, height > 0 { #expect(cursor != nil, "\(opening) at \(width)×\(height)") }
                    }
                }
                #expect(picture(flow.stage.draw(80, 24)) == picture(whole), "\(opening)")
            }
        }
    }

    @Test func theCursorStandsAtTheCaretOrOnTheRow() {
        let stage = Stage()
        #expect(stage.cursor(50, 10) == Point(x: 3, y: 8))
        stage.press("\"ab中")
        #expect(stage.cursor(50, 10) == Point(x: 7, y: 8))
        stage.press("←")
        #expect(stage.cursor(50, 10) == Point(x: 5, y: 8))
        stage.draw(80, 24)
        stage.press("F9")
        #expect(stage.cursor(80, 24) == Point(x: 0, y: 2))
    }
}
