import Cells
import IMModel

/// What a message and a key cost, from the wire to the cells.
enum PathSection: Section {
    static let name = "path"
    static let title = "A message from the wire to store and screen, a key from the terminal to the screen"

    static func measure(_ bench: Bench) throws {
        let short = bench.workplace.file("short.sqlite")
        let long = bench.workplace.file("long.sqlite")
        let length = bench.count(short: 50_000, full: 100_000)
        _ = try StoreFiles.fill(short, count: 1_000)
        _ = try StoreFiles.fill(long, count: length)
        let few = try run(short, bench)
        let many = try run(long, bench)
        let report = bench.report
        report.add("message received, stored, drawn: CPU", few.message, "µs")
        report.add("… with a long history against 1,000", many.message / few.message, "×")
        report.add("… for a session not on the screen: CPU", few.otherMessage, "µs")
        report.add("… with a long history against 1,000, not on the screen", many.otherMessage / few.otherMessage, "×")
        report.add("cells drawn per message", many.cells, "cells")
        report.add("cells drawn per message, not on the screen", many.otherCells, "cells")
        report.add("rows laid out per message", many.layouts, "rows")
        report.add("rows laid out per message, not on the screen", many.otherLayouts, "rows")
        report.add("message in a flood, from wire to store: CPU", many.flood, "µs")
        report.add("rows laid out in a flood of 2,000", many.floodLayouts, "rows")
        report.add("key typed and drawn: CPU", few.key, "µs")
        report.add("… with a long history against 1,000, per key", many.key / few.key, "×")
        report.add("cells drawn per key", many.keyCells, "cells")
        report.add("rows laid out per 10,000 keys", many.keyLayouts, "rows")
    }

    private struct Costs {
        var message = 0.0
        var otherMessage = 0.0
        var cells = 0.0
        var otherCells = 0.0
        var layouts = 0.0
        var otherLayouts = 0.0
        var flood = 0.0
        var floodLayouts = 0.0
        var key = 0.0
        var keyCells = 0.0
        var keyLayouts = 0.0
    }

    private static func run(_ path: String, _ bench: Bench) throws -> Costs {
        let stage = try EngineStage(storePath: path)
        defer { stage.stop() }
        var costs = Costs()
        for _ in 0..<50 { stage.push(from: 2) }
        (costs.message, costs.cells, costs.layouts) = try pushes(stage, from: 2, bench)
        for _ in 0..<50 { stage.push(from: 3) }
        (costs.otherMessage, costs.otherCells, costs.otherLayouts) = try pushes(stage, from: 3, bench)
        let received = stage.received
        let laidOut = stage.layouts
        costs.flood = Meter.cpu { stage.flood(2_000, from: 2) } / 2_000
        costs.floodLayouts = Double(stage.layouts - laidOut)
        guard stage.received - received == 2_000 else {
            throw BenchError("\(stage.received - received) messages of the flood came in")
        }
        keys(stage, bench, &costs)
        return costs
    }

    /// The cost of one message: the cheapest of several rounds for the time, all of them for the counts.
    private static func pushes(
        _ stage: EngineStage, from sender: Int64, _ bench: Bench
    ) throws -> (cpu: Double, cells: Double, layouts: Double) {
        let (rounds, messages) = (bench.count(short: 4, full: 8), 200)
        let before = (stage.cellsDrawn, stage.layouts)
        let received = stage.received
        let cpu = Meter.leastCPU(of: rounds) { for _ in 0..<messages { stage.push(from: sender) } }
        let all = Double(rounds * messages)
        guard stage.received - received == rounds * messages else {
            throw BenchError("\(stage.received - received) of \(rounds * messages) messages came in")
        }
        return (
            cpu / Double(messages), Double(stage.cellsDrawn - before.0) / all,
            Double(stage.layouts - before.1) / all
        )
    }

    private static func keys(_ stage: EngineStage, _ bench: Bench, _ costs: inout Costs) {
        let text = Array("now it is said, 现在说了 and done ")
        let before = (stage.cellsDrawn, stage.layouts)
        let rounds = bench.count(short: 2, full: 10)
        costs.key =
            Meter.leastCPU(of: rounds) {
                for index in 0..<1_000 {
                    // Twenty lines at most, as people write.
                    if index.isMultiple(of: 400) {
                        stage.press(KeyPress(.character("u"), .control))
                    } else {
                        stage.press(KeyPress(.character(text[index % text.count])))
                    }
                }
            } / 1_000
        costs.keyCells = Double(stage.cellsDrawn - before.0) / Double(rounds * 1_000)
        costs.keyLayouts = Double((stage.layouts - before.1) * 10 / rounds)
    }
}
