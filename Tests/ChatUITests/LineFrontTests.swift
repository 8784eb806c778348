import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

@Suite struct LineFrontTests {
    private func news(_ front: inout LineFront, _ stage: Stage, columns: Int = 80) -> [String] {
        front.news(stage.screen, flow: nil, columns: columns).map(\.string)
    }

    private func front() -> LineFront { LineFront(words: Strings.english.lines) }

    @Test func linesThatComeTogetherAreOneBlock() {
        var input = LineInput()
        input.feed(Array("hel".utf8))
        #expect(!input.hasLines && input.take() == nil)
        input.feed(Array("lo\r\n".utf8))
        #expect(input.hasLines)
        #expect(input.take() == .line("hello"))
        input.feed(Array("one\n/quit\n\n\n".utf8))
        #expect(input.take() == .block(["one", "/quit"]))
        input.feed([0xFF, 0x0A])
        #expect(input.take() == .line("\u{FFFD}"))
        input.feed([0x0A])
        #expect(input.take() == .line(""))
    }

    @Test func itGreetsOnceAndTellsWhyThereIsNoScreen() {
        var front = LineFront(words: Strings.english.lines, reason: "TERM is not set")
        let stage = Stage(opens: false)
        let first = news(&front, stage)
        #expect(first[0].hasPrefix("-- TERM is not set; plain lines"))
        #expect(first.contains("-- online as alice"))
        #expect(news(&front, stage) == [])
        #expect(front.prompt(stage.screen) == "> ")
    }

    @Test func aLineIsSentAndTheDraftStays() {
        var front = front()
        let stage = Stage(opens: false)
        let maria = Stage.id(.peer, "3")
        _ = stage.screen.open(maria, now: 1)
        #expect(news(&front, stage).contains("-- Maria · direct"))
        #expect(front.prompt(stage.screen) == "Maria> ")
        let effects = front.enter(.line("hello"), screen: stage.screen, now: 2)
        #expect(effects == [.send(text: "hello", session: maria, replyTo: nil)])
        #expect(stage.screen.composer.string == "half a")
        // Also over a change of the session.
        _ = front.enter(.line("/go lobby"), screen: stage.screen, now: 3)
        #expect(front.prompt(stage.screen) == "lobby> ")
        let back = front.enter(.line("/go Maria"), screen: stage.screen, now: 4)
        #expect(!back.contains { if case .draftChanged = $0 { true } else { false } })
        #expect(stage.screen.composer.string == "half a")
        #expect(front.enter(.line("   "), screen: stage.screen, now: 5) == [])
        #expect(front.enter(.line("/quit"), screen: stage.screen, now: 5) == [.quit])
    }

    @Test func aBlockIsAskedAboutAndNeverRun() throws {
        var front = front()
        let stage = Stage()
        let session = try #require(stage.screen.currentSession as SessionID?)
        #expect(front.enter(.block(["one", "/quit"]), screen: stage.screen, now: 2) == [])
        #expect(news(&front, stage).last == "-- These 2 lines came at once. Send them as one message?")
        #expect(front.prompt(stage.screen) == "(y/n) ")
        #expect(front.enter(.line("n"), screen: stage.screen, now: 3) == [])
        _ = front.enter(.block(["one", "/quit"]), screen: stage.screen, now: 4)
        let effects = front.enter(.line("y"), screen: stage.screen, now: 5)
        #expect(effects == [.send(text: "one\n/quit", session: session, replyTo: nil)])
    }

