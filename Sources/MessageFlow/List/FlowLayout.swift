public import Cells
public import IMModel

/// The geometry of the list: heights of its rows and the place in it. Knows no messages, only their ids.
///
/// Heights are estimates until a row comes near the view and is measured. The place is a message id with the screen row
/// of its top, or the tail; so nothing that happens above, and no estimate that turns out wrong, moves what is read.
/// Changes, look-ups and scrolling cost O(log n) and O(rows in the view).
public struct FlowLayout {
    /// A row of the list on the screen.
    public struct PlacedRow: Sendable, Hashable {
        /// The message.
        public var id: MessageID
        /// The screen row of its top; negative where it begins above the view.
        public var y: Int
        /// Its height in rows of cells.
        public var height: Int

        /// Makes a placed row.
        public init(id: MessageID, y: Int, height: Int) {
            self.id = id
            self.y = y
            self.height = height
        }
    }

    /// Where the list stands.
    public enum Place: Sendable, Hashable {
        /// The end of the list is at the bottom of the view, and stays there.
        case tail
        /// The top of a row is at a screen row.
        case row(MessageID, y: Int)
    }

    /// Measures a row at the current width.
    public typealias Measure = (MessageID) -> Int

    struct Row {
        var id: MessageID
        var isMeasured: Bool
        var width: Int32
    }

    var rows = RowSequence<Row>()
    var handles: [MessageID: RowSequence<Row>.Handle] = [:]
    /// Where the list stands.
    public internal(set) var place = Place.tail
    /// The view's size in cells.
    public private(set) var size = Size.zero
    /// Whether the end of the list is the end of the session, so that the view may stick to it.
    public var followsTail = true
    /// Guessed height of rows that were not measured yet.
    public private(set) var estimate = 2
    private var measuredRows = 0
    private var measuredCells = 0
    private var stretched: Stretch?

    /// Where in a row the view began before its width changed; kept until the place is another one, so that many widths
    /// one after the other lead back to where they began.
    private struct Stretch: Sendable {
        let id: MessageID
        let offset: Int
        let height: Int
        var isPending = true
        /// The screen row that the place was given at the last width.
        var y: Int?
    }

    /// An empty list.
    public init() {}

    /// How many rows there are.
    public var count: Int { rows.count }
    /// Height of everything, part of it estimated.
    public var contentHeight: Int { rows.totalWeight }

    /// The index of a row. O(log n).
    public func index(of id: MessageID) -> Int? { handles[id].map { rows.index(of: $0) } }
    /// The row at an index. O(log n).
    public func id(at index: Int) -> MessageID? { rows.handle(at: index).map { rows[$0].id } }
    /// Cells above a row, part of them estimated. O(log n).
    public func cellsAbove(_ id: MessageID) -> Int? { handles[id].map { rows.weightBefore($0) } }
    /// The known or estimated height of a row.
    public func height(of id: MessageID) -> Int? { handles[id].map { rows.weight(of: $0) } }
    /// Whether a row was measured at the present width and has not changed since.
    public func isMeasured(_ id: MessageID) -> Bool { handles[id].map { isMeasured($0) } ?? false }

    /// The rows that touch a range of content rows, by known and estimated heights. O(log n + answer).
    public func rows(inContent range: Range<Int>) -> [MessageID] {
        guard let first = rows.element(atWeight: max(0, range.lowerBound)), range.upperBound > 0 else { return [] }
        var out: [MessageID] = []
        var handle = Optional(first.handle)
        var y = max(0, range.lowerBound) - first.rest
        while let row = handle, y < range.upperBound {
            out.append(rows[row].id)
            y += rows.weight(of: row)
            handle = rows.next(row)
        }
        return out
    }

    /// Gives the view another size. At another width every row counts as unmeasured; the place is kept.
    public mutating func resize(to size: Size) {
        if size.width != self.size.width, case .row(let id, let y) = place, let handle = handles[id] {
            if let stretched, stretched.id == id, stretched.isPending || stretched.y == y {
                self.stretched?.isPending = true
            } else {
                stretched = y < 0 ? Stretch(id: id, offset: -y, height: rows.weight(of: handle)) : nil
            }
        }
        self.size = size
    }

