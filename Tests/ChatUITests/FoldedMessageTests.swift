import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// A message that the list shows only the beginning of.
@Suite struct FoldedMessageTests {
    private static let text = (1...1_260).map { "line \($0) of a log" }.joined(separator: "\n")
    private static let long = FlowStage.message(2, text, replyTo: "o1")

    private func stage() -> FlowStage {
        let flow = FlowStage(messages: [FlowStage.message(1, "before"), Self.long, FlowStage.message(3, "after")])
        _ = flow.stage.screen.open(FlowStage.crew, now: 1)
        flow.settle()
        return flow
    }

    private func panel(_ flow: FlowStage) -> TextPanel? {
        if case .panel(let panel)? = flow.stage.screen.overlays.last { panel } else { nil }
    }

    /// Also where the message answers another one: Enter does what its row says.
    @Test func enterOpensAllOfIt() {
        let flow = stage()
        flow.stage.press("↑", "k", "Enter")
        #expect(panel(flow)?.lines.count == 1_260)
        flow.settle()
        flow.stage.press("End")
        #expect(picture(flow.stage.draw(80, 24)).contains("line 1260 of a log"))
        #expect(picture(flow.stage.draw(30, 24)).contains("line 12"))
    }

    @Test func copyAndQuoteTakeAllOfIt() {
        let flow = stage()
        #expect(flow.stage.press("↑", "k", "y").contains { if case .copy(Self.text, _) = $0 { true } else { false } })
        flow.stage.press(">")
        #expect(flow.stage.screen.composer.string.hasSuffix("> line 1260 of a log\n"))
    }

    @Test(arguments: [("log 1000", 999), ("\"LOG\" 1259 from:Maria kind:text", 1_258), ("nowhere 77*", 76)])
    func aHitIsShownInTheWholeText(_ words: String, _ line: Int) {
        let flow = stage()
        flow.stage.screen.showHits([Self.long], for: words, now: 2)
        flow.stage.press("Enter")
        flow.settle()
        #expect(panel(flow)?.lines[line].isHeading == true)
        let shown = picture(flow.stage.draw(80, 24))
        #expect(shown.contains("line \(line + 1) of a log"))
        // Back at the message; it is the one that is chosen first.
        flow.stage.press("Esc", "↑")
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == Self.long.id)
        // Another jump there is none of the search.
        flow.flows[FlowStage.crew]?.jump(to: Self.long)
        #expect(!flow.stage.screen.hasOverlay)
    }

    /// Space does on every row what the status line says of it.
    @Test(arguments: [MessageContent.revoked, .system("from the server")])
    func aNoticeHasAMenuToo(_ content: MessageContent) {
        var message = FlowStage.message(1, "")
        message.content = content
        let flow = FlowStage(messages: [message])
        _ = flow.stage.screen.open(FlowStage.crew, now: 1)
        flow.settle()
        flow.stage.press("↑", "Space")
        guard case .choices(let list)? = flow.stage.screen.overlays.last else {
            Issue.record("no menu")
            return
        }
        #expect(list.items.compactMap(\.letter).suffix(2) == ["d", "i"])
    }

    /// Also in a session that was not open: its list has no width of its own yet.
    @Test func aHitElsewhereIsJudgedByTheWidthItWillHave() {
        for (hit, opens) in [(Self.long, true), (FlowStage.message(1, String(repeating: "word ", count: 30)), false)] {
            let flow = FlowStage(messages: [FlowStage.message(1, String(repeating: "word ", count: 30)), Self.long])
            _ = flow.stage.screen.open(Stage.id(.room, "9"), now: 1)
            flow.settle()
            flow.stage.screen.showHits([hit], for: "1000 word", now: 2)
            flow.stage.press("Enter")
            for _ in 0..<5 { flow.scheduler.turn() }
            #expect(flow.stage.screen.hasOverlay == opens, "before anything was drawn")
            flow.settle()
            #expect(flow.stage.screen.hasOverlay == opens)
        }
    }

    @Test func aHitThatTheListShowsOpensNothing() {
        let flow = stage()
        flow.stage.screen.showHits([FlowStage.message(1, "before")], for: "before", now: 2)
        flow.stage.press("Enter")
        flow.settle()
        #expect(!flow.stage.screen.hasOverlay)
    }

    /// The list of hits says why a message is in it.
    @Test func aHitIsToldByTheLineThatHoldsTheWords() {
        let flow = stage()
        flow.stage.screen.showHits([Self.long, FlowStage.message(1, "before")], for: "LOG 1000 kind:text", now: 2)
        let shown = picture(flow.stage.draw(80, 24))
        #expect(shown.contains("Maria: … line 1000 of a log") && shown.contains("Maria: before"))
        flow.stage.press("Esc")
        flow.stage.screen.showHits([Self.long], for: "1000", now: 2)
        #expect(picture(flow.stage.draw(80, 24)).contains("Maria: … line 1000 of a log"))
        let line = String(repeating: "a b ", count: 50) + "needle and more"
        #expect(FoundLines.excerpt(of: line, words: "Needle")?.string == "… a b a b a b a b a b needle and more")
        #expect(FoundLines.excerpt(of: "needle" + line, words: "needle") == nil)
        #expect(
            FoundLines.excerpt(of: line, words: "from:bob") == nil && FoundLines.excerpt(of: line, words: "zzz") == nil)
    }

    /// Wrapping thousands of lines for every key would be felt.
    @Test func aPanelIsWrappedOnceForEachWidth() {
        var panel = TextPanel(title: "x", lines: [TextPanel.Line(text: "one two three")])
        panel.wrap(width: 5, policy: .perCluster)
        #expect(panel.rows.map(\.text.string) == ["one ", "two ", "three"])
        panel.scroll = 2
        panel.wrap(width: 5, policy: .perCluster)
        #expect(panel.scroll == 2)
        panel.wrap(width: 20, policy: .perCluster)
        #expect(panel.rows.count == 1)
    }

    @Test(arguments: Strings.Language.allCases)
    func theKeyIsNamedAsItIsBound(_ language: Strings.Language) throws {
        var configuration = ChatConfiguration()
        configuration.strings = Strings.table(language)
        try configuration.keys.bind(key: "F12", to: "tap", in: "messages")
        try configuration.keys.bind(key: "Enter", to: "none", in: "messages")
        let flow = FlowStage(messages: [Self.long], configuration: configuration)
        _ = flow.stage.screen.open(FlowStage.crew, now: 1)
        flow.settle()
        let shown = picture(flow.stage.draw(80, 24))
        #expect(shown.contains("F12") && shown.contains("1,240") && !shown.contains("Enter"), "\(shown)")
    }
}
