import Cells
import EventLoop
import Glibc
import IMModel
import IMService
import MessageStore
import TestSupport
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

    @Test func aLineTooLongIsCutAndTheNextOneIsWhole() throws {
        let folder = TemporaryFolder()
        let path = folder.file("lines")
        let long = [UInt8](repeating: 0x7B, count: (4 << 20) + 100_000)
        try Files.writeAtomically(path, Array("a\n".utf8) + long + Array("\nb\n".utf8) + long)
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var lines: [[UInt8]] = []
        try LineReader.forEach(descriptor) { lines.append($0) }
        #expect(lines.map(\.count) == [1, 4 << 20, 1, 4 << 20])
        #expect(lines[2] == [0x62])
    }

    @Test func anExportTakenIntoAnEmptyStoreIsTheSameExport() throws {
        let first = try export(filled())
        let empty = try MessageStore.openInline(account: "a", codec: Self.codec)
        let command = ImportCommand(store: empty, codec: Self.codec)
        for line in first.split(separator: 0x0A) { try command.line(Array(line)) }
        #expect(try command.finish().added == Self.contents.count)
        let second = try export(empty)
        #expect(Self.withoutLocalIDs(second) == Self.withoutLocalIDs(first))
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
    func aLineWithoutAContentIsRefused(_ member: String) throws {
        let head = #"{"address":"peer:2","sender":{"id":"2"},"time":"2026-11-30T11:47:10.250Z","type":"text","#
        #expect(throws: ImportFault.self) {
            try ImportedLine(Array((head + #""state":"sent","# + member + "}").utf8))
        }
        #expect(
            try ImportedLine(Array((head + #""state":"sent","content":{"a" : 1}}"#).utf8)).rawContent == #"{"a" : 1}"#)
    }

    /// The lines without the ids that every store makes for itself.
    private static func withoutLocalIDs(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            // The member is a string of digits and a sign.
            let parts = line.split(separator: ",").map(String.init)
            return parts.map { part in
                guard part.contains("\"local\":") else { return part }
                return part.filter { !$0.isNumber && $0 != "-" }
            }.joined(separator: ",")
        }
    }

    /// Every state and kind of session, with all that belongs to a message: out, in, out again.
    @Test func nothingIsLostOnTheWay() throws {
        let states: [DeliveryState] = [
            .incoming, .sent, .delivered, .read, .failed(.notMember), .failed(.refused("no \u{1B}[31m")), .waiting,
        ]
        for (kind, target) in [(SessionKind.peer, "2"), (.group, "7"), (.room, "9"), (.customer, "7/8"), (.system, "")]
        {
            let session = SessionID(account: "a", kind: kind, target: target)
            let store = try MessageStore.openInline(account: "a", codec: Self.codec)
            for (index, state) in states.enumerated() {
                let isOwn = state != .incoming
                let raw = index == 2 ? "" : #"{"text":"hello @you","uuid":"u\#(index)"}"#
                let message = Message(
                    id: store.nextLocalID(), session: session, originID: index == 3 ? nil : "u\(index)",
                    serverID: index == 1 ? "s1" : nil, sender: Contact(id: ContactID(isOwn ? "1" : "2"), name: "n"),
                    isOutgoing: isOwn, timestamp: 1_764_500_000_000 + Int64(index),
                    content: index == 2 ? .revoked : RawContent(raw).details.content, rawContent: raw,
                    replyTo: index == 4 ? "u0" : nil, state: state, version: index, anchor: index == 5 ? "an" : nil,
                    readerCount: index == 3 ? 2 : 0, tags: index == 0 ? ["👍", "✓"] : [], mentionsMe: index == 0)
                store.insert(ReceivedBatch(items: [.message(message, isHistory: true)])) { _ in }
                if index == 1 { store.save(message.id, at: 1_764_500_009_000) { _ in } }
            }
            store.drain()
            let address = kind == .system ? "system" : "\(kind.rawValue):\(target)"
            func export(_ store: MessageStore) throws -> [UInt8] {
                var bytes: [UInt8] = []
                try ExportCommand.run(
                    StoreReader(store: store), address: address, format: .jsonl, output: LineOutput { bytes += $0 })
                return bytes
            }
            let first = try export(store)
            let empty = try MessageStore.openInline(account: "a", codec: Self.codec)
            for _ in 0..<2 {
                let command = ImportCommand(store: empty, codec: Self.codec)
                for line in first.split(separator: 0x0A) { try command.line(Array(line)) }
                _ = try command.finish()
            }
            let second = try export(empty)
            // What was on its way is given up by an import.
            let wanted = Self.withoutLocalIDs(first).map {
                $0.replacing(#""state":"waiting""#, with: #""state":"failed","failure":"cancelled""#)
            }
            let (found, expected) = (Self.withoutLocalIDs(second).map(Self.sorted), wanted.map(Self.sorted))
            #expect(found.count == expected.count)
            for (one, other) in zip(found, expected) {
                #expect(one == other, "\(kind): \(Set(one).symmetricDifference(other))")
            }
            var unread: Int?
            empty.sessions { unread = (try? $0.get())?.first?.unreadCount }
            empty.drain()
            #expect(unread == 0)
        }
    }

    /// The members of a line in one order.
    private static func sorted(_ line: String) -> [String] { line.split(separator: ",").map(String.init).sorted() }

    @Test func badLinesAreToldAndTheOthersGoIn() throws {
        let store = try MessageStore.openInline(account: "a", codec: Self.codec)
        let command = ImportCommand(store: store, codec: Self.codec)
        let good =
            #"{"address":"peer:2","sender":{"id":"2"},"time":"2026-11-30T11:47:10.250Z","type":"text","state":"incoming","content":"hi","ids":{"origin":"X"}}"#
        for line in [
            "{}", good.replacing("X", with: "1"), "nonsense", "", good.replacing("X", with: "2"), "{\"address\":",
        ] {
            try command.line(Array(line.utf8))
        }
        let summary = try command.finish()
        #expect(summary.added == 2 && summary.bad == 3 && summary.badLines.map(\.number) == [1, 3, 6])
    }

    /// A second machine's export goes between what is here.
    @Test func anImportGoesAmongWhatIsThere() throws {
        let store = try MessageStore.openInline(account: "a", codec: Self.codec)
        func message(_ number: Int) -> Message {
            let raw = #"{"text":"m\#(number)","uuid":"m\#(number)"}"#
            return Message(
                id: store.nextLocalID(), session: session, originID: "m\(number)", sender: Contact(id: ContactID("2")),
                timestamp: Int64(number) * 1_000, content: RawContent(raw).details.content, rawContent: raw,
                state: .incoming)
        }
        for number in [10, 11, 20, 21] {
            store.insert(ReceivedBatch(items: [.message(message(number), isHistory: true)])) { _ in }
        }
        store.drain()
        let command = ImportCommand(store: store, codec: Self.codec)
        for number in [1, 2, 11, 12, 15, 20, 25] {
            let line = MessageLine.json(message(number), .init(isComplete: true)).string
            try command.line(Array(line.utf8))
        }
        #expect(
            try command.finish()
                == {
                    var s = ImportCommand.Summary()
                    s.added = 5
                    s.known = 2
                    return s
                }())
        var texts: [String?] = []
        store.page(session, anchor: nil, direction: .older, limit: 99) {
            texts = ((try? $0.get())?.messages ?? []).map(\.originID)
        }
        store.drain()
        #expect(texts == ["m1", "m2", "m10", "m11", "m12", "m15", "m20", "m21", "m25"])
    }
}
