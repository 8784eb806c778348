import Cells
import EventLoop
import IMModel
import IMService
import MessageStore
import Testing

@testable import HeadlessCommands

/// Exports come back as they were, and no line of them can act on a terminal.
@Suite struct RoundTripTests {
    static let codec = StoreCodec(decode: { RawContent($0.rawContent).details.content })
    private let session = SessionID(account: "a", kind: .peer, target: "2")

    private static let contents = [
        #"{"text":"plain","uuid":"00000000-0000-4000-8000-000000000001"}"#, "no JSON at all \u{1B}[31m",
        "{\"text\":\"bidi \u{202E} C1 \u{9B} DEL \u{7F}\"}", "{ \"text\" :\n \"broken\\nover lines\" }", "{\"text\":",
        "[1]",
        "", #"{"text":"twice","text":"keys","n":1.0e400}"#, "{\"text\":\"nul \\u0000 \u{0}\"}", #"{"a":01}"#,
        #"{"text":"\ud83d lone","b":[{"content":"x","raw":"y"}]}"#, "[31mt\u{7F}", "\n{} ",
        String(repeating: #"{"a":"#, count: 127) + "{}" + String(repeating: "}", count: 127),
        String(repeating: #"{"a":"#, count: 126) + "{}" + String(repeating: "}", count: 126),
    ]

    private func filled() throws -> MessageStore {
        let store = try MessageStore.openInline(account: "a", codec: Self.codec)
        for (index, raw) in Self.contents.enumerated() {
            let message = Message(
                id: store.nextLocalID(), session: session, originID: index == 1 ? nil : "origin-\(index)",
                sender: Contact(id: ContactID("2"), name: "evil\u{1B}]0;x\u{7}"), isOutgoing: index == 3,
                timestamp: 1_764_500_000_123 + Int64(index), content: RawContent(raw).details.content, rawContent: raw,
                state: index == 3 ? .failed(.tooLarge(size: 5, limit: 4)) : .incoming, tags: index == 4 ? ["👍"] : [])
            store.insert(ReceivedBatch(items: [.message(message, isHistory: true)])) { _ in }
        }
        store.drain()
        return store
    }

    private func export(_ store: MessageStore, _ format: ExportCommand.Format = .jsonl) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let output = LineOutput { bytes += $0 }
        try ExportCommand.run(
            StoreReader(store: store), address: "peer:2", format: format, output: output,
            localTime: LocalTime.utc(milliseconds:))
        return bytes
    }

    @Test func anExportTakenIntoAnEmptyStoreIsTheSameExport() throws {
        let first = try export(filled())
        let empty = try MessageStore.openInline(account: "a", codec: Self.codec)
        let command = ImportCommand(store: empty, codec: Self.codec)
        for line in first.split(separator: 0x0A) { try command.line(Array(line)) }
        #expect(try command.finish().added == Self.contents.count)
        let second = try export(empty)
        #expect(String(decoding: second, as: UTF8.self) == String(decoding: first, as: UTF8.self))
        let again = ImportCommand(store: empty, codec: Self.codec)
        for line in first.split(separator: 0x0A) { try again.line(Array(line)) }
        #expect(try again.finish().known == Self.contents.count)
    }

    @Test(arguments: ExportCommand.Format.allCases) func noLineActsOnATerminal(_ format: ExportCommand.Format) throws {
        for scalar in String(decoding: try export(filled(), format), as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            #expect(!isControl && !(0x202A...0x202E).contains(scalar.value), "\(scalar.value)")
        }
    }

    @Test func anObjectStandsInItsLineVerbatim() throws {
        let message = Message(
            id: MessageID("7"), session: session, sender: Contact(id: ContactID("2"), name: "b\u{7F}"),
            timestamp: 1_764_500_000_123, content: .text(TextContent("x")), rawContent: #"{ "text":"x/y", "n":1.50 }"#)
        let line = MessageLine.json(message, .init(isComplete: true)).string
        #expect(line.hasSuffix(#","content":{ "text":"x/y", "n":1.50 }}"#))
        #expect(!line.contains(#""raw":"#), "nothing was touched")
    }

    @Test(arguments: ["\"content\":1", "\"content\":null", "\"content\":[]", "\"x\":1"])
    func aLineWithoutAContentIsRefused(_ member: String) {
        let head = #"{"address":"peer:2","sender":{"id":"2"},"time":"2026-11-30T11:47:10.250Z","type":"text","#
        #expect(ImportedLine(Array((head + #""state":"sent","# + member + "}").utf8)) == nil)
        #expect(ImportedLine(Array((head + #""state":"sent","content":{"a" : 1}}"#).utf8))?.rawContent == #"{"a" : 1}"#)
    }

    @Test func nonsenseIsRefusedWithItsLine() throws {
        let command = ImportCommand(
            store: try MessageStore.openInline(account: "a", codec: Self.codec), codec: Self.codec)
        #expect(throws: HeadlessFailure.self) { try command.line(Array("{}".utf8)) }
    }
}
