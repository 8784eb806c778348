import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

private struct Row: Identifiable, Equatable {
    var id: MessageID
}

/// Rows with known heights and a place, the plain way: sums over arrays.
private struct NaiveList {
    var rows: [(id: MessageID, height: Int)] = []
    var viewHeight = 0
    /// Content row at the top of the view; `nil` while it follows the tail.
    var top: Int?

    var total: Int { rows.reduce(0) { $0 + $1.height } }
    func above(_ id: MessageID) -> Int {
        rows.prefix { $0.id != id }.reduce(0) { $0 + $1.height }
    }
    var resolvedTop: Int { top ?? total - viewHeight }

    mutating func clamp() {
        guard let now = top else { return }
        if now >= total - viewHeight { top = nil } else if now < 0 { top = 0 }
        if total <= viewHeight { top = nil }
    }

    var visible: [FlowLayout.PlacedRow] {
        var y = -resolvedTop
        var out: [FlowLayout.PlacedRow] = []
        for row in rows {
            if y < viewHeight, y + row.height > 0 { out.append(.init(id: row.id, y: y, height: row.height)) }
            y += row.height
        }
        return out
    }
}

@Suite struct FlowLayoutTests {
    private func layout(_ heights: [Int], view: Int) -> (FlowLayout, [MessageID: Int]) {
        var layout = FlowLayout()
        layout.resize(to: Size(width: 10, height: view))
        var change = ListChange<Row>()
        change.inserts = heights.indices.map { .init(index: $0, element: Row(id: id($0))) }
        layout.apply(change)
        return (layout, Dictionary(uniqueKeysWithValues: heights.indices.map { (id($0), heights[$0]) }))
    }

