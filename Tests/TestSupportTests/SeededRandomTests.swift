import TestSupport
import Testing

@Suite struct SeededRandomTests {
    @Test func theSameSeedGivesTheSameRun() {
        var a = SeededRandom(seed: 1)
        var b = SeededRandom(seed: 1)
        var c = SeededRandom(seed: 2)
        let first = (0..<10).map { _ in a.next() }
        #expect(first == (0..<10).map { _ in b.next() })
        #expect(first != (0..<10).map { _ in c.next() })
    }
}
