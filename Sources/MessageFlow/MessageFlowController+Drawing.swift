public import Cells
import IMModel

extension MessageFlowController {
    /// Draws the part of the list around its place into a rectangle, laying out only rows that are seen. The size of
    /// the rectangle is the list's size from then on. O(rows seen × log rows).
    public func draw(into buffer: inout CellBuffer, in rect: Rect) {
        own.draws += 1
        if layout.size != rect.size { take(rect.size) }
        settle()
        let clip = rect.intersection(buffer.bounds)
        let ids = placed.map(\.id)
        if ids != shownIDs {
            shownIDs = ids
            composer.show(only: Set(ids))
            scheduleUpkeep()
        }
        for row in placed {
            guard let drawn = compose(row.id, width: rect.width) else { continue }
            own.rowsDrawn += 1
            let area = Rect(x: rect.x, y: rect.y + row.y, width: rect.width, height: row.height)
            composer.draw(
                drawn.layout, drawn.context, into: &buffer, at: Point(x: area.x, y: area.y),
                clip: clip.intersection(area),
                highlight: highlight(of: row.id))
        }
        if !isOpen { scheduleUpkeep() }
    }

    /// Gives the list a new size without drawing; the place is kept.
    public func resize(to size: Size) {
        guard size != layout.size else { return }
        take(size)
        touch()
    }

    private func take(_ size: Size) {
        if size.width != layout.size.width { composed = [:] }
        layout.resize(to: size)
        needsSettling = true
    }

    private func highlight(of id: MessageID) -> RowHighlight {
        var highlight: RowHighlight = []
        if id == selectedID { highlight.insert(.selected) }
        if marks[id] != nil { highlight.insert(.marked) }
        if id == foundID { highlight.insert(.found) }
        return highlight
    }

    /// What a row depends on.
    func context(of id: MessageID) -> RowContext? {
        guard let message = data.window[id] else { return nil }
        let quoted = message.replyTo.flatMap { data.window.message(originID: $0) ?? quotedMessage?($0) }
        return RowContext(
            message: message, previous: data.window.previous(id), startsUnread: id == unreadRow, quoted: quoted,
            gap: data.gapLine(above: id))
    }

    /// A row as it is laid out, kept while it is near the view; laid out now if it was not. `nil` for an unknown message.
    /// Must not touch `layout`, which may be measuring.
    func compose(_ id: MessageID, width: Int) -> ComposedRow? {
        if let row = composed[id] { return row }
        guard let context = context(of: id) else { return nil }
        var row = composer.layout(context, width: max(1, width))
        own.layoutsComputed += 1
        if row.messageID != id || row.width > max(1, width) || row.height > Self.tallestRow {
            own.nonsenseLayouts += 1
            let frames = row.frames.filter { $0.rect.x >= 0 && $0.rect.maxX <= width }
            row = RowLayout(messageID: id, width: width, height: min(row.height, Self.tallestRow), frames: frames)
        }
        let both = ComposedRow(layout: row, context: context)
        composed[id] = both
        return both
    }

    /// More rows of cells than any message needs; keeps sums of heights far from overflow.
    static var tallestRow: Int { 1 << 24 }

    var measure: FlowLayout.Measure {
        let width = layout.size.width
        return { [unowned self] id in compose(id, width: width)?.layout.height ?? 1 }
    }

    /// Brings geometry and visible rows up to date.
    func settle() {
        guard needsSettling else { return }
        needsSettling = false
        layout.followsTail = !data.hasNewer
        placed = layout.settle(measure)
        settled()
    }

    /// Takes rows that the geometry has just placed.
    func take(_ rows: [FlowLayout.PlacedRow]) {
        placed = rows
        needsSettling = false
        settled()
        scheduleUpkeep()
        onNeedsDisplay?()
    }

    private func settled() {
        if isAtTailNow {
            newBelow = []
            newBelowBeyond = 0
        } else if !newBelow.isEmpty {
            for row in placed { newBelow.remove(row.id) }
        }
        if composed.count > placed.count * 4 + 64 {
            let near = Set(placed.map(\.id))
            composed = composed.filter { near.contains($0.key) }
        }
    }

    var isAtTailNow: Bool { layout.place == .tail && !data.hasNewer }
}
