import Cells
import IMModel
import MessageFlow
import Testing

/// The controller with the real composer: what lies under the pointer, and strategies that answer nonsense.
struct RowTargetTests {
    private final class Host {
        let loop = FlowLoop()
        let composer = RowComposer()
        let provider = FakeProvider(count: 0)
        let flow: MessageFlowController
        var events: [MessageFlowEvent] = []
        let area = Rect(x: 0, y: 0, width: 40, height: 12)

        init(_ messages: [Message], _ change: (RowComposer) -> Void = { _ in }) {
            change(composer)
            flow = MessageFlowController(
                session: Session(id: Sample.group, capabilities: Capabilities(rawValue: .max)),
                interaction: SessionInteraction(provider: provider, service: FakeService()), composer: composer,
                scheduler: loop)
            flow.onEvent = { [unowned self] in events.append($0) }
            flow.open()
            flow.replaceAll(messages)
            draw()
        }

        @discardableResult
        func draw() -> [String] {
            var buffer = CellBuffer(size: area.size)
            flow.draw(into: &buffer, in: area)
            loop.advance(0)
            return Picture.rows(buffer)
        }

        /// Clicks on the first cell of a text on the screen, and waits until it is no double click.
        func click(_ text: String, button: Int = 0) throws {
            let rows = draw()
            let y = try #require(rows.firstIndex { $0.contains(text) })
            let start = try #require(rows[y].firstRange(of: text)?.lowerBound)
            let cell = Point(x: rows[y].distance(from: rows[y].startIndex, to: start), y: y)
            flow.pointer(MouseEvent(button: button, action: .press, position: cell), in: area)
            flow.pointer(MouseEvent(button: button, action: .release, position: cell), in: area)
            loop.advance(ClickRecognizer.doubleClickTime)
        }
    }

    private static func message(_ number: Int, _ text: String, replyTo: String? = nil) -> Message {
        Message(
            id: MessageID("\(number)"), session: Sample.group, originID: "o\(number)",
            sender: Contact(id: ContactID("2"), name: "Maria"), timestamp: Sample.start, order: Int64(number),
            content: .text(TextContent(text)), replyTo: replyTo)
    }

    @Test func aTapOnALinkOpensThatLink() throws {
        let host = Host([Self.message(1, "see https://a.example/1 and https://b.example/2")])
        try host.click("https://b.ex")
        let message = try #require(host.flow.message(MessageID("1")))
        #expect(host.events.contains(.openRequested(url: "https://b.example/2", message)))
        host.events = []
        try host.click("see")
        #expect(host.events.contains(.viewInFullRequested(message)))
    }

    @Test func aTapOnTheQuotedLineGoesToTheQuoted() throws {
        let host = Host([Self.message(1, "first words"), Self.message(2, "second https://x.example", replyTo: "o1")])
        let rows = host.draw()
        let quote = try #require(rows.lastIndex { $0.contains("first words") })
        host.flow.pointer(MouseEvent(button: 0, action: .press, position: Point(x: 5, y: quote)), in: host.area)
        host.flow.pointer(MouseEvent(button: 0, action: .release, position: Point(x: 5, y: quote)), in: host.area)
        host.loop.advance(ClickRecognizer.doubleClickTime)
        #expect(host.events.contains(.jumped(MessageID("1"))))
        let parts = host.events.compactMap {
            if case .interaction(let interaction) = $0 { interaction.part } else { nil }
        }
        #expect(parts == [ContentView.quoteRegion])
    }

    @Test func aComponentsSwitchDecidesAboutTheMenu() throws {
        let host = Host([Self.message(1, "words")])
        func hasMenu() -> Bool { host.events.contains { if case .menuRequested = $0 { true } else { false } } }
        try host.click("Maria", button: 2)
        #expect(!hasMenu())
        try host.click("words", button: 2)
        #expect(hasMenu())
    }

    @Test(arguments: [
        Size(width: 0, height: 0), Size(width: -5, height: -5), Size(width: 4000, height: 1),
        Size(width: .max, height: .max), Size(width: .min, height: .min), Size(width: 3, height: 2_000_000_000),
    ]) func nonsenseSizesAreReportedAndTheRightRowIsChosen(_ size: Size) throws {
        let odd = MessageType(rawValue: "odd")
        let messages = [
            Self.message(1, "one"),
            Message(
                id: MessageID("2"), session: Sample.group, sender: Contact(id: ContactID("2"), name: "Maria"), order: 2,
                content: .custom(type: odd, payload: "x")),
            Self.message(3, "three"),
        ]
        let host = Host(messages) { composer in
            composer.registry.register(TextContentView.self, for: odd, strategy: CustomSizeStrategy { _, _ in size })
        }
        #expect(host.composer.counters.nonsenseSizes >= 1)
        for row in host.flow.visibleRows { #expect(row.height >= 1 && row.height <= 1 << 24) }
        try host.click("three")
        let taps = host.events.compactMap { event -> MessageID? in
            if case .interaction(let interaction) = event { interaction.message.id } else { nil }
        }
        #expect(taps == [MessageID("3")])
        host.flow.scroll(lines: -30)
        host.draw()
        host.flow.selectLast()
        host.flow.selectPrevious()
        #expect(host.flow.selectedMessageID == MessageID("2"))
        host.flow.resize(to: Size(width: 1, height: 1))
        host.draw()
    }
}
