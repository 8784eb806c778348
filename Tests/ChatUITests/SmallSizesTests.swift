import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatUI

@Suite struct SmallSizesTests {
    @Test(arguments: ScreenView.all)
    func everySizeDrawsSomethingSaneAndComesBackWhole(_ view: ScreenView) {
        for theme in [Theme.standard, .plain] {
            let flow = view.stage(80, 24, theme: theme)
            let whole = flow.stage.draw(80, 24)
            for height in 0...10 {
                for width in 0...10 {
                    var buffer = CellBuffer(size: Size(width: width, height: height))
                    let cursor = flow.stage.screen.draw(into: &buffer)
                    #expect(brokenCells(buffer).isEmpty, "\(width)×\(height)")
                    if let cursor { #expect(buffer.bounds.contains(cursor)) }
                    if width > 0, height > 0 { #expect(cursor != nil, "\(width)×\(height)") }
                }
            }
            #expect(picture(flow.stage.draw(80, 24)) == picture(whole))
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
