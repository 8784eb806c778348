import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

@Suite struct MessagePaneTests {
    private func opened() -> FlowStage {
        let flow = FlowStage(messages: FlowStage.talk)
        flow.settle()
        return flow
    }

    @Test func upSelectsAndEscGoesBack() {
        let flow = opened()
        flow.stage.press("↑")
        #expect(flow.stage.screen.currentFocus == .messages)
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == MessageID("6"))
        flow.stage.press("k", "k")
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == MessageID("4"))
        flow.stage.press("j", "g")
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == MessageID("1"))
        flow.stage.press("Esc")
        #expect(flow.stage.screen.currentFocus == .composer)
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == nil)
        // With text in the input the arrow moves in it.
        flow.stage.press("\"x", "↑")
        #expect(flow.stage.screen.currentFocus == .composer)
        flow.stage.press("Alt-↑")
        #expect(flow.stage.screen.currentFocus == .messages)
    }

    @Test func replyGoesOutWithItsTarget() {
        let flow = opened()
        flow.stage.press("↑", "k", "k", "r")
        #expect(flow.stage.screen.currentFocus == .composer)
        #expect(picture(flow.stage.draw(80, 24)).contains("reply to 陈晓 Chen Xiao: 100k rows"))
        flow.stage.press("\"yes", "Enter")
        #expect(flow.stage.deeds.contains(.send(text: "yes", session: FlowStage.crew, replyTo: "o4")))
        flow.stage.press("↑", "r", "Esc", "\"no", "Enter")
        #expect(flow.stage.deeds.contains(.send(text: "no", session: FlowStage.crew, replyTo: nil)))
    }

    @Test func aReplyIsPartOfTheDraft() {
        let flow = opened()
        flow.stage.press("↑", "k", "k", "r")
        #expect(flow.stage.effects.contains(.draftChanged(FlowStage.crew, Draft(text: "", caret: 0, replyTo: "o4"))))
    }

    @Test func lettersActOnTheSelectedMessage() {
        let flow = opened()
        flow.stage.press("↑", "k", "k", "y")
        #expect(flow.stage.deeds == [.copy("100k rows, 120×40. @alice can you try it?", said: "Copied")])
        flow.stage.press("k", "k", "u")
        #expect(flow.stage.deeds == [.copy("https://example.org/r/118", said: "Copied")])
        flow.stage.press("o")
        #expect(flow.stage.deeds == [.open(url: "https://example.org/r/118")])
        flow.stage.press(">")
        #expect(flow.stage.screen.composer.string == "> see https://example.org/r/118 for the numbers\n")
    }

    @Test func theMenuHasLettersAndArrows() {
        let flow = opened()
        flow.stage.press("↑", "Space")
        let shown = picture(flow.stage.draw(80, 24))
        #expect(shown.contains("R  send again") && shown.contains("d  delete here…") && shown.contains("i  details"))
        flow.stage.press("R")
        #expect(flow.service.done == ["resend 6"])
        #expect(!flow.stage.screen.hasOverlay)
        flow.stage.press("Space", "↓", "↑", "Esc")
        #expect(!flow.stage.screen.hasOverlay)
        #expect(flow.stage.screen.currentFocus == .messages)
        flow.stage.press("Space", "Enter")
        #expect(flow.stage.screen.currentFocus == .composer)
    }

    @Test func whatCannotBeUndoneAsks() {
        let flow = opened()
        flow.stage.press("↑", "d")
        #expect(picture(flow.stage.draw(80, 24)).contains("Delete this message here?"))
        flow.stage.press("Enter")
        #expect(flow.service.done == [])
        flow.stage.press("d", "y")
        #expect(flow.service.done == ["delete 6"])
        #expect(picture(flow.stage.draw(80, 24)).contains("Deleted here"))
    }

    @Test func failuresAreToldInTheStatusLine() {
        let flow = opened()
        flow.service.refusal = .failed("no\u{1B}[2J disk")
        flow.stage.press("↑", "R")
        #expect(picture(flow.stage.draw(80, 24)).contains("Not sent again: no"))
    }

    @Test func forwardHasASubmenuWithAFilter() {
        let flow = opened()
        flow.stage.press("↑", "k", "f")
        #expect(picture(flow.stage.draw(80, 24)).contains("forward to"))
        flow.stage.press("\"mar", "Enter")
        #expect(flow.service.done == ["forward to peer:3 5"])
        #expect(flow.stage.screen.currentSession == FlowStage.crew)
    }

    @Test func detailsAndTheWholeMessage() {
        let flow = opened()
        flow.stage.press("↑", "k", "k", "i")
        let shown = picture(flow.stage.draw(80, 24))
        #expect(
            shown.contains("from") && shown.contains("陈晓 Chen Xiao") && shown.contains("o4") && shown.contains("s4"))
        flow.stage.press("Esc", "Enter")
        #expect(flow.stage.screen.hasOverlay)
        flow.stage.press("q")
        #expect(!flow.stage.screen.hasOverlay)
    }

    @Test func severalAreCopiedAndForwarded() {
        let flow = opened()
        flow.stage.press("↑", "g", "v", "v", "y")
        #expect(
            flow.stage.deeds == [
                .copy(
                    "新的布局快照合进来了，滚动时 CPU 降了一半 🎉\nsee https://example.org/r/118 for the numbers",
                    said: "Copied 2 messages")
            ])
        flow.stage.press("g", "v", "v", "f", "\"mar", "Enter")
        #expect(flow.service.done == ["forward to peer:3 1", "forward to peer:3 2"])
        #expect(flow.flows[FlowStage.crew]?.markedMessageIDs == [])
    }

    @Test func aSearchHitIsJumpedTo() {
        let many = (1...300).map { FlowStage.message($0, "line \($0)") }
        let flow = FlowStage(messages: many)
        flow.settle()
        flow.stage.press("Ctrl-N", "Ctrl-S", "\"line 7", "Enter")
        #expect(flow.stage.deeds.contains(.search("line 7", in: flow.stage.screen.currentSession)))
        flow.stage.screen.showHits([many[6]], for: "line 7", now: flow.stage.now)
        #expect(picture(flow.stage.draw(80, 24)).contains("Maria: line 7"))
        flow.stage.press("Enter")
        flow.settle()
        #expect(flow.stage.screen.currentSession == FlowStage.crew)
        #expect(flow.flows[FlowStage.crew]?.visibleMessageIDs.contains(MessageID("7")) == true)
        flow.stage.screen.showHits([], for: "x\u{7}", now: flow.stage.now)
        #expect(picture(flow.stage.draw(80, 24)).contains("Nothing found"))
    }

    @Test func aSavedMessageIsJumpedTo() {
        let many = (1...300).map { FlowStage.message($0, "line \($0)") }
        let flow = FlowStage(messages: many)
        flow.settle()
        flow.stage.press("\"/saved", "Enter")
        #expect(flow.stage.deeds.contains(.runCommand(.saved, in: flow.stage.screen.currentSession)))
        flow.stage.screen.showSaved([many[8], many[6]], now: flow.stage.now)
        #expect(picture(flow.stage.draw(80, 24)).contains("saved messages"))
        flow.stage.press("Enter")
        flow.settle()
        #expect(flow.flows[FlowStage.crew]?.visibleMessageIDs.contains(MessageID("9")) == true)
        flow.stage.screen.showSaved([], now: flow.stage.now)
        #expect(picture(flow.stage.draw(80, 24)).contains("Nothing is saved yet"))
    }

    @Test func newsRingOnceWhenTheUserLooksElsewhere() {
        let stage = Stage()
        var news = Stage.sessions
        news[0].unreadCount += 1
        stage.screen.update(sessions: news)
        stage.wait(1)
        #expect(!stage.effects.contains(.bell))
        stage.send(.focus(false))
        news[0].unreadCount += 1
        stage.screen.update(sessions: news)
        news[0].unreadCount += 1
        stage.screen.update(sessions: news)
        stage.wait(1)
        #expect(stage.effects.filter { $0 == .bell }.count == 1)
        news[4].unreadCount += 1
        stage.wait(NewsRinger.interval)
        stage.screen.update(sessions: news)
        stage.wait(1)
        #expect(stage.effects.filter { $0 == .bell }.count == 1)
    }

    @Test func mentionsAreFound() {
        let flow = opened()
        flow.stage.press("F6")
        #expect(flow.flows[FlowStage.crew]?.selectedMessageID == MessageID("4"))
        #expect(flow.stage.screen.currentFocus == .messages)
    }

    @Test func onlyASeenMessageIsMarkedRead() {
        var sessions = FlowStage.sessions
        sessions[1].unreadCount = 3
        let flow = FlowStage(messages: FlowStage.talk, sessions: sessions)
        flow.stage.send(.focus(false))
        flow.settle()
        #expect(!flow.stage.effects.contains(.markRead(FlowStage.crew, upTo: MessageID("6"))))
        flow.stage.send(.focus(true))
        #expect(flow.stage.effects.filter { $0 == .markRead(FlowStage.crew, upTo: MessageID("6")) }.count == 1)
        flow.settle()
        #expect(flow.stage.effects.filter { $0 == .markRead(FlowStage.crew, upTo: MessageID("6")) }.count == 1)
    }

    @Test func newOnesBelowAreCountedWhenScrolledUp() {
        let many = (1...60).map { FlowStage.message($0, "line \($0)") }
        let flow = FlowStage(messages: many)
        flow.settle()
        flow.stage.press("PgUp")
        flow.settle()
        flow.flows[FlowStage.crew]?.messagesInserted([FlowStage.message(61, "fresh")])
        flow.settle()
        #expect(picture(flow.stage.draw(80, 24)).contains("↓ 1 new below"))
        flow.stage.press("Ctrl-End")
        flow.settle()
        let shown = picture(flow.stage.draw(80, 24))
        #expect(shown.contains("fresh") && !shown.contains("new below"))
    }
}
