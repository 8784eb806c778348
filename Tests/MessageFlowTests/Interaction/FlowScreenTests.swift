import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

/// A flow as the whole screen of a program.
struct FlowScreenTests {
    private final class Refusing: MessageServicePrechecker {
        func shouldSend(_ message: Message, in session: SessionID) -> PrecheckVerdict { .refuse("no\u{1B}[31m!") }
    }
    private final class Slow: MessageServicePreparation {
        var task: PreparationTask?
        func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask) { self.task = task }
    }

    private func make(
        _ prechecks: [any MessageServicePrechecker] = [], _ preparations: [any MessageServicePreparation] = []
    ) -> (FlowLoop, FakeTerminal, MessageFlowController, FlowScreen) {
        let loop = FlowLoop()
        let terminal = FakeTerminal(width: 30, height: 6)
        let flow = MessageFlowController(
            session: Session(id: flowSession, capabilities: [.send]),
            interaction: SessionInteraction(
                provider: FakeProvider(count: 3) { "words \($0)" }, service: FakeService(), prechecks: prechecks,
                preparations: preparations), composer: RowComposer(), scheduler: loop)
        let screen = FlowScreen(flow, on: terminal, scheduler: loop, status: "hello")
        loop.advance(0)
        return (loop, terminal, flow, screen)
    }

    @Test func theListStandsAboveTheWords() {
        let (_, terminal, _, screen) = make()
        let frame = terminal.screen
        let rows = Picture.rows(frame)
        #expect(rows.last == "hello")
        #expect(rows[4].contains("words 3"))
        withExtendedLifetime(screen) {}
    }

    @Test func refusalsAndProgressAreToldInWords() {
        let (_, _, flow, screen) = make([Refusing()])
        flow.perform(.send, on: .fake(9))
        #expect(screen.status.string.hasPrefix("no"))
        #expect(!screen.status.string.contains("\u{1B}"))
        let slow = Slow()
        let (_, _, other, second) = make([], [slow])
        other.perform(.send, on: .fake(9))
        slow.task?.progress(0.4)
        #expect(second.status.string == "40 %")
        slow.task?.finish(.fake(9))
        #expect(second.status.isEmpty)
    }

    @Test func keysOfTheListAreTakenAndOthersLeft() {
        let (loop, _, flow, screen) = make()
        #expect(screen.handle(.key(KeyPress(.up))))
        #expect(flow.selectedMessageID != nil)
        #expect(!screen.handle(.key(KeyPress(.character("q")))))
        #expect(!screen.handle(.key(KeyPress(.up, .alt))))
        #expect(!screen.handle(.paste("x")))
        #expect(InputEvent.key(KeyPress(.character("q"))).character == "q")
        #expect(InputEvent.key(KeyPress(.character("q"), .control)).character == nil)
        loop.advance(0)
    }
}
