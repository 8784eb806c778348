import Cells
import IMModel

extension MessageFlowController {
    /// Has what follows from a drawing or a change done on the loop's next turn, once however much asked for.
    func scheduleUpkeep() {
        guard upkeepTimer == nil, !isClosed else { return }
        upkeepTimer = scheduler.runLater(after: 0) { [weak self] in
            self?.upkeepTimer = nil
            self?.upkeep()
        }
    }

    private func upkeep() {
        guard !isClosed else { return }
        if !isOpen { open() }
        settle()
        if seeksTop { seekTop() }
        trimWindow()
        loadAhead()
        fillVisibleGap()
        settle()
        let ids = placed.map(\.id)
        if ids != toldVisible {
            toldVisible = ids
            tell(.visibleChanged(ids))
        }
        tellNewBelow()
    }

    /// Rows the window may hold: what is configured, but never less than what the view and the pages ahead of it need.
    var windowLimit: Int {
        let ahead = max(0, configuration.historyScreenfulsAhead)
        return max(configuration.windowLimit, (2 * ahead + 3) * max(1, layout.size.height) + 2 * data.pageSize)
    }

    /// Drops rows past the limit at the end that is farther from the view, a page at a time.
    private func trimWindow() {
        let excess = data.count - windowLimit
        guard excess > 0 else { return }
        let count = min(excess + data.pageSize / 2, data.count / 2)
        let top = placed.first.flatMap { layout.index(of: $0.id) } ?? data.count
        let bottom = placed.last.flatMap { layout.index(of: $0.id) } ?? data.count
        let above = top
        let below = max(0, data.count - 1 - bottom)
        data.drop(min(count, max(above, below)), fromFront: above >= below)
    }

    /// What is missing and in view is asked for, the newest first.
    private func fillVisibleGap() {
        guard isOpen, !data.gaps.isEmpty else { return }
        for row in placed.reversed() where data.fillGap(above: row.id, byItself: true) { return }
    }

    /// Asks for pages where the view comes near an end of what is loaded.
    private func loadAhead() {
        guard isOpen, layout.size.height > 0 else { return }
        guard configuration.loadsHistoryAutomatically else { return }
        let ahead = max(0, configuration.historyScreenfulsAhead) * layout.size.height
        guard let top = placed.first, let bottom = placed.last else {
            if data.hasOlder { data.loadOlder() }
            return
        }
        let above = (layout.cellsAbove(top.id) ?? 0) - top.y
        if above <= ahead, data.hasOlder { data.loadOlder() }
        let end = (layout.cellsAbove(bottom.id) ?? 0) + bottom.height
        if layout.contentHeight - end <= ahead, data.hasNewer { data.loadNewer() }
    }

    /// Goes on towards the first message, a big page at a time.
    private func seekTop() {
        if let first = layout.id(at: 0) { take(layout.put(first, atY: 0, measure)) }
        guard data.hasOlder else {
            seeksTop = false
            if let first = layout.id(at: 0) { tell(.jumped(first)) }
            onNeedsDisplay?()
            return
        }
        if case .failed(let error) = data.olderStatus {
            seeksTop = false
            return tell(.jumpFailed(nil, error))
        }
        data.loadOlder(limit: max(data.pageSize, configuration.windowLimit / 2))
    }
}
