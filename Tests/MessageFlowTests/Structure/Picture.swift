import Cells
import IMModel
import MessageFlow

/// Rows as text, for pictures in tests.
enum Picture {
    /// The rows of a buffer, wide cells once, blanks at the end cut off.
    static func rows(_ buffer: CellBuffer) -> [String] {
        (0..<buffer.size.height).map { y in
            var row = ""
            for x in 0..<buffer.size.width where buffer[x, y].width > 0 { row += buffer[x, y].cluster }
            while row.hasSuffix(" ") { row.removeLast() }
            return row
        }
    }

    /// Some rows drawn below each other, each with its predecessor as neighbour, as the list would.
    static func draw(
        _ contexts: [RowContext], _ composer: RowComposer, width: Int, highlight: RowHighlight = []
    ) -> CellBuffer {
        let layouts = contexts.map { composer.layout($0, width: width) }
        let height = layouts.reduce(0) { $0 + $1.height }
        var buffer = CellBuffer(size: Size(width: width, height: height))
        var y = 0
        for (context, layout) in zip(contexts, layouts) {
            composer.draw(
                layout, context, into: &buffer, at: Point(x: 0, y: y), clip: buffer.bounds, highlight: highlight)
            y += layout.height
        }
        return buffer
    }

    /// A message's row alone, as text.
    static func of(_ context: RowContext, _ composer: RowComposer = RowComposer(), width: Int) -> [String] {
        rows(draw([context], composer, width: width))
    }

    /// Messages as the list shows them.
    static func chain(_ messages: [Message]) -> [RowContext] {
        messages.indices.map { RowContext(message: messages[$0], previous: $0 > 0 ? messages[$0 - 1] : nil) }
    }
}

/// Messages for tests.
enum Sample {
    static let group = SessionID(account: "a", kind: .group, target: "7")
    static let chen = Contact(id: ContactID("2"), name: "陈晓 Chen Xiao")
    static let maria = Contact(id: ContactID("3"), name: "Maria")
    static let me = Contact(id: ContactID("1"), name: "alice")
    /// Monday 30 November 2026, 09:12 UTC.
    static let start: Int64 = 1_796_029_920_000

    static func message(
        _ id: String = "1", _ content: MessageContent, from sender: Contact = chen, minutes: Int64 = 0,
        state: DeliveryState? = nil, replyTo: String? = nil, version: Int = 0
    ) -> Message {
        let isOwn = sender.id == me.id
        return Message(
            id: MessageID(id), session: group, sender: sender, isOutgoing: isOwn, timestamp: start + minutes * 60_000,
            content: content, replyTo: replyTo, state: state ?? (isOwn ? .sent : .incoming), version: version)
    }

    static func text(
        _ id: String = "1", _ text: String, from sender: Contact = chen, minutes: Int64 = 0,
        state: DeliveryState? = nil, replyTo: String? = nil
    ) -> Message {
        message(id, .text(TextContent(text)), from: sender, minutes: minutes, state: state, replyTo: replyTo)
    }

    /// One message of every kind.
    static let everyKind: [Message] = [
        text("1", "hello 你好 https://example.org/r/118 @alice"),
        message("2", .image(url: "https://example.org/p.png", width: 1280, height: 720)),
        message("3", .audio(url: "https://example.org/a.amr", seconds: 67)),
        message(
            "4",
            .video(
                VideoContent(url: "https://example.org/v.mp4", width: 640, height: 480, seconds: 3723, size: 12_345_678)
            )),
        message("5", .file(url: "https://example.org/r.pdf", name: "quarterly report.pdf", size: 1_250_000)),
        message("6", .location(latitude: 31.2304, longitude: 121.4737, address: "上海市人民广场")),
        message("7", .link(LinkContent(url: "https://example.org/news", title: "News", summary: "What is new"))),
        message("8", .notification(GroupNotification(groupID: "7", change: .addMember(maria, inviter: chen)))),
        message("9", .system("the server restarts at noon")),
        message("10", .revoked),
        message("11", .call(CallContent(event: .record(seconds: 192, video: true)))),
        message("12", .unknown(kind: "sticker")),
        message("13", .custom(type: MessageType(rawValue: "poll"), payload: "{}")),
        message("14", .revoke(originID: "x")),
    ]
}
