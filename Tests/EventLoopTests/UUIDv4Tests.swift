import TestSupport
import Testing

@testable import EventLoop

struct UUIDv4Tests {
    @Test func hasTheFormOfVersionFour() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<200 {
            let characters = Array(UUIDv4.make(using: &random))
            #expect(characters.count == 36)
            #expect([8, 13, 18, 23].allSatisfy { characters[$0] == "-" })
            #expect(characters[14] == "4")
            #expect("89ab".contains(characters[19]))
            #expect(characters.allSatisfy { "0123456789abcdef-".contains($0) })
        }
    }

    @Test func doesNotRepeat() {
        #expect(Set((0..<1000).map { _ in UUIDv4.make() }).count == 1000)
        #expect(RandomSource.bytes(32) != RandomSource.bytes(32))
    }
}
