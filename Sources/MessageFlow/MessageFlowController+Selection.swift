import Cells
public import IMModel

extension MessageFlowController {
    /// The selected message.
    public var selectedMessageID: MessageID? { selectedID }
    /// Its message.
    public var selectedMessage: Message? { selectedID.flatMap { data.window[$0] } }

    /// Selects the message above; the last visible one if none is selected. A message that reaches out of the view at
    /// its top is scrolled first. Answers whether something changed.
    @discardableResult
    public func selectPrevious() -> Bool {
        settle()
        guard let current = selectedID, let index = layout.index(of: current) else { return selectLastVisible() }
        if let row = placed.first(where: { $0.id == current }), row.y < 0 {
            scroll(lines: -min(-row.y, max(1, layout.size.height - 1)))
            return true
        }
        guard let above = layout.id(at: index - 1) else {
            scroll(lines: -1)
            return false
        }
        select(above)
        return true
    }

    /// Selects the message below; the last visible one if none is selected. A message that reaches out of the view at
    /// its bottom is scrolled first.
    @discardableResult
    public func selectNext() -> Bool {
        settle()
        guard let current = selectedID, let index = layout.index(of: current) else { return selectLastVisible() }
        if let row = placed.first(where: { $0.id == current }), row.y + row.height > layout.size.height {
            scroll(lines: min(row.y + row.height - layout.size.height, max(1, layout.size.height - 1)))
            return true
        }
        guard let below = layout.id(at: index + 1) else { return false }
        select(below)
        return true
    }

    private func selectLastVisible() -> Bool {
        // Whoever jumped to a message means that one.
        if let foundID, placed.contains(where: { $0.id == foundID }) {
            changeSelection(to: foundID)
            return true
        }
        let whole = placed.last { $0.y >= 0 && $0.y + $0.height <= layout.size.height }
        guard let row = whole ?? placed.last else { return false }
        changeSelection(to: row.id)
        return true
    }

    /// Selects the first message of the window.
    public func selectFirst() { if let id = layout.id(at: 0) { select(id) } }
    /// Selects the last message of the window.
    public func selectLast() { if let id = layout.id(at: layout.count - 1) { select(id) } }

    /// Selects a message of the window and brings it into view; an unknown id changes nothing.
    public func select(_ id: MessageID) {
        guard data.window[id] != nil else { return }
        stopTravelling()
        settle()
        take(layout.reveal(id, measure))
        changeSelection(to: id)
    }

    /// Selects nothing.
    public func clearSelection() { changeSelection(to: nil) }

    func changeSelection(to id: MessageID?) {
        guard id != selectedID else { return }
        selectedID = id
        tell(.selectionChanged(id))
        onNeedsDisplay?()
    }

    /// Marks or unmarks a message of the window.
    public func toggleMark(_ id: MessageID) {
        if marks[id] != nil {
            marks[id] = nil
        } else {
            guard let message = data.window[id] else { return }
            marks[id] = message
        }
        onNeedsDisplay?()
    }

    /// The marked messages, oldest first, also those that the window no longer holds.
    public var markedMessages: [Message] {
        marks.values.sorted { a, b in
            if a.order != b.order { return a.order < b.order }
            let indices = (data.window.index(of: a.id), data.window.index(of: b.id))
            if case (let first?, let second?) = indices { return first < second }
            return a.id.rawValue < b.id.rawValue
        }
    }

    /// The ids of the marked messages, oldest first.
    public var markedMessageIDs: [MessageID] { markedMessages.map(\.id) }

    /// Unmarks all.
    public func clearMarks() {
        guard !marks.isEmpty else { return }
        marks = [:]
        onNeedsDisplay?()
    }

    /// Selects the next message that mentions the user, downwards from the selection, else from the top of the view.
    /// Answers whether there was one in the window. O(window).
    @discardableResult
    public func selectNextMention() -> Bool {
        settle()
        var message = selectedMessage ?? placed.first.flatMap { data.window.previous($0.id) }
        message = message.map { data.window.next($0.id) } ?? data.window.first
        while let current = message, !current.mentionsMe { message = data.window.next(current.id) }
        guard let message else { return false }
        select(message.id)
        return true
    }

    /// Selects the previous message that mentions the user, upwards from the selection, else from the view's bottom.
    @discardableResult
    public func selectPreviousMention() -> Bool {
        settle()
        var message = selectedMessage.map { data.window.previous($0.id) } ?? placed.last.flatMap { data.window[$0.id] }
        while let current = message, !current.mentionsMe { message = data.window.previous(current.id) }
        guard let message else { return false }
        select(message.id)
        return true
    }
}
