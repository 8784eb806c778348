public import Cells
public import IMModel

/// One session's message flow: the window of its messages, their geometry, selection and actions. The host draws it
/// into a rectangle of cells and feeds it keys (as methods) and the pointer; the engine feeds it messages.
///
/// Lives on the loop's thread. Every method may be called from any of its callbacks; changes made from there are queued.
public final class MessageFlowController {
    /// The session as it is known now.
    public private(set) var session: Session
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
    /// Milliseconds since 1970 by the wall clock: decides whether a revoke is still in time. Without it revoke is not offered.
    public var wallClock: (() -> Int64)?

    /// Makes the flow of a session. Nothing is fetched before `open()` or the first drawing.
    public init(
        session: Session, configuration: SessionConfiguration, interaction: SessionInteraction,
        composer: any RowComposing, scheduler: any FlowScheduling
    ) {
        self.session = session
    }
}

// MARK: Life and drawing
extension MessageFlowController {
    /// Fetches the first page if that has not been done.
    public func open() {}
    /// Stops timers and requests; a closed flow answers no provider any more.
    public func close() {}
    /// The configuration in force.
    public var configuration: SessionConfiguration { SessionConfiguration() }
    /// Puts another configuration in force; every row is laid out anew, the place is kept.
    public func reconfigure(_ configuration: SessionConfiguration) {}
    /// Draws the part of the list around its place into a rectangle, laying out only rows that are seen. The size of
    /// the rectangle is the list's size from then on. O(rows seen × log rows).
    public func draw(into buffer: inout CellBuffer, in rect: Rect) {}
    /// Gives the list a new size without drawing; the place is kept.
    public func resize(to size: Size) {}
    /// What has been done so far.
    public var counters: FlowCounters { FlowCounters() }
}

// MARK: From the engine
extension MessageFlowController {
    /// New messages came in or were written here. Known ids are updates; order does not matter.
    public func messagesInserted(_ messages: [Message]) {}
    /// Messages changed (state, revoke, tags, ids after an acknowledgement): found by their local id.
    public func messagesUpdated(_ messages: [Message]) {}
    /// Messages are gone.
    public func messagesDeleted(_ ids: [MessageID]) {}
    /// The whole window is this now; the difference is computed and applied.
    public func replaceAll(_ messages: [Message]) {}
    /// Applies everything that `changes` does as one.
    public func batch(_ changes: () -> Void) { changes() }
    /// The session changed (name, capabilities, read mark).
    public func sessionChanged(_ session: Session) { self.session = session }
}

// MARK: Place
extension MessageFlowController {
    /// Scrolls by lines of cells; negative is towards older ones.
    public func scroll(lines: Int) {}
    /// Scrolls by windows less one line.
    public func scrollPages(_ pages: Int) {}
    /// Goes to the very first message of the session, fetching as needed.
    public func scrollToTop() {}
    /// Goes to the newest message and follows the tail.
    public func scrollToBottom() {}
    /// Goes to the "new since you last read" line; without one to the bottom.
    public func scrollToUnreadLine() {}
    /// Puts the "new" line below this message; `nil` takes it away.
    public func placeUnreadLine(after message: MessageID?) {}
    /// Jumps to a message, fetching around it if it is not in the window; it is highlighted as found.
    public func jump(to id: MessageID) {}
    /// Jumps to a message that the host has at hand (a search hit), so that the provider gets a full anchor.
    public func jump(to message: Message) {}
    /// Jumps to the message that this one answers.
    public func jumpToQuoted(of id: MessageID) {}
    /// Takes the highlight of the last jump away.
    public func clearFound() {}
    /// Whether the newest message is shown and new ones scroll in.
    public var isAtTail: Bool { true }
    /// How many messages came in below the view and were not seen yet.
    public var newBelowCount: Int { 0 }
    /// The messages on the screen as last laid out, top first.
    public var visibleMessageIDs: [MessageID] { [] }
    /// The newest message on the screen: how far the user has read.
    public var lastVisibleMessage: Message? { nil }
    /// The message of an id, if it is in the window.
    public func message(_ id: MessageID) -> Message? { nil }
    /// How many messages are in the window.
    public var windowCount: Int { 0 }
    /// How fetching older messages stands.
    public var olderStatus: LoadStatus { .idle }
    /// How fetching newer messages stands.
    public var newerStatus: LoadStatus { .idle }
    /// Whether older messages are being fetched.
    public var isLoadingOlder: Bool { olderStatus == .loading }
    /// Why fetching does not go on, if it does not.
    public var loadFailure: ProviderError? { nil }
    /// Tries at once what failed or waits for its next try.
    public func retryLoading() {}
}

// MARK: Selection
extension MessageFlowController {
    /// The selected message.
    public var selectedMessageID: MessageID? { nil }
    /// Its message.
    public var selectedMessage: Message? { nil }
    /// Selects the message above; the last visible one if none is selected. A message that reaches out of the view is
    /// scrolled first. Answers whether something changed.
    @discardableResult public func selectPrevious() -> Bool { false }
    /// Selects the message below.
    @discardableResult public func selectNext() -> Bool { false }
    /// Selects the first message of the window.
    public func selectFirst() {}
    /// Selects the last message of the window.
    public func selectLast() {}
    /// Selects a message of the window; an unknown id changes nothing.
    public func select(_ id: MessageID) {}
    /// Selects nothing.
    public func clearSelection() {}
    /// Marks or unmarks a message of the window.
    public func toggleMark(_ id: MessageID) {}
    /// The marked messages, oldest first.
    public var markedMessageIDs: [MessageID] { [] }
    /// Unmarks all.
    public func clearMarks() {}
    /// Selects the next message that mentions the user, downwards. Answers whether there was one in the window.
    @discardableResult public func selectNextMention() -> Bool { false }
    /// Selects the previous message that mentions the user, upwards.
    @discardableResult public func selectPreviousMention() -> Bool { false }
}

// MARK: Interaction
extension MessageFlowController {
    /// The tap on the selected message.
    @discardableResult public func tapSelected() -> Bool { false }
    /// The double tap on the selected message.
    @discardableResult public func doubleTapSelected() -> Bool { false }
    /// The long press on the selected message.
    @discardableResult public func longPressSelected() -> Bool { false }
    /// Feeds the mouse, with the rectangle that the list was last drawn in; answers whether the event was for the list.
    @discardableResult public func pointer(_ event: MouseEvent, in rect: Rect) -> Bool { false }
    /// The menu of a message as it is now; `nil` if the message is not in the window.
    public func menu(for id: MessageID, component: MessageComponent? = nil, cell: Point? = nil) -> LongPressMenu? {
        nil
    }
    /// Does a menu entry. Entries that ask lead to `confirmationRequested` until `confirmed`; `forward` without a target
    /// leads to `forwardRequested`. `completion` is called for entries that run one of the six actions.
    public func perform(
        _ entry: MenuEntry, on id: MessageID, target: SessionID? = nil, confirmed: Bool = false,
        completion: ((MessageActionResult) -> Void)? = nil
    ) {}
    /// Runs one of the six actions through prechecks, preparations and the service; `send` takes a new message.
    @discardableResult
    public func perform(
        _ action: MessageAction, on message: Message, target: SessionID? = nil,
        completion: ((MessageActionResult) -> Void)? = nil
    ) -> MessageActionRun { fatalError() }
}

