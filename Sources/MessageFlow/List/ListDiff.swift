/// The difference of two lists of identified elements.
///
/// Elements are matched by id in one table (Heckel's method, which ids make exact), and the longest run of matches that
/// keeps its order stays in place, so that moves are as few as they can be. Where ids are known to be unique the common
/// ends are trimmed first.
public enum ListDiff {
    /// Computes the change from `old` to `new`.
    ///
    /// Law: `diff(from: a, to: b).apply(to: a) == b` where ids are unique in each. Doubles have a rule: of several
    /// elements with one id the first counts; later ones in `old` are deleted, later ones in `new` are left out.
    /// Expected O(n + m log m), m being what is left after trimming.
    /// - Parameter idsAreUnique: skips the search for doubles, so that common ends cost one comparison per element.
    @inlinable
    public static func diff<Element: Identifiable & Equatable>(
        from old: [Element], to new: [Element], idsAreUnique: Bool = false
    ) -> ListChange<Element> {
        diff(from: old, to: new, idsAreUnique: idsAreUnique) { $0 == $1 }
    }

    /// Computes the change with an own idea of equal content.
    @inlinable
    public static func diff<Element: Identifiable>(
        from old: [Element], to new: [Element], idsAreUnique: Bool = false,
        sameContent: (Element, Element) -> Bool
    ) -> ListChange<Element> {
        var change = ListChange<Element>()
        var head = 0
        var tail = 0
        if idsAreUnique {
            let shorter = min(old.count, new.count)
            while head < shorter, old[head].id == new[head].id {
                if !sameContent(old[head], new[head]) { change.updates.append(.init(index: head, element: new[head])) }
                head += 1
            }
            while tail < shorter - head, old[old.count - 1 - tail].id == new[new.count - 1 - tail].id { tail += 1 }
        }
        let oldMiddle = head..<(old.count - tail)
        let newMiddle = head..<(new.count - tail)
        if !oldMiddle.isEmpty || !newMiddle.isEmpty {
            match(old, oldMiddle, new, newMiddle, idsAreUnique, sameContent, &change)
        }
        let shift = old.count - new.count
        for index in newMiddle.upperBound..<new.count where !sameContent(old[index + shift], new[index]) {
            change.updates.append(.init(index: index, element: new[index]))
        }
        return change
    }

    @inlinable
    static func match<Element: Identifiable>(
        _ old: [Element], _ oldRange: Range<Int>, _ new: [Element], _ newRange: Range<Int>, _ idsAreUnique: Bool,
        _ sameContent: (Element, Element) -> Bool, _ change: inout ListChange<Element>
    ) {
        var isMatched = [Bool](repeating: false, count: oldRange.count)
        var neighbours = [Int32](repeating: -1, count: newRange.count)
        if idsAreUnique { align(old, oldRange, new, newRange, &isMatched, &neighbours) }
        let open = isMatched.count { !$0 }
        var table = IDTable<Element>(capacity: open)
        for index in oldRange where !isMatched[index - oldRange.lowerBound] { table.insert(index, in: old) }
        var added = IDTable<Element>(capacity: max(16, newRange.count - oldRange.count))
        var sources: [Int32] = []
        var targets: [Int32] = []
        sources.reserveCapacity(newRange.count)
        targets.reserveCapacity(newRange.count)
        var newIndex = newRange.lowerBound
        for index in newRange {
            let neighbour = neighbours[index - newRange.lowerBound]
            if let source = neighbour >= 0 ? Int(neighbour) : table.find(new[index].id, in: old) {
                if neighbour < 0 {
                    if isMatched[source - oldRange.lowerBound] { continue }
                    isMatched[source - oldRange.lowerBound] = true
                }
                sources.append(Int32(source))
                targets.append(Int32(newIndex))
                if !sameContent(old[source], new[index]) {
                    change.updates.append(.init(index: newIndex, element: new[index]))
                }
            } else {
                guard added.insert(index, in: new) else { continue }
                change.inserts.append(.init(index: newIndex, element: new[index]))
            }
            newIndex += 1
        }
        for index in oldRange where !isMatched[index - oldRange.lowerBound] { change.deletes.append(index) }
        let stays = longestAscendingRun(sources)
        for index in sources.indices where !stays[index] {
            change.moves.append(.init(from: Int(sources[index]), to: Int(targets[index])))
        }
    }

    /// How far a mismatch is looked around, in elements of both lists together.
    @usableFromInline static let reach = 4

    /// Walks both lists side by side and matches what stands close together, without a table: where ids are unique, equal
    /// ids are a match wherever they stand, and most of a list stays where it is.
    @inlinable
    static func align<Element: Identifiable>(
        _ old: [Element], _ oldRange: Range<Int>, _ new: [Element], _ newRange: Range<Int>, _ isMatched: inout [Bool],
        _ neighbours: inout [Int32]
    ) {
        var source = oldRange.lowerBound
        var target = newRange.lowerBound
        while source < oldRange.upperBound, target < newRange.upperBound {
            if old[source].id == new[target].id {
                isMatched[source - oldRange.lowerBound] = true
                neighbours[target - newRange.lowerBound] = Int32(source)
                source += 1
                target += 1
                continue
            }
            let skip = skip(old, source..<oldRange.upperBound, new, target..<newRange.upperBound)
            source += skip.source
            target += skip.target
        }
    }

    /// How many elements of each list lie before the next match; one of each if none is near.
    @inlinable
    static func skip<Element: Identifiable>(
        _ old: [Element], _ oldRest: Range<Int>, _ new: [Element], _ newRest: Range<Int>
    ) -> (source: Int, target: Int) {
        for distance in 1...reach {
            for source in 0...distance {
                let target = distance - source
                guard source < oldRest.count, target < newRest.count else { continue }
                if old[oldRest.lowerBound + source].id == new[newRest.lowerBound + target].id {
                    return (source, target)
                }
            }
        }
        return (1, 1)
    }

    /// Marks a longest ascending subsequence of distinct numbers. O(m log m), O(m) where it is ascending already.
    @usableFromInline
    static func longestAscendingRun(_ values: [Int32]) -> [Bool] {
        var ends: [Int32] = []
        ends.reserveCapacity(values.count)
        var endValues: [Int32] = []
        endValues.reserveCapacity(values.count)
        var before = [Int32](repeating: -1, count: values.count)
        for index in values.indices {
            let value = values[index]
            if let last = endValues.last, value < last {
                var low = 0
                var high = endValues.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if endValues[middle] < value { low = middle + 1 } else { high = middle }
                }
                before[index] = low == 0 ? -1 : ends[low - 1]
                ends[low] = Int32(index)
                endValues[low] = value
            } else {
                before[index] = ends.last ?? -1
                ends.append(Int32(index))
                endValues.append(value)
            }
        }
        var stays = [Bool](repeating: false, count: values.count)
        var index = ends.last ?? -1
        while index >= 0 {
            stays[Int(index)] = true
            index = before[Int(index)]
        }
        return stays
    }
}
