public import IMModel

extension MessageFlowController {
    /// New messages came in or were written here. Known ids are updates; order does not matter.
    public func messagesInserted(_ messages: [Message]) { data.insert(messages) }

    /// Messages changed (state, revoke, tags, ids after an acknowledgement): found by their local id.
    public func messagesUpdated(_ messages: [Message]) {
        for message in messages where marks[message.id] != nil { marks[message.id] = message }
        data.update(messages)
    }

    /// Messages are gone.
    public func messagesDeleted(_ ids: [MessageID]) {
        for id in ids {
            marks[id] = nil
            newBelow.remove(id)
        }
        data.delete(ids)
    }

    /// The whole window is this now; the difference is computed and applied.
    public func replaceAll(_ messages: [Message]) { data.replaceAll(messages) }

    /// Applies everything that `changes` does as one.
    public func batch(_ changes: () -> Void) { data.batch(changes) }

    /// The session changed (name, capabilities, read mark). The "new" line stays where it is.
    public func sessionChanged(_ session: Session) {
        guard session.id == self.session.id else { return }
        self.session = session
        onNeedsDisplay?()
    }

    /// Tries at once what failed or waits for its next try; also what is missing, once it is in view.
    public func retryLoading() {
        data.retryNow()
        scheduleUpkeep()
    }

    /// The source has old messages that it had not: the window is read again, the place is kept.
    public func historyChanged() {
        settle()
        guard let id = placed.last?.id ?? data.window.last?.id else { return data.loadOlder() }
        data.reload(around: id)
    }

    /// What is said of messages that are missing above one; `nil` where none are.
    public func gapLine(above id: MessageID) -> GapLine? { data.gapLine(above: id) }

    /// Asks for the messages that are missing above one. Answers whether a request went out.
    @discardableResult
    public func fillGap(above id: MessageID) -> Bool { data.fillGap(above: id, byItself: false) }

    func arrivedBelow(_ ids: [MessageID]) {
        for id in ids { note(newBelow: id) }
        tellNewBelow()
    }

    private func note(newBelow id: MessageID) {
        if newBelow.count < 10_000 { newBelow.insert(id) } else { newBelowBeyond += 1 }
    }

    func tellNewBelow() {
        let count = newBelow.count + newBelowBeyond
        guard count != toldNewBelow else { return }
        toldNewBelow = count
        tell(.newBelowChanged(count))
    }

    /// A change of the window reaches geometry, selection and kept layouts.
    func changed(_ change: ListChange<Message>, _ cause: SessionDataManager.ChangeCause) {
        let lastVisible = placed.last?.id
        let wasAtTail = isAtTailNow
        var touched: [MessageID] = []
        for index in change.deletes { if let below = layout.id(at: index + 1) { touched.append(below) } }
        for move in change.moves { if let below = layout.id(at: move.from + 1) { touched.append(below) } }
        let gone = change.deletes.compactMap { layout.id(at: $0) }
        let heir = selectionHeir(gone, cause)
        layout.apply(change)
        if !configuration.incrementalRefresh {
            layout.invalidateAll()
            composed = [:]
        }
        for id in gone {
            composed[id] = nil
            if id == foundID { foundID = nil }
            if id == unreadRow { unreadRow = nil }
        }
        for item in change.updates {
            touched.append(item.element.id)
            if let below = layout.id(at: item.index + 1) { touched.append(below) }
            if let origin = item.element.originID { touched += data.window.answers(to: origin) }
        }
        for item in change.inserts {
            if let below = layout.id(at: item.index + 1) { touched.append(below) }
            if let origin = item.element.originID { touched += data.window.answers(to: origin) }
        }
        for move in change.moves {
            if let moved = layout.id(at: move.to) { touched.append(moved) }
            if let below = layout.id(at: move.to + 1) { touched.append(below) }
        }
        for id in touched { refresh(id) }
        if let heir { changeSelection(to: heir.id) }
        if cause == .arrival, !wasAtTail { noteArrivals(change, below: lastVisible) }
    }

    /// Counts what came in below the view.
    private func noteArrivals(_ change: ListChange<Message>, below lastVisible: MessageID?) {
        let last = lastVisible.flatMap { layout.index(of: $0) } ?? -1
        for item in change.inserts where item.index > last && !item.element.isOutgoing {
            note(newBelow: item.element.id)
        }
    }

    /// The row of a message is laid out anew before it is drawn again.
    func refresh(_ id: MessageID) {
        composed[id] = nil
        layout.invalidate(id)
    }

    /// Who is selected when the selected message goes: the one below, else the one above; nobody when rows are only
    /// dropped at a far end. Answers `nil` where the selection stays.
    private func selectionHeir(
        _ gone: [MessageID], _ cause: SessionDataManager.ChangeCause
    ) -> (id: MessageID?, Void)? {
        guard let selectedID, gone.contains(selectedID) else { return nil }
        guard cause != .window, let index = layout.index(of: selectedID) else { return (nil, ()) }
        let going = Set(gone)
        var below = index + 1
        while let id = layout.id(at: below) {
            if !going.contains(id) { return (id, ()) }
            below += 1
        }
        var above = index - 1
        while let id = layout.id(at: above) {
            if !going.contains(id) { return (id, ()) }
            above -= 1
        }
        return (nil, ())
    }

    func batchEnded() {
        resolveUnreadLine()
        touch()
        tellNewBelow()
    }

    /// Finds the row that the "new" line stands above, once it can be told.
    func resolveUnreadLine() {
        let row: MessageID?
        switch unread {
        case .none: return
        case .after(let id):
            guard data.window[id] != nil else { return }
            var next = data.window.next(id)
            while let message = next, !message.countsAsUnread { next = data.window.next(message.id) }
            // The oldest unread one may come with the next page.
            if next == nil, data.hasNewer { return }
            row = next?.id
        case .lastIncoming(let count):
            guard data.olderEnd.isTouched, !data.hasNewer else { return }
            var left = count
            var message = data.window.last
            var found: MessageID?
            while let current = message, left > 0 {
                if current.countsAsUnread {
                    left -= 1
                    found = current.id
                }
                message = data.window.previous(current.id)
            }
            guard left == 0 || !data.hasOlder else { return }
            row = found
        }
        unread = .none
        unreadRow = row
        if let row { refresh(row) }
    }
}