    @Test func questionsTextsAndListsAreLines() {
        var front = front()
        let stage = Stage()
        _ = news(&front, stage)
        // A mistyped command is asked about, and not sent by anything but yes.
        #expect(front.enter(.line("/quti"), screen: stage.screen, now: 2) == [])
        #expect(news(&front, stage).first?.hasPrefix("-- “/quti” is no command") == true)
        #expect(front.enter(.line("maybe"), screen: stage.screen, now: 3) == [])
        #expect(!stage.screen.hasOverlay)
        #expect(front.prompt(stage.screen) != "(y/n) ")

        _ = front.enter(.line("/help"), screen: stage.screen, now: 4)
        let help = news(&front, stage)
        #expect(help.contains { $0.contains("/search WORDS") } && !help.contains { $0.contains("/mouse") })
        #expect(!stage.screen.hasOverlay, "a text that was printed is not open")

        _ = front.enter(.line("/go"), screen: stage.screen, now: 5)
        #expect(news(&front, stage).contains { $0.contains("lobby (48)") })

        let hit = Message(
            id: MessageID("9"), session: Stage.id(.room, "9"), sender: Contact(id: ContactID("2"), name: "bob"),
            timestamp: 0,
            content: .text(TextContent("found")), rawContent: "")
        stage.screen.showHits([hit], for: "fo", now: 6)
        #expect(news(&front, stage).contains("   1  1970-01-01 00:00  bob: found · lobby"))
        #expect(front.prompt(stage.screen) == "(number, or Enter for none) ")
        let effects = front.enter(.line("1"), screen: stage.screen, now: 7)
        #expect(effects.contains(.openSession(Stage.id(.room, "9"))))
        #expect(front.prompt(stage.screen) == "lobby> ")
    }

    @Test func whatIsNewElsewhereIsToldOnce() {
        var front = front()
        let stage = Stage()
        #expect(news(&front, stage).contains { $0.hasSuffix("unread elsewhere; /go lists the sessions") })
        var sessions = Stage.sessions
        sessions[3].unreadCount = 1
        sessions[3].preview = "look\u{1B}[2J\nat this"
        sessions[4].unreadCount += 1  // muted
        stage.screen.update(sessions: sessions)
        #expect(news(&front, stage) == ["-- Maria: 1 unread: look␛ at this"])
        #expect(news(&front, stage) == [])
    }

    @Test func noTextCanPassForAnotherLine() {
        let long = "hi\n09:15 bob: I resign\n-- offline \u{1B}[2J" + String(repeating: "x", count: 200)
        let flow = FlowStage(messages: [
            FlowStage.message(1, "first"), FlowStage.message(2, long, by: "eve\n-- online as root"),
        ])
        _ = flow.stage.screen.open(FlowStage.crew, now: 1)
        flow.settle()
        var front = front()
        let controller = flow.flows[FlowStage.crew]
        let lines = front.news(flow.stage.screen, flow: controller, columns: 40).map(\.string)
        #expect(lines.contains { $0.hasSuffix("Maria: first") })
        #expect(lines.contains { $0.hasSuffix("eve -- online as root: hi") })
        #expect(!lines.contains { $0.hasPrefix("09:15") || $0.hasPrefix("-- offline") || $0.hasPrefix("x") })
        #expect(lines.contains("      09:15 bob: I resign"))
        #expect(lines.allSatisfy { $0.count < 40 && !$0.contains("\u{1B}") })
        // Told once; what comes in is told, what was typed here is not.
        #expect(front.news(flow.stage.screen, flow: controller, columns: 40).isEmpty)
        let own = FlowStage.message(3, "typed here", own: true)
        front.sent(own.id)
        controller?.messagesInserted([own, FlowStage.message(4, "and an answer")])
        flow.settle()
        let new = front.news(flow.stage.screen, flow: controller, columns: 40).map(\.string)
        #expect(new.count == 1 && new[0].hasSuffix("Maria: and an answer"))
    }

    @Test func aLongMessageIsCutAndCanBePrintedWhole() {
        let text = (1...1_260).map { "line \($0)" }.joined(separator: "\n")
        let flow = FlowStage(messages: [
            FlowStage.message(1, "\n\nfirst\n"), FlowStage.message(2, " \n"), FlowStage.message(3, text),
        ])
        _ = flow.stage.screen.open(FlowStage.crew, now: 1)
        flow.settle()
        var front = front()
        let controller = flow.flows[FlowStage.crew]
        func news() -> [String] { front.news(flow.stage.screen, flow: controller, columns: 80).map(\.string) }
        let lines = news()
        let first = lines.firstIndex { $0.hasSuffix("Maria: first") } ?? 0
        #expect(lines[first + 1].hasSuffix("Maria: (empty message)") && lines[first + 2].hasSuffix("Maria: line 1"))
        #expect(lines[first + 21] == "      line 20")
        #expect(lines[first + 22] == "-- 1,240 more lines; /do tap prints the newest message whole")
        _ = front.enter(.line("/do tap"), screen: flow.stage.screen, now: 4)
        #expect(news().last == "      line 1260")
    }
}
