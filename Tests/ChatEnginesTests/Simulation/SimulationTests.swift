import Glibc
import TestSupport
import Testing

@Suite struct SimulationTests {
    /// 1-20, or those of `IMCHAT_SEEDS` (`7` or `1-500`).
    static let seeds: [UInt64] = {
        let text = getenv("IMCHAT_SEEDS").map { String(cString: $0) } ?? ""
        let ends = text.split(separator: "-").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return Array(1...20) }
        return Array(first...last)
    }()

    @Test func aSeedReplaysExactly() throws {
        let runs = try (0..<2).map { _ in
            let simulation = try Simulation(seed: 7)
            _ = try simulation.run()
            return simulation.log
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 50)
    }

    @Test(arguments: seeds) func everybodyHasEveryMessageOnceInOrder(seed: UInt64) throws {
        let simulation = try Simulation(seed: seed)
        let faults = try simulation.run()
        guard !faults.isEmpty else { return }
        let story = Self.seeds.count == 1 ? "\n" + simulation.log.joined(separator: "\n") : ""
        Issue.record(
            "seed \(seed): replay with `make simulate SEEDS=\(seed)`\n\(faults.joined(separator: "\n"))\(story)")
    }
}
