public import Cells
import IMModel

/// A message flow as the whole screen of a small program: the list, and below it one line of words that also tells how
/// actions go. Larger programs draw the flow into their own frames.
///
/// Takes the flow's `onNeedsDisplay` and `onEvent`; the program's own ears for events are `onEvent` here.
public final class FlowScreen {
    /// The flow that is shown.
    public let flow: MessageFlowController
    /// The line below the list.
    public var status: SafeText { didSet { setNeedsDisplay() } }
    /// Hears the flow's events.
    public var onEvent: ((MessageFlowEvent) -> Void)?

    private let terminal: any TerminalBackend
    private let scheduler: any FlowScheduling
    private let policy: WidthPolicy
    private var isDrawScheduled = false

    /// Shows a flow on a terminal, first on the loop's next turn.
    public init(
        _ flow: MessageFlowController, on terminal: any TerminalBackend, scheduler: any FlowScheduling,
        policy: WidthPolicy = .perCluster, status: SafeText = .empty
    ) {
        self.flow = flow
        self.terminal = terminal
        self.scheduler = scheduler
        self.policy = policy
        self.status = status
        flow.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
        flow.onEvent = { [weak self] in self?.tell($0) }
        setNeedsDisplay()
    }

    /// Draws on the loop's next turn, once however often it is asked for.
    public func setNeedsDisplay() {
        guard !isDrawScheduled else { return }
        isDrawScheduled = true
        _ = scheduler.runLater(after: 0) { [weak self] in self?.draw() }
    }

    /// Scrolls, selects and clicks; answers whether the event meant anything here.
    public func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .mouse(let mouse): return flow.pointer(mouse, in: listRect)
        case .resize: setNeedsDisplay()
        case .key(let press) where press.modifiers.isEmpty: return handle(press.key)
        case .key, .paste, .focus, .reply: return false
        }
        return true
    }

    private func handle(_ key: Key) -> Bool {
        switch key {
        case .up: flow.selectPrevious()
        case .down: flow.selectNext()
        case .pageUp: flow.scrollPages(-1)
        case .pageDown: flow.scrollPages(1)
        case .home: flow.scrollToTop()
        case .end: flow.scrollToBottom()
        case .enter: flow.tapSelected()
        default: return false
        }
        return true
    }

    private var listRect: Rect {
        Rect(x: 0, y: 0, width: terminal.size.width, height: max(0, terminal.size.height - 1))
    }

    private func draw() {
        isDrawScheduled = false
        var frame = CellBuffer(size: terminal.size)
        flow.draw(into: &frame, in: listRect)
        frame.write(status, x: 0, y: terminal.size.height - 1, style: .plain, policy: policy)
        terminal.draw(frame, cursor: nil)
    }

    private func tell(_ event: MessageFlowEvent) {
        switch event {
        case .actionProgress(_, _, let fraction): status = "\(Int(fraction * 100)) %"
        case .actionFinished(_, _, .success): status = .empty
        case .actionFinished(_, _, .failure(.refused(let reason))),
            .actionFinished(_, _, .failure(.preparationFailed(let reason))),
            .actionFinished(_, _, .failure(.failed(let reason))):
            status = TextSanitizer.line(reason)
        default: break
        }
        onEvent?(event)
    }
}
