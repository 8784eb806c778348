import TestSupport
import Testing

@testable import MessageStore

@Suite struct RecentKeysTests {
    /// Whatever is asked and set in whatever order, it answers as a dictionary does.
    @Test func itIsADictionary() {
        var random = SeededRandom(seed: 11)
        var keys = RecentKeys<Int>()
        var model: [Int: Int64] = [:]
        for _ in 0..<5_000 {
            let id = Int.random(in: 0..<9, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                keys[id] = nil
                model[id] = nil
            case 1:
                let key = Int64.random(in: 0..<3, using: &random)
                keys[id] = key
                model[id] = key
            default: #expect(keys[id] == model[id])
            }
        }
    }
}
