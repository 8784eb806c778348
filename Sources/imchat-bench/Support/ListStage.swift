import Cells
import IMModel
import MessageFlow

/// A message list alone, over a session that is made as it is read.
final class ListStage {
    let clock = BenchClock()
    let provider: EndlessProvider
    let composer: RowComposer
    let flow: MessageFlowController
    private(set) var size: Size
    /// Rows that came onto the screen so far.
    private(set) var appeared = 0
    /// The most rows that the window held.
    private(set) var largestWindow = 0
    private var visible: Set<MessageID> = []

    init(
        count: Int, size: Size = Size(width: 120, height: 40), _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) {
        var configuration = SessionConfiguration()
        change(&configuration)
        self.size = size
        provider = EndlessProvider(count: count)
        composer = RowComposer(configuration: configuration)
        flow = MessageFlowController(
            session: Session(id: EngineStage.peer, name: "bob", capabilities: [.send]), configuration: configuration,
            interaction: SessionInteraction(provider: provider, service: IdleService()), composer: composer,
            scheduler: clock)
        flow.open()
        for _ in 0..<4 { draw() }
    }

    /// Draws, and lets the list do what follows from it.
    func draw() {
        var buffer = CellBuffer(size: size)
        flow.draw(into: &buffer, in: buffer.bounds)
        clock.settle()
        largestWindow = max(largestWindow, flow.windowCount)
    }

    /// Draws and counts the rows that came onto the screen with it.
    func drawCounting() {
        draw()
        let now = Set(flow.visibleMessageIDs)
        appeared += now.subtracting(visible).count
        visible = now
    }

    /// Gives the list another size.
    func resize(to size: Size) { self.size = size }
}
