import Cells
import IMModel
import TestSupport
import Testing

@testable import ChatUI

@Suite struct MonkeyTests {
    private static let keys: [KeyPress] = {
        var keys = KeyMap().bindings.map(\.key)
        keys += "abcdefghijklmnopqrstuvwxyzRDGJ0123456789/@:?>. ".map { KeyPress(.character($0)) }
        keys += ["中", "👩‍👩‍👧", "\u{301}", "\u{200D}"].map { KeyPress(.character($0)) }
        return keys
    }()

    /// 20,000 keys, pastes, clicks and sizes over whatever has the focus; the drawing stays sound and typing is never
    /// lost to a crash.
    @Test(arguments: [(0x4D4F_4E4B, true), (0x4D4F_4E4C, false)] as [(UInt64, Bool)])
    func randomInputNeverBreaksTheScreen(_ seed: UInt64, _ hasSessions: Bool) {
        var random = SeededRandom(seed: seed)
        let flow = FlowStage(messages: FlowStage.talk, sessions: hasSessions ? FlowStage.sessions : [])
        guard let stage = flow.stage else { return }
        var size = Size(width: 80, height: 24)
        for step in 0..<10_000 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0:
                size = Size(
                    width: Int.random(in: 0...100, using: &random), height: Int.random(in: 0...30, using: &random))
            case 1:
                stage.paste(
                    ["/quit\n", "a\nb", String(repeating: "x\n", count: 9), "👍"].randomElement(using: &random)!)
            case 2: stage.send(.focus(Bool.random(using: &random)))
            case 3...4:
                let actions: [MouseEvent.Action] = [.press, .release, .drag, .wheelUp, .wheelDown]
                let place = Point(
                    x: Int.random(in: -1...100, using: &random), y: Int.random(in: -1...30, using: &random))
                stage.send(
                    .mouse(
                        MouseEvent(
                            button: Int.random(in: 0...2, using: &random),
                            action: actions.randomElement(using: &random)!,
                            position: place)))
            case 5: stage.wait(Int64.random(in: 0...20_000, using: &random))
            case 6:
                stage.screen.update(sessions: Bool.random(using: &random) && hasSessions ? FlowStage.sessions : [])
            case 7: flow.scheduler.turn(Int64.random(in: 0...1000, using: &random))
            default: stage.send(.key(MonkeyTests.keys.randomElement(using: &random)!))
            }
            guard step % 20 == 0 else { continue }
            var buffer = CellBuffer(size: size)
            let cursor = stage.screen.draw(into: &buffer)
            if let cursor { #expect(buffer.bounds.contains(cursor)) }
            #expect(brokenCells(buffer).isEmpty)
        }
    }
}
