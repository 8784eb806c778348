import Cells
import IMModel
import MessageFlow

/// The message list: layouts, differences, scrolling, memory.
enum ListSection: Section {
    static let name = "list"
    static let title = "The message list"

    static func measure(_ bench: Bench) throws {
        append(bench)
        difference(bench)
        try scroll(bench)
        resize(bench)
        frames(bench)
        memory(bench)
    }

    /// New messages at the tail: only what comes onto the screen is laid out.
    private static func append(_ bench: Bench) {
        let stage = ListStage(count: 10_000)
        stage.drawCounting()
        let before = (stage.flow.counters.layoutsComputed, stage.appeared)
        for number in 10_001...11_000 {
            stage.flow.messagesInserted([stage.provider.message(number)])
            stage.drawCounting()
        }
        let laidOut = stage.flow.counters.layoutsComputed - before.0
        bench.report.add(
            "rows laid out per row that came onto the screen, appending",
            Double(laidOut) / Double(stage.appeared - before.1), "rows")
        stage.flow.scroll(lines: -500)
        stage.draw()
        let away = stage.flow.counters.layoutsComputed
        stage.flow.messagesInserted((11_001...13_000).map(stage.provider.message))
        stage.draw()
        bench.report.add(
            "rows laid out when 2,000 messages come in below the view", stage.flow.counters.layoutsComputed - away,
            "rows")
    }

    private struct Item: Identifiable, Equatable {
        let id: MessageID
        let version: Int
    }

    /// 100,000 rows of which 10,000 go, 10,000 come and 2,000 move.
    private static func difference(_ bench: Bench) {
        let old = (0..<100_000).map { Item(id: MessageID(String($0)), version: 0) }
        var dice = Dice(seed: 5)
        var new = old
        for _ in 0..<2_000 {
            let item = new.remove(at: Int(dice.next() % UInt64(new.count)))
            new.insert(item, at: Int(dice.next() % UInt64(new.count)))
        }
        var gone = Set<Int>()
        while gone.count < 10_000 { gone.insert(Int(dice.next() % 100_000)) }
        new = new.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
        for number in 0..<10_000 {
            new.insert(
                Item(id: MessageID(String(100_000 + number)), version: 0), at: Int(dice.next() % UInt64(new.count)))
        }
        var moves = 0
        let cpu = Meter.leastCPU(of: bench.count(short: 5, full: 15)) {
            moves = ListDiff.diff(from: old, to: new, idsAreUnique: true).moves.count
        }
        bench.report.add("difference of 100,000 rows: CPU", cpu / 1_000, "ms")
        bench.report.add("… moves that it found for 2,000", moves, "moves")
    }

    /// Through 10,000 rows to the top, back to the tail, and again.
    private static func scroll(_ bench: Bench) throws {
        let kept = scrolling(10_000, hasSnapshots: true)
        let fresh = scrolling(10_000, hasSnapshots: false)
        guard kept.rows >= 10_000 else { throw BenchError("only \(kept.rows) rows were scrolled through") }
        bench.report.add("snapshots found on the second way through 10,000 rows", kept.hitRate * 100, "%")
        bench.report.add("scrolling: CPU with snapshots against without", kept.cpu / fresh.cpu * 100, "%")
        bench.report.add("scrolling by a page: CPU", kept.cpu / Double(kept.pages), "µs")
    }

    private static func scrolling(
        _ count: Int, hasSnapshots: Bool
    ) -> (hitRate: Double, cpu: Double, pages: Int, rows: Int) {
        let stage = ListStage(count: count) { configuration in
            configuration.windowLimit = count
            configuration.snapshotLimit = count
            if !hasSnapshots { configuration.snapshotComponents = [] }
        }
        way(stage, up: true)
        way(stage, up: false)
        let before = stage.composer.counters
        var pages = 0
        let cpu = Meter.leastCPU(of: 3) {
            pages = way(stage, up: true)
            pages += way(stage, up: false)
        }
        let after = stage.composer.counters
        let (hits, misses) = (after.hits - before.hits, after.misses - before.misses)
        return (Double(hits) / Double(max(1, hits + misses)), cpu, pages, stage.flow.windowCount)
    }

    @discardableResult
    private static func way(_ stage: ListStage, up: Bool) -> Int {
        var pages = 0
        var last: MessageID?
        while true {
            stage.flow.scrollPages(up ? -1 : 1)
            stage.draw()
            pages += 1
            let extent = stage.flow.scrollExtent
            let end = stage.flow.visibleMessageIDs.first
            if up ? extent.above == 0 && stage.flow.reachesBeginning : extent.below == 0 { return pages }
            if end == last, pages > 10_000 { return pages }
            last = end
        }
    }

    /// Another width: what is seen and one screenful ahead is laid out, nothing else.
    private static func resize(_ bench: Bench) {
        let stage = ListStage(count: 10_000)
        stage.flow.scrollPages(-20)
        for _ in 0..<3 { stage.draw() }
        let before = stage.flow.counters.layoutsComputed
        stage.resize(to: Size(width: 71, height: 40))
        for _ in 0..<3 { stage.draw() }
        let rows = stage.flow.visibleMessageIDs.count
        bench.report.add(
            "rows laid out by a resize, per row on the screen",
            Double(stage.flow.counters.layoutsComputed - before) / Double(max(1, rows)), "rows")
    }

    private static func frames(_ bench: Bench) {
        let stage = ListStage(count: 10_000)
        let rounds = bench.count(short: 5, full: 10)
        let cpu = Meter.leastCPU(of: rounds) { for _ in 0..<100 { stage.draw() } }
        bench.report.add("drawing of a list of 120 × 40 cells: CPU", cpu / 100, "µs")
    }

    /// A long session from its end to its beginning.
    private static func memory(_ bench: Bench) {
        let count = bench.count(short: 30_000, full: 1_000_000)
        let stage = ListStage(count: count)
        func seek(_ limit: Int) {
            while stage.provider.served < limit, !stage.flow.reachesBeginning {
                stage.flow.scroll(lines: -2_000)
                stage.draw()
            }
        }
        seek(min(count / 2, 20_000))
        let before = Meter.residentBytes
        seek(count)
        bench.report.add("rows that the window held at most", stage.largestWindow, "rows")
        bench.report.add(
            "memory that a long session takes beyond its first pages",
            (Meter.residentBytes - before) / 1_048_576, "MB")
        bench.report.add("layouts kept at most", stage.composer.snapshotCount, "rows")
    }
}
