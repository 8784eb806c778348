import IMModel
import IMWire
import MessageStore
import Testing

@testable import HeadlessCommands

/// Lines that are taken in, and what is said of those that are not.
@Suite struct ImportTests {
    private static let good =
        #"{"address":"peer:2","sender":{"id":"2"},"time":"2026-11-30T11:47:10.250Z","type":"text","state":"incoming","content":"hi","ids":{"origin":"X"}}"#

    private static let otherKind = "no JSON object, or one with a value of another kind than an export has"

    private static let bad: [(String, String)] = [
        ("nonsense", "no JSON object"), ("[1]", "no JSON object"), ("{\"address\":", "no JSON object"),
        ("{}", #""address" is missing"#),
        (good.replacing("peer:2", with: "peer:bob"), #""address" is no address with a number: peer:bob"#),
        (good.replacing("peer:2", with: "nobody"), #""address" is no address with a number: nobody"#),
        (good.replacing(#""sender":{"id":"2"},"#, with: ""), #""sender" is missing"#),
        (good.replacing(#""time""#, with: #""when""#), #""time" is missing"#),
        (good.replacing("2026-11-30T11:47:10.250Z", with: "yesterday"), #""time" is no ISO 8601 time"#),
        (good.replacing("2026-11-30T11:47:10.250Z", with: "1969-12-31T23:59:59.999Z"), #""time" is before 1970"#),
        (good.replacing("hi", with: String(repeating: "x", count: 4 << 20)), "longer than 4 MiB"),
        (good.replacing(#""state""#, with: #""status""#), #""state" is missing"#),
        (good.replacing("incoming", with: "received"), #"unknown "state": received"#),
        (good.replacing("incoming", with: "\\u001b[31m"), #"unknown "state": "# + "\u{1B}[31m"),
        (good.replacing(#""type""#, with: #""kind""#), #""type" is missing"#),
        (good.replacing(#""content":"hi","#, with: ""), #""content" is missing"#),
        (good.replacing(#""content":"hi""#, with: #""content":1"#), Self.otherKind),
        (good.replacing(#""type":"text""#, with: #""type":1"#), Self.otherKind),
    ]

    @Test(arguments: bad) func aLineSaysWhyItStaysOut(_ line: String, _ reason: String) {
        #expect(throws: ImportFault(reason)) { try ImportedLine(Array(line.utf8)) }
    }

    @Test func theFirstBadLinesAreToldAndTheOthersCounted() throws {
        let store = try MessageStore.openInline(account: "a", codec: RoundTripTests.codec)
        let command = ImportCommand(store: store, codec: RoundTripTests.codec)
        for number in 0..<30 {
            try command.line(Array(Self.good.replacing("X", with: "\(number)").utf8))
            try command.line(Array("{}".utf8))
        }
        let summary = try command.finish()
        #expect(summary.added == 30 && summary.bad == 30)
        #expect(summary.badLines.map(\.number) == (1...20).map { $0 * 2 })
        #expect(
            summary.complaint == ["30 lines are no messages of imchat export and stayed out:"]
                + (1...20).map { "line \($0 * 2): \"address\" is missing" } + ["and 10 more"])
    }

    @Test func howFarItIsIsToldWhileItRuns() throws {
        let store = try MessageStore.openInline(account: "a", codec: RoundTripTests.codec)
        var told: [Int] = []
        let command = ImportCommand(store: store, codec: RoundTripTests.codec) { told.append($0) }
        for number in 0..<5_000 { try command.line(Array(Self.good.replacing("X", with: "\(number)").utf8)) }
        _ = try command.finish()
        #expect(told == [2_000, 4_000])
    }
}
