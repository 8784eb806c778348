extension CellBuffer {
    /// Neighbouring cells of one row that changed.
    public struct Run: Sendable, Hashable {
        /// Where the first one stands; never a tail.
        public let origin: Point
        /// The new cells; a wide one always with its tail. Their links are indexes of the new grid.
        public let cells: [Cell]
    }

    /// The runs of cells in which this grid differs from an older one, row by row from the left; every row whole if the
    /// sizes differ. Links are compared by target. O(cells).
    ///
    /// Law: `old.apply(new.changes(from: old), of: new)` makes `old == new`.
    public func changes(from old: CellBuffer) -> [Run] {
        var runs: [Run] = []
        guard old.size == size else {
            for y in 0..<size.height where size.width > 0 {
                runs.append(Run(origin: Point(x: 0, y: y), cells: Array(row(y))))
            }
            return runs
        }
        let sameLinks = links == old.links
        for y in 0..<size.height {
            let start = y * size.width
            let end = start + size.width
            var at = start
            while at < end {
                if !differs(at, from: old, sameLinks) {
                    at += 1
                    continue
                }
                let first = cells[at].width == 0 && at > start ? at - 1 : at
                at += 1
                while at < end, cells[at].width == 0 || differs(at, from: old, sameLinks) { at += 1 }
                runs.append(Run(origin: Point(x: first - start, y: y), cells: Array(cells[first..<at])))
            }
        }
        return runs
    }

    /// Puts the runs of `changes(from:)` into the older grid; `new` is the grid they are of.
    public mutating func apply(_ runs: [Run], of new: CellBuffer) {
        if size != new.size { self = CellBuffer(size: new.size) }
        // Links that the runs do not touch may have another index in the new grid.
        if links != new.links {
            for index in cells.indices where cells[index].style.link != 0 {
                let target = target(ofLink: cells[index].style.link)
                let known = target.flatMap { new.links.firstIndex(of: $0) }.map(UInt16.init) ?? 0
                var cell = cells[index]
                cell.style.link = known
                replace(index..<index + 1, with: [cell])
            }
            replaceLinks(new.links)
        }
        for run in runs {
            let start = run.origin.y * size.width + run.origin.x
            replace(start..<start + run.cells.count, with: run.cells)
        }
    }

    private func differs(_ index: Int, from old: CellBuffer, _ sameLinks: Bool) -> Bool {
        if sameLinks { return cells[index] != old.cells[index] }
        let new = cells[index]
        var before = old.cells[index]
        guard target(ofLink: new.style.link) == old.target(ofLink: before.style.link) else { return true }
        before.style.link = new.style.link
        return new != before
    }
}
