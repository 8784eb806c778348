import Cells
public import IMModel

/// One session's message flow: the window of its messages, their geometry, selection and actions. The host draws it
/// into a rectangle of cells and feeds it keys (as methods) and the pointer; the engine feeds it messages.
///
/// Lives on the loop's thread. Every method may be called from any of its callbacks; changes made from there are queued.
/// Nothing is fetched and no callback is called inside `draw`: what a drawing leads to happens on the loop's next turn.
public final class MessageFlowController {
    /// The session as it is known now.
    public internal(set) var session: Session
    /// The configuration in force.
    public internal(set) var configuration: SessionConfiguration
    /// Says that a drawing would show something else than the last one.
    public var onNeedsDisplay: (() -> Void)?
    /// Tells the host what happened or what is asked of it.
    public var onEvent: ((MessageFlowEvent) -> Void)?
    /// Makes the menu of a message the session's own: gets the built-in entries, answers those to show.
    public var menuCustomization: ((_ message: Message, _ entries: [MenuEntry]) -> [MenuEntry])?
    /// Sees taps first; `true` takes the tap, and nothing more happens.
    public var tapHandler: ((MessageInteraction) -> Bool)?
    /// Sees double taps first; `true` takes it.
    public var doubleTapHandler: ((MessageInteraction) -> Bool)?
    /// Sees long presses first; `true` takes it and suppresses the built-in menu.
    public var longPressHandler: ((MessageInteraction) -> Bool)?
    /// Answers the sessions that a message can be forwarded to.
    public var forwardTargets: ((Message) -> [ForwardTarget])?
    /// Answers a message by origin id that is not in the window, for quotations and jumps to them.
    public var quotedMessage: ((_ originID: String) -> Message?)?
    /// Milliseconds since 1970 by the wall clock: decides whether a revoke is still in time. Without it revoke is not
    /// offered.
    public var wallClock: (() -> Int64)?

    let composer: any RowComposing
    let scheduler: any FlowScheduling
    let data: SessionDataManager
    let pipeline: MessageActionPipeline
    var layout = FlowLayout()
    var own = FlowCounters()
    var placed: [FlowLayout.PlacedRow] = []
    var needsSettling = true
    var composed: [MessageID: ComposedRow] = [:]
    var shownIDs: [MessageID] = []
    var toldVisible: [MessageID] = []
    var upkeepTimer: FlowTimer?
    var isOpen = false
    var isClosed = false

    var newBelow = Set<MessageID>()
    var newBelowBeyond = 0
    var toldNewBelow = 0
    var seeksTop = false
    var unread = UnreadLine.none
    var unreadRow: MessageID?
    var foundID: MessageID?
    var selectedID: MessageID?
    var marks: [MessageID: Message] = [:]
    var clicks = ClickRecognizer()
    var clickTimer: FlowTimer?

    /// A row near the view as it was laid out, with what it was laid out from.
    struct ComposedRow {
        var layout: RowLayout
        var context: RowContext
    }

    /// Where the "new" line is to stand.
    enum UnreadLine {
        case none
        case after(MessageID)
        case lastIncoming(Int)

        /// Where a session's unread messages begin.
        init(_ session: Session) {
            guard session.unreadCount > 0 else {
                self = .none
                return
            }
            self = session.lastRead.map { .after($0) } ?? .lastIncoming(session.unreadCount)
        }
    }

    /// Makes the flow of a session. Nothing is fetched before `open()` or the turn after the first drawing. The "new"
    /// line is placed by the session's unread count and last read message.
    public init(
        session: Session, configuration: SessionConfiguration = SessionConfiguration(),
        interaction: SessionInteraction, composer: any RowComposing, scheduler: any FlowScheduling
    ) {
        self.session = session
        self.configuration = configuration
        self.composer = composer
        self.scheduler = scheduler
        data = SessionDataManager(
            session: session.id, provider: interaction.provider, pageSize: configuration.pageSize,
            scheduler: scheduler)
        pipeline = MessageActionPipeline(session: session.id, interaction: interaction)
        unread = UnreadLine(session)
        // Weak throughout: a host may let go of the flow from inside one of its callbacks.
        data.onChange = { [weak self] in self?.changed($0, $1) }
        data.onBatchEnd = { [weak self] in self?.batchEnded() }
        data.onArrivalsBelow = { [weak self] in self?.arrivedBelow($0) }
        data.onGapChange = { [weak self] id in
            self?.refresh(id)
            self?.touch()
        }
        data.onStatusChange = { [weak self] in
            self?.scheduleUpkeep()
            self?.onEvent?(.loadStatusChanged)
        }
    }

    /// Fetches the first page if that has not been done.
    public func open() {
        guard !isOpen, !isClosed else { return }
        isOpen = true
        data.loadOlder()
    }

    /// Stops timers and requests; answers that still come are ignored, and no callback is called any more.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        onNeedsDisplay = nil
        onEvent = nil
        data.close()
        for timer in [upkeepTimer, clickTimer].compactMap(\.self) { scheduler.cancel(timer) }
        upkeepTimer = nil
        clickTimer = nil
    }

    /// Puts another configuration in force; every row is laid out anew, the place is kept. What the composer keeps of
    /// its own configuration is the host's to change before.
    public func reconfigure(_ configuration: SessionConfiguration) {
        self.configuration = configuration
        data.pageSize = max(1, configuration.pageSize)
        composer.clearSnapshots(of: nil)
        layout.invalidateAll()
        composed = [:]
        touch()
    }

    /// What has been done so far.
    public var counters: FlowCounters {
        var all = data.counters
        all.layoutsComputed = own.layoutsComputed
        all.draws = own.draws
        all.rowsDrawn = own.rowsDrawn
        all.nonsenseLayouts = own.nonsenseLayouts
        all.completionsIgnored = pipeline.ignoredCompletions
        return all
    }

    /// What the session is injected with; another value counts for actions that begin later.
    public var interaction: SessionInteraction {
        get { pipeline.interaction }
        set { pipeline.interaction = newValue }
    }

    func tell(_ event: MessageFlowEvent) { onEvent?(event) }

    /// Something that is seen may have changed.
    func touch() {
        needsSettling = true
        scheduleUpkeep()
        onNeedsDisplay?()
    }
}
