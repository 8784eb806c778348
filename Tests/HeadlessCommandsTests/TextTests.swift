import IMModel
import Testing

@testable import HeadlessCommands

@Suite struct TextTests {
    @Test(arguments: [
        ("bob", SessionKind.peer, "bob"), ("peer:7", .peer, "7"), ("group:a b", .group, "a b"), ("room:1", .room, "1"),
        ("customer:7/9", .customer, "7/9"), ("system", .system, ""), ("peer:a:b", .peer, "a:b"),
    ]) func addresses(_ text: String, _ kind: SessionKind, _ target: String) {
        let address = ChatAddress(text)
        #expect(address?.kind == kind)
        #expect(address?.target == target)
    }

    @Test(arguments: ["", "peer:", "nope:1", "a/b", "customer:7", "customer:a/b", "system:x"])
    func nonsenseIsNoAddress(_ text: String) { #expect(ChatAddress(text) == nil) }

    @Test(arguments: [0, 1, -1, 1_764_500_000_123, -62_200_000_000_000, 253_402_300_799_999, 300_000_000_000_000])
    func timesComeBack(_ time: Int64) {
        #expect(TimeText.parse(TimeText.iso(time), now: 0) { _ in 3600 } == time)
    }

    @Test func timesOfUsers() {
        let parse: (String) -> Int64? = { TimeText.parse($0, now: 1_000_000) { _ in 3600 } }
        #expect(parse("10s") == 990_000)
        #expect(parse("1970-01-02") == 82_800_000)
        #expect(parse("1970-01-01T01:00+01:00") == 0)
        for text in ["", "x", "2026-13-01", "2026-02-29", "2026-01-01T25:00", "10y", "-5s"] {
            #expect(parse(text) == nil)
        }
    }
}
