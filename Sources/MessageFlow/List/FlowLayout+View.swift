import Cells
public import IMModel

extension FlowLayout {
    /// Finds the rows on the screen, measuring those that were not, and corrects the place: nothing above the first row,
    /// nothing below the last. Rows are answered from top to bottom; a list shorter than the view lies at its bottom.
    public mutating func settle(_ measure: Measure) -> [PlacedRow] {
        guard size.height > 0, size.width > 0, let last = rows.last else { return [] }
        guard case .row(let id, let anchorY) = place, let anchor = handles[id] else {
            return fillFromBottom(last, measure)
        }
        var handle = anchor
        var y = settleAnchor(anchor, y: anchorY, measure)
        while y > 0, let above = rows.previous(handle) {
            handle = above
            y -= measuredHeight(above, measure)
        }
        var height = measuredHeight(handle, measure)
        while y + height <= 0, let below = rows.next(handle) {
            y += height
            handle = below
            height = measuredHeight(below, measure)
        }
        y = min(y, 0)
        if y + height <= 0 { return fillFromBottom(last, measure) }
        var placed: [PlacedRow] = []
        var row = Optional(handle)
        var bottom = y
        while let current = row, bottom < size.height {
            let height = measuredHeight(current, measure)
            placed.append(PlacedRow(id: rows[current].id, y: bottom, height: height))
            bottom += height
            row = rows.next(current)
        }
        if bottom < size.height || (bottom == size.height && row == nil && followsTail) {
            return fillFromBottom(last, measure)
        }
        place = .row(placed[0].id, y: y)
        return placed
    }

    private mutating func fillFromBottom(_ last: RowSequence<Row>.Handle, _ measure: Measure) -> [PlacedRow] {
        var placed: [PlacedRow] = []
        var y = size.height
        var row = Optional(last)
        while let current = row, y > 0 {
            let height = measuredHeight(current, measure)
            y -= height
            placed.append(PlacedRow(id: rows[current].id, y: y, height: height))
            row = rows.previous(current)
        }
        placed.reverse()
        place = followsTail ? .tail : .row(placed[0].id, y: placed[0].y)
        return placed
    }

    /// Scrolls by rows of cells, negative towards older ones, and settles. Short ways go by measured heights; ways of
    /// several screens by the sums, so that they measure only where they end.
    public mutating func scroll(lines: Int, _ measure: Measure) -> [PlacedRow] {
        let placed = settle(measure)
        guard lines != 0, let top = placed.first, let handle = handles[top.id] else { return placed }
        if lines.magnitude <= UInt(max(64, size.height * 4)) {
            stand(at: .row(top.id, y: top.y - lines))
        } else {
            let target = (rows.weightBefore(handle) - top.y).addingReportingOverflow(lines)
            let offset = target.overflow ? (lines < 0 ? 0 : Int.max) : target.partialValue
            if offset <= 0 {
                stand(at: rows.first.map { .row(rows[$0].id, y: 0) } ?? .tail)
            } else if let found = rows.element(atWeight: offset) {
                stand(at: .row(rows[found.handle].id, y: -found.rest))
            } else {
                standAtEnd()
            }
        }
        return settle(measure)
    }

    /// Stands at the end of the list.
    public mutating func standAtEnd() { stand(at: .tail) }

    /// Brings a row into view with as little movement as possible; one taller than the view shows its nearer end.
    public mutating func reveal(_ id: MessageID, _ measure: Measure) -> [PlacedRow] {
        let placed = settle(measure)
        guard let handle = handles[id], let top = placed.first else { return placed }
        if let row = placed.first(where: { $0.id == id }) {
            if row.y >= 0, row.y + row.height <= size.height { return placed }
            if row.y <= 0, row.y + row.height >= size.height { return placed }
            stand(at: .row(id, y: row.y < 0 ? 0 : max(0, size.height - row.height)))
            if row.y < 0, row.height > size.height { stand(at: .row(id, y: size.height - row.height)) }
            return settle(measure)
        }
        let height = measuredHeight(handle, measure)
        let isAbove = rows.index(of: handle) < (index(of: top.id) ?? 0)
        if isAbove {
            stand(at: .row(id, y: height > size.height ? size.height - height : 0))
        } else {
            stand(at: .row(id, y: max(0, size.height - height)))
        }
        return settle(measure)
    }

    /// Puts the top of a row at a row of the screen and settles.
    public mutating func put(_ id: MessageID, atY y: Int, _ measure: Measure) -> [PlacedRow] {
        guard let handle = handles[id] else { return settle(measure) }
        _ = measuredHeight(handle, measure)
        stand(at: .row(id, y: y))
        return settle(measure)
    }

    /// Brings a row to about a third of the view's height (jumps).
    public mutating func focus(_ id: MessageID, _ measure: Measure) -> [PlacedRow] {
        guard let handle = handles[id] else { return settle(measure) }
        let height = measuredHeight(handle, measure)
        stand(at: .row(id, y: height >= size.height ? 0 : min(size.height / 3, size.height - height)))
        return settle(measure)
    }
}