    @Test func agreesWithANaiveListUnderRandomOperations() {
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var layout = FlowLayout()
            var naive = NaiveList()
            var heights: [MessageID: Int] = [:]
            var next = 0
            naive.viewHeight = Int.random(in: 1...12, using: &random)
            layout.resize(to: Size(width: 10, height: naive.viewHeight))
            for step in 0..<150 {
                let anchor = naive.visible.first
                switch Int.random(in: 0..<8, using: &random) {
                case 0..<3:
                    let index = [0, naive.rows.count, Int.random(in: 0...naive.rows.count, using: &random)]
                        .randomElement(using: &random)!
                    let count = Int.random(in: 1...4, using: &random)
                    let fresh = (0..<count).map { (id: id(next + $0), height: Int.random(in: 1...7, using: &random)) }
                    next += count
                    for row in fresh { heights[row.id] = row.height }
                    naive.rows.insert(contentsOf: fresh, at: index)
                    var change = ListChange<Row>()
                    change.inserts = fresh.indices.map { .init(index: index + $0, element: Row(id: fresh[$0].id)) }
                    layout.apply(change)
                case 3 where !naive.rows.isEmpty:
                    // Any row but the one that holds the place; that case has tests of its own.
                    let index = Int.random(in: naive.rows.indices, using: &random)
                    guard naive.rows[index].id != anchor?.id else { continue }
                    naive.rows.remove(at: index)
                    var change = ListChange<Row>()
                    change.deletes = [index]
                    layout.apply(change)
                case 4 where !naive.rows.isEmpty:
                    let index = Int.random(in: naive.rows.indices, using: &random)
                    guard naive.rows[index].id != anchor?.id else { continue }
                    naive.rows[index].height = Int.random(in: 1...7, using: &random)
                    heights[naive.rows[index].id] = naive.rows[index].height
                    var change = ListChange<Row>()
                    change.updates = [.init(index: index, element: Row(id: naive.rows[index].id))]
                    layout.apply(change)
                case 5:
                    naive.viewHeight = Int.random(in: 1...12, using: &random)
                    layout.resize(to: Size(width: 10, height: naive.viewHeight))
                default:
                    let lines = Int.random(in: -9...9, using: &random)
                    let placed = layout.scroll(lines: lines) { heights[$0]! }
                    if naive.top != nil || lines < 0 { naive.top = naive.resolvedTop + lines }
                    naive.clamp()
                    #expect(placed == naive.visible, "seed \(seed) step \(step)")
                    continue
                }
                if naive.top != nil, let anchor {
                    naive.top = naive.rows.contains { $0.id == anchor.id } ? naive.above(anchor.id) - anchor.y : 0
                }
                naive.clamp()
                let placed = layout.settle { heights[$0]! }
                guard placed == naive.visible else {
                    Issue.record("seed \(seed) step \(step): \(placed) is not \(naive.visible)")
                    break
                }
                #expect(layout.count == naive.rows.count)
            }
        }
    }

    @Test func rowsInContentAreThoseOfTheSums() {
        var random = SeededRandom(seed: 9)
        var (layout, heights) = layout((0..<200).map { _ in Int.random(in: 1...5, using: &random) }, view: 2000)
        _ = layout.settle { heights[$0]! }
        for _ in 0..<300 {
            let low = Int.random(in: -5...700, using: &random)
            let high = low + Int.random(in: 0...30, using: &random)
            var y = 0
            var expected: [MessageID] = []
            for row in 0..<200 {
                let height = heights[id(row)]!
                if y < high, y + height > low { expected.append(id(row)) }
                y += height
            }
            #expect(layout.rows(inContent: low..<high) == (low == high ? [] : expected) || low == high)
        }
        heights = [:]
    }

    @Test func measuresOnlyWhatIsSeen() {
        var (layout, heights) = layout(Array(repeating: 2, count: 10_000), view: 20)
        var measured = 0
        let measure: FlowLayout.Measure = { id in
            measured += 1
            return heights[id]!
        }
        _ = layout.settle(measure)
        #expect(measured == 10)
        _ = layout.scroll(lines: -40, measure)
        #expect(measured == 30)
        _ = layout.scroll(lines: -10_000, measure)
        #expect(measured <= 72)
        _ = layout.scroll(lines: .min, measure)
        #expect(layout.settle(measure).first == .init(id: id(0), y: 0, height: 2))
        heights = [:]
    }

    @Test func wrongEstimatesAboveDoNotMoveThePlace() {
        var (layout, heights) = layout((0..<100).map { $0 % 7 + 1 }, view: 10)
        let measure: FlowLayout.Measure = { heights[$0]! }
        layout.stand(at: .row(id(50), y: -1))
        let before = layout.settle(measure)
        #expect(before.first == .init(id: id(50), y: -1, height: 2))
        for row in 0..<50 { _ = layout.reveal(id(row), measure) }
        layout.stand(at: .row(id(50), y: -1))
        #expect(layout.settle(measure) == before)
        heights = [:]
    }

    @Test func aTallMessageScrollsByLine() {
        var (layout, heights) = layout([1, 30, 1], view: 5)
        let measure: FlowLayout.Measure = { heights[$0]! }
        var tops: [Int] = []
        for _ in 0..<31 { tops.append(layout.scroll(lines: -1, measure).first!.y) }
        #expect(tops.prefix(4) == [-25, -24, -23, -22])
        #expect(layout.settle(measure).first?.id == id(0))
        heights = [:]
    }

    @Test func theNextRowTakesThePlaceOfOneThatGoes() {
        var (layout, heights) = layout(Array(repeating: 3, count: 20), view: 9)
        let measure: FlowLayout.Measure = { heights[$0]! }
        layout.stand(at: .row(id(5), y: -1))
        let before = layout.settle(measure)
        #expect(before.map(\.y) == [-1, 2, 5, 8])
        var change = ListChange<Row>()
        change.deletes = [4, 5, 6]
        layout.apply(change)
        let after = layout.settle(measure)
        // Row 7 stays where it was; what is above fills in.
        #expect(after.first { $0.id == id(7) }?.y == 5)
        #expect(after.map(\.id) == [2, 3, 7, 8].map(id))
        change = ListChange()
        change.deletes = Array(3..<17)
        layout.apply(change)
        #expect(layout.settle(measure).map(\.id) == [0, 1, 2].map(id))
        #expect(layout.place == .tail)
        heights = [:]
    }

    @Test func anotherWidthKeepsTheProportionInsideATallRow() {
        var (layout, heights) = layout([4, 40, 4], view: 10)
        layout.stand(at: .row(id(1), y: -20))
        _ = layout.settle { heights[$0]! }
        heights[id(1)] = 80
        layout.resize(to: Size(width: 5, height: 10))
        #expect(layout.settle { heights[$0]! }.first == .init(id: id(1), y: -40, height: 80))
        heights[id(1)] = 40
        layout.resize(to: Size(width: 10, height: 10))
        #expect(layout.settle { heights[$0]! }.first == .init(id: id(1), y: -20, height: 40))
    }

    /// Each width rounds the place in a row; what is read must not creep away under a storm of them.
    @Test func manyWidthsLeadBackToWhereTheyBegan() {
        var (layout, heights) = layout([4, 41, 4], view: 10)
        layout.stand(at: .row(id(1), y: -23))
        _ = layout.settle { heights[$0]! }
        for width in [9, 3, 7, 2, 8, 1, 5, 4, 6, 9, 1, 2, 3] {
            heights[id(1)] = 410 / width
            layout.resize(to: Size(width: width, height: 10))
            _ = layout.settle { heights[$0]! }
        }
        heights[id(1)] = 41
        layout.resize(to: Size(width: 10, height: 10))
        #expect(layout.settle { heights[$0]! }.first == .init(id: id(1), y: -23, height: 41))
        // Once the reader has moved the new place counts.
        layout.stand(at: .row(id(1), y: -10))
        heights[id(1)] = 82
        layout.resize(to: Size(width: 5, height: 10))
        #expect(layout.settle { heights[$0]! }.first == .init(id: id(1), y: -20, height: 82))
    }

    @Test func theEndOfAPieceIsNotTheTail() {
        var (layout, heights) = layout(Array(repeating: 1, count: 30), view: 10)
        let measure: FlowLayout.Measure = { heights[$0] ?? 1 }
        layout.followsTail = false
        _ = layout.scroll(lines: 1000, measure)
        var change = ListChange<Row>()
        change.inserts = (30..<60).map { .init(index: $0, element: Row(id: id($0))) }
        layout.apply(change)
        #expect(layout.settle(measure).last?.id == id(29))
        heights = [:]
    }

    @Test func revealsWithLittleMovement() {
        var (layout, heights) = layout([2, 2, 2, 30, 2, 2, 2, 2], view: 6)
        let measure: FlowLayout.Measure = { heights[$0]! }
        layout.stand(at: .row(id(0), y: 0))
        _ = layout.settle(measure)
        #expect(layout.reveal(id(1), measure).first?.y == 0)
        #expect(layout.reveal(id(3), measure).first == .init(id: id(3), y: 0, height: 30))
        #expect(layout.reveal(id(5), measure).last == .init(id: id(5), y: 4, height: 2))
        #expect(layout.reveal(id(3), measure).first == .init(id: id(3), y: -24, height: 30))
        #expect(layout.reveal(id(0), measure).first == .init(id: id(0), y: 0, height: 2))
        heights = [:]
    }

    @Test func nonsenseHeightsAreAtLeastOne() {
        var (layout, _) = layout([1, 1, 1], view: 2)
        #expect(layout.settle { _ in -5 }.map(\.height) == [1, 1])
        var empty = FlowLayout()
        #expect(empty.settle { _ in 1 }.isEmpty)
        empty.resize(to: Size(width: 0, height: 0))
        #expect(empty.scroll(lines: 5) { _ in 1 }.isEmpty)
    }
}
