import MessageFlow
import TestSupport
import Testing

private struct Item: Identifiable, Equatable {
    var id: Int
    var content = 0
}

/// All sequences of distinct ids 0..<5 up to length 5 (326 of them).
private func arrangements(of ids: [Int]) -> [[Int]] {
    var all: [[Int]] = [[]]
    for id in ids {
        all += arrangements(of: ids.filter { $0 != id }).map { [id] + $0 }
    }
    return all
}

@Suite struct ListDiffTests {
    @Test func everySmallPairOfListsWithMoves() {
        let lists = arrangements(of: [0, 1, 2, 3, 4]).map { $0.map { Item(id: $0) } }
        #expect(lists.count == 326)
        var wrong = 0
        for a in lists {
            for b in lists where ListDiff.diff(from: a, to: b).apply(to: a) != b { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func everySmallPairOfListsWithoutMoves() {
        // Ascending lists: whatever they share keeps its order, so no change may hold a move.
        let lists = (0..<32).map { bits in (0..<5).filter { bits >> $0 & 1 == 1 }.map { Item(id: $0) } }
        for a in lists {
            for b in lists {
                for unique in [false, true] {
                    let change = ListDiff.diff(from: a, to: b, idsAreUnique: unique)
                    #expect(change.moves.isEmpty && change.updates.isEmpty)
                    #expect(change.apply(to: a) == b)
                }
            }
        }
    }

    @Test func everySmallPairOfListsWithUpdates() {
        let orders = arrangements(of: [0, 1, 2, 3, 4])
        var random = SeededRandom(seed: 11)
        var wrong = 0
        var updates = 0
        for a in orders {
            for b in orders {
                let bits = random.next()
                let old = a.map { Item(id: $0) }
                let new = b.map { Item(id: $0, content: Int(bits >> UInt64($0) & 1)) }
                let change = ListDiff.diff(from: old, to: new, idsAreUnique: bits >> 8 & 1 == 0)
                updates += change.updates.count
                if change.apply(to: old) != new { wrong += 1 }
                let changed = new.filter { item in a.contains(item.id) && item.content != 0 }.count
                if change.updates.count != changed { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(updates > 1000)
    }

    @Test func tenThousandRandomPairs() {
        var random = SeededRandom(seed: 7)
        for round in 0..<10_000 {
            let span = Int.random(in: 1...40, using: &random)
            let a = Array(0..<span).shuffled(using: &random).prefix(Int.random(in: 0...span, using: &random))
            var b = Array(a)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where !b.isEmpty: b.remove(at: Int.random(in: b.indices, using: &random))
                case 1: b.insert(1000 + b.count + round, at: Int.random(in: 0...b.count, using: &random))
                default: b.shuffle(using: &random)
                }
            }
            var seen = Set<Int>()
            let old = a.map { Item(id: $0) }
            let new = b.filter { seen.insert($0).inserted }.map {
                Item(id: $0, content: Int.random(in: 0...1, using: &random))
            }
            let change = ListDiff.diff(from: old, to: new, idsAreUnique: round % 2 == 0)
            guard change.apply(to: old) == new else {
                Issue.record("round \(round): \(old) to \(new)")
                return
            }
        }
    }

    @Test func doublesFollowTheRule() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<5000 {
            let a = (0..<Int.random(in: 0...6, using: &random)).map {
                Item(id: Int.random(in: 0...4, using: &random), content: $0)
            }
            let b = (0..<Int.random(in: 0...6, using: &random)).map {
                Item(id: Int.random(in: 0...4, using: &random), content: $0)
            }
            var seen = Set<Int>()
            let firsts = b.filter { seen.insert($0.id).inserted }
            #expect(ListDiff.diff(from: a, to: b).apply(to: a) == firsts)
        }
    }

    @Test func oneRowThatMovesIsOneMove() {
        let old = (0..<100).map { Item(id: $0) }
        var new = old
        new.append(new.remove(at: 3))
        let change = ListDiff.diff(from: old, to: new)
        #expect(change.moves == [.init(from: 3, to: 99)])
        #expect(change.deletes.isEmpty && change.inserts.isEmpty)
    }

    @Test func commonEndsAreNotHashed() {
        var hashed = 0
        let old = (0..<1000).map { CountedItem(id: .init(value: $0) { hashed += 1 }) }
        let new = old + [CountedItem(id: .init(value: 5000) { hashed += 1 })]
        let change = ListDiff.diff(from: old, to: new, idsAreUnique: true) { _, _ in true }
        #expect(change.inserts.count == 1)
        #expect(hashed <= 4)
    }
}

private struct CountedItem: Identifiable {
    struct ID: Hashable {
        var value: Int
        var onHash: () -> Void
        static func == (a: ID, b: ID) -> Bool { a.value == b.value }
        func hash(into hasher: inout Hasher) {
            onHash()
            hasher.combine(value)
        }
    }
    var id: ID
}
