import Cells
import TestSupport
import Testing

@Suite struct FakeTerminalTests {
    private func frame(_ text: SafeText, width: Int = 10, height: Int = 3) -> CellBuffer {
        var buffer = CellBuffer(size: Size(width: width, height: height))
        buffer.write(text, x: 1, y: 1, style: Style(attributes: .bold), policy: .perCluster)
        return buffer
    }

    @Test func itShowsWhatWasDrawn() {
        let terminal = FakeTerminal(width: 10, height: 3)
        terminal.draw(frame("你好 a"), cursor: Point(x: 6, y: 1))
        expectScreen(
            terminal,
            """

             你好 a
            """)
        #expect(terminal.screen.picture(of: .bold) == "\n ######")
        #expect(terminal.cursor == Point(x: 6, y: 1))
        #expect(terminal.cellsChangedByLastDraw == 30)
        terminal.draw(frame("你好 b"), cursor: nil)
        #expect(terminal.cellsChangedByLastDraw == 1)
        #expect(terminal.drawCount == 2)
    }

    @Test func aFrameOfAnotherSizeIsCut() {
        let terminal = FakeTerminal(width: 4, height: 2)
        terminal.draw(frame("你好"), cursor: Point(x: 9, y: 1))
        expectScreen(terminal, "\n 你")
        #expect(terminal.cursor == nil)
    }

    @Test func aDifferenceIsToldRowByRow() {
        let terminal = FakeTerminal(width: 4, height: 2)
        terminal.draw(frame("ab"), cursor: nil)
        #expect(screenDifference(terminal.screen, "\n ab") == nil)
        let difference = screenDifference(terminal.screen, "\n ax\ny")
        #expect(difference?.contains("-  ax") == true && difference?.contains("+  ab") == true)
        #expect(difference?.contains("- y") == true)
    }

    @Test func writesWhileSuspendedAreCounted() {
        let terminal = FakeTerminal()
        terminal.suspend()
        terminal.bell()
        #expect(terminal.writesWhileSuspended == 1)
        terminal.resume()
        terminal.copyToClipboard("x")
        #expect(terminal.writesWhileSuspended == 1 && terminal.clipboard == ["x"])
    }
}