    /// Says that a row's height may be another now; its last one serves as the estimate.
    public mutating func invalidate(_ id: MessageID) {
        guard let handle = handles[id] else { return }
        rows[handle].isMeasured = false
    }

    /// Says that every height may be another now. O(n): for changes of the configuration only.
    public mutating func invalidateAll() {
        for handle in handles.values { rows[handle].isMeasured = false }
    }

    /// Stands at a place; it is clamped when the view is settled.
    public mutating func stand(at place: Place) {
        self.place = place
        stretched = nil
    }

    /// Applies a change of the list, keeping the place: where its row went, the nearest row that stays takes over.
    public mutating func apply<Element: Identifiable>(_ change: ListChange<Element>) where Element.ID == MessageID {
        var gone = change.deletes.compactMap { rows.handle(at: $0) }
        let deleted = gone
        gone += change.moves.compactMap { rows.handle(at: $0.from) }
        keepPlace(without: gone)
        for handle in deleted { handles[rows[handle].id] = nil }
        var moved: [Int: (row: Row, weight: Int)] = [:]
        for (move, handle) in zip(change.moves, gone.dropFirst(deleted.count)) {
            moved[move.to] = (rows[handle], rows.weight(of: handle))
        }
        for handle in gone { rows.remove(handle) }
        var inserts = change.inserts[...]
        var moves = change.moves[...]
        while !inserts.isEmpty || !moves.isEmpty {
            if let insert = inserts.first, insert.index < moves.first?.to ?? .max {
                let row = Row(id: insert.element.id, isMeasured: false, width: 0)
                handles[row.id] = rows.insert(row, weight: estimate, at: insert.index)
                inserts.removeFirst()
            } else if let move = moves.popFirst(), let entry = moved[move.to] {
                handles[entry.row.id] = rows.insert(entry.row, weight: entry.weight, at: move.to)
            }
        }
        for update in change.updates { invalidate(update.element.id) }
    }

    /// Hands the place over to the nearest row below (else above) that is not among those about to go.
    private mutating func keepPlace(without gone: [RowSequence<Row>.Handle]) {
        guard case .row(let id, let y) = place, let anchor = handles[id], !gone.isEmpty else { return }
        let going = Set(gone)
        guard going.contains(anchor) else { return }
        stretched = nil
        var top = y
        var handle = Optional(anchor)
        while let row = handle, going.contains(row) {
            top += rows.weight(of: row)
            handle = rows.next(row)
        }
        if let row = handle {
            place = .row(rows[row].id, y: top)
            return
        }
        handle = rows.previous(anchor)
        top = y
        while let row = handle {
            top -= rows.weight(of: row)
            if !going.contains(row) {
                place = .row(rows[row].id, y: top)
                return
            }
            handle = rows.previous(row)
        }
        place = .tail
    }

    func isMeasured(_ handle: RowSequence<Row>.Handle) -> Bool {
        rows[handle].isMeasured && Int(rows[handle].width) == size.width
    }

    /// The height of a row, measured now if it was not.
    mutating func measuredHeight(_ handle: RowSequence<Row>.Handle, _ measure: Measure) -> Int {
        if isMeasured(handle) { return rows.weight(of: handle) }
        let height = max(1, measure(rows[handle].id))
        rows[handle].isMeasured = true
        rows[handle].width = Int32(truncatingIfNeeded: size.width)
        rows.setWeight(height, of: handle)
        measuredRows += 1
        measuredCells += height
        estimate = max(1, measuredCells / measuredRows)
        return height
    }

    /// Measures the row of the place and corrects the screen row of its top: at another width in proportion, else so
    /// that its bottom, and with it everything below, stays.
    mutating func settleAnchor(_ handle: RowSequence<Row>.Handle, y: Int, _ measure: Measure) -> Int {
        let before = rows.weight(of: handle)
        let wasMeasured = isMeasured(handle)
        let sameWidth = Int(rows[handle].width) == size.width
        let height = measuredHeight(handle, measure)
        if let stretched, stretched.isPending, stretched.id == rows[handle].id {
            let moved = -min(height - 1, stretched.offset * height / max(1, stretched.height))
            self.stretched?.isPending = false
            self.stretched?.y = moved
            return moved
        }
        if !wasMeasured, sameWidth, y <= 0 { return y + before - height }
        return y
    }
}
