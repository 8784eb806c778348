import Cells
public import IMModel

extension MessageFlowController {
    /// Scrolls by lines of cells; negative is towards older ones. Ends jumps and the way to the top.
    public func scroll(lines: Int) {
        stopTravelling()
        settle()
        take(layout.scroll(lines: lines, measure))
    }

    /// Scrolls by windows less one line.
    public func scrollPages(_ pages: Int) {
        let lines = max(1, layout.size.height - 1).multipliedReportingOverflow(by: pages)
        scroll(lines: lines.overflow ? (pages < 0 ? .min / 2 : .max / 2) : lines.partialValue)
    }

    /// Goes to the very first message of the session, fetching as needed; `jumped` tells the arrival.
    public func scrollToTop() {
        stopTravelling()
        guard data.hasOlder else { return standAtTop() }
        data.jump(to: .first) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: standAtTop()
            case .failure(.cancelled): break
            case .failure:
                seeksTop = true
                scheduleUpkeep()
            }
        }
    }

    private func standAtTop() {
        guard let first = layout.id(at: 0) else { return }
        layout.followsTail = !data.hasNewer
        take(layout.put(first, atY: 0, measure))
        tell(.jumped(first))
    }

    /// Goes to the newest message and follows the tail.
    public func scrollToBottom() {
        stopTravelling()
        guard data.hasNewer else { return standAtBottom() }
        data.jump(to: .latest) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: standAtBottom()
            case .failure(.cancelled): break
            case .failure(let error): tell(.jumpFailed(nil, error))
            }
        }
    }

    private func standAtBottom() {
        layout.followsTail = !data.hasNewer
        layout.standAtEnd()
        take(layout.settle(measure))
        tellNewBelow()
    }

    /// Goes to the "new since you last read" line; without one to the bottom.
    public func scrollToUnreadLine() {
        if let row = unreadRow, data.window[row] != nil {
            stopTravelling()
            settle()
            take(layout.put(row, atY: 0, measure))
            tell(.jumped(row))
        } else if case .after(let id) = unread {
            travel(to: id, anchor: stub(id)) { [weak self] in
                self?.resolveUnreadLine()
                self?.scrollToUnreadLineIfThere()
            }
        } else {
            scrollToBottom()
        }
    }

    private func scrollToUnreadLineIfThere() {
        guard let row = unreadRow, data.window[row] != nil else { return }
        scrollToUnreadLine()
    }

    /// Puts the "new" line below this message; `nil` takes it away.
    public func placeUnreadLine(after message: MessageID?) {
        if let row = unreadRow { refresh(row) }
        unreadRow = nil
        unread = message.map { .after($0) } ?? .none
        resolveUnreadLine()
        touch()
    }

    /// Puts the "new" line where a session's unread messages begin; where none are unread it is taken away.
    public func placeUnreadLine(by session: Session) {
        placeUnreadLine(after: nil)
        unread = UnreadLine(session)
        resolveUnreadLine()
    }

    /// The message below the "new" line, if it is known.
    public var unreadLineMessageID: MessageID? { unreadRow }

    /// Jumps to a message, fetching around it if it is not in the window; it is highlighted as found.
    public func jump(to id: MessageID) { travel(to: id, anchor: stub(id)) {} }

    /// Jumps to a message that the host has at hand (a search hit), so that the provider gets a full anchor.
    public func jump(to message: Message) { travel(to: message.id, anchor: message) {} }

    /// Jumps to the message that this one answers.
    public func jumpToQuoted(of id: MessageID) {
        guard let origin = data.window[id]?.replyTo else { return }
        if let quoted = data.window.message(originID: origin) ?? quotedMessage?(origin) {
            jump(to: quoted)
        } else {
            tell(.jumpFailed(nil, .unknownAnchor))
        }
    }

    /// Takes the highlight of the last jump away.
    public func clearFound() {
        guard foundID != nil else { return }
        foundID = nil
        onNeedsDisplay?()
    }

    private func travel(to id: MessageID, anchor: Message, then: @escaping () -> Void) {
        stopTravelling()
        guard data.window[id] == nil else {
            arrive(at: id)
            return then()
        }
        data.jump(to: .around(anchor)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success:
                arrive(at: id)
                then()
            case .failure(.cancelled): break
            case .failure(let error): tell(.jumpFailed(id, error))
            }
        }
    }

    private func arrive(at id: MessageID) {
        layout.followsTail = !data.hasNewer
        foundID = id
        take(layout.focus(id, measure))
        tell(.jumped(id))
    }

    /// A message of which only the id is known, as an anchor.
    private func stub(_ id: MessageID) -> Message {
        Message(
            id: id, session: session.id, sender: Contact(id: ContactID("")), content: .unknown(kind: nil))
    }

    func stopTravelling() {
        seeksTop = false
        data.cancelJump()
    }

    /// Whether the newest message is shown and new ones scroll in.
    public var isAtTail: Bool {
        settle()
        return isAtTailNow
    }

    /// How many messages came in below the view and were not seen yet.
    public var newBelowCount: Int {
        settle()
        return newBelow.count + newBelowBeyond
    }

    /// The messages on the screen, top first.
    public var visibleMessageIDs: [MessageID] {
        settle()
        return placed.map(\.id)
    }

    /// The rows on the screen with their place, top first.
    public var visibleRows: [FlowLayout.PlacedRow] {
        settle()
        return placed
    }

    /// The newest message whose last row of cells is on the screen: how far the user has read.
    public var lastVisibleMessage: Message? {
        settle()
        let whole = placed.last { $0.y + $0.height <= layout.size.height } ?? placed.last
        return whole.flatMap { data.window[$0.id] }
    }

    /// The message of an id, if it is in the window.
    public func message(_ id: MessageID) -> Message? { data.window[id] }
    /// How many messages are in the window.
    public var windowCount: Int { data.count }
    /// The messages in the window, oldest first. O(n).
    public var windowMessages: [Message] { data.messages }
    /// Whether the window reaches the beginning of the session.
    public var reachesBeginning: Bool { !data.hasOlder }
    /// Whether the provider said that its messages are all from this machine and that nobody keeps more, as in rooms.
    public var historyIsLocalOnly: Bool { data.isLocalOnly }
    /// Whether the very first message of the session is on the screen.
    public var showsBeginning: Bool {
        guard reachesBeginning, let first = data.window.first else { return false }
        return visibleMessageIDs.first == first.id
    }
    /// How fetching older messages stands.
    public var olderStatus: LoadStatus { data.olderStatus }
    /// How fetching newer messages stands.
    public var newerStatus: LoadStatus { data.newerStatus }
    /// Whether older messages are being fetched.
    public var isLoadingOlder: Bool { olderStatus == .loading }

    /// Why fetching does not go on, if it does not.
    public var loadFailure: ProviderError? {
        for status in [olderStatus, newerStatus] {
            switch status {
            case .failed(let error), .retrying(let error, _, _): return error
            case .idle, .loading, .complete: continue
            }
        }
        return nil
    }

    /// How much of the list lies above and below the view, in rows of cells, partly estimated: for a scroll bar.
    public var scrollExtent: (above: Int, below: Int) {
        settle()
        guard let top = placed.first, let bottom = placed.last else { return (0, 0) }
        let above = (layout.cellsAbove(top.id) ?? 0) - top.y
        let end = (layout.cellsAbove(bottom.id) ?? 0) + layout.size.height - bottom.y
        return (max(0, above), max(0, layout.contentHeight - end))
    }
}
