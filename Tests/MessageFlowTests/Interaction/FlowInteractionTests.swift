import Cells
import IMModel
import MessageFlow
import Testing

@Suite struct FlowInteractionTests {
    private func rig(_ messages: [Message]) -> FlowRig {
        let rig = FlowRig(count: 0)
        rig.flow.wallClock = { 1000 }
        rig.flow.forwardTargets = { _ in [ForwardTarget(id: flowSession, name: "me")] }
        rig.flow.messagesInserted(messages)
        rig.show()
        rig.log.events = []
        return rig
    }

    private func tap(_ content: MessageContent) -> MessageFlowEvent? {
        var message = Message.fake(1)
        message.content = content
        let rig = rig([message])
        rig.flow.select(id(1))
        #expect(rig.flow.tapSelected())
        return rig.log.events.last
    }

    @Test func theTapDependsOnTheContent() {
        func opens(_ event: MessageFlowEvent?) -> String? {
            if case .openRequested(let url, _) = event { url } else { nil }
        }
        #expect(opens(tap(.image(url: "http://p", width: 0, height: 0))) == "http://p")
        #expect(opens(tap(.link(LinkContent(url: "x:y", title: "")))) == "x:y")
        #expect(opens(tap(.text(TextContent("http://a.b")))) == "http://a.b")
        #expect(
            tap(.text(TextContent("see http://a.b")))
                == .viewInFullRequested(
                    {
                        var message = Message.fake(1)
                        message.content = .text(TextContent("see http://a.b"))
                        return message
                    }()))
    }

    @Test func theTapOnAnAnswerGoesToTheQuoted() {
        let rig = rig((1...40).map { .fake($0, replyTo: $0 == 40 ? "o3" : nil) })
        rig.flow.select(id(40))
        rig.flow.tapSelected()
        #expect(rig.log.events.last == .jumped(id(3)))
        #expect(rig.flow.visibleMessageIDs.contains(id(3)))
        rig.flow.messagesInserted([.fake(41, replyTo: "o999")])
        rig.flow.jumpToQuoted(of: id(41))
        #expect(rig.log.events.last == .jumpFailed(nil, .unknownAnchor))
    }

    @Test func keysAndHandlers() {
        let rig = rig([.fake(1), .fake(2)])
        #expect(!rig.flow.tapSelected() && !rig.flow.doubleTapSelected() && !rig.flow.longPressSelected())
        rig.flow.select(id(2))
        rig.flow.doubleTapSelected()
        #expect(rig.log.events.last == .replyRequested(.fake(2)))
        rig.flow.longPressSelected()
        guard case .menuRequested(let menu) = rig.log.events.last else {
            Issue.record("no menu")
            return
        }
        #expect(menu.message.id == id(2) && menu.cell == nil)
        rig.flow.longPressHandler = { $0.message.id == id(2) }
        rig.flow.doubleTapHandler = { _ in true }
        rig.flow.tapHandler = { _ in true }
        let before = rig.log.events.count
        rig.flow.longPressSelected()
        rig.flow.doubleTapSelected()
        rig.flow.tapSelected()
        // Only the interactions themselves are told.
        #expect(rig.log.events.count == before + 3)
        #expect(rig.log.events.suffix(3).allSatisfy { if case .interaction = $0 { true } else { false } })
    }

    @Test func entriesAreAddedRemovedAndReplaced() {
        let rig = rig([.fake(1)])
        rig.flow.menuCustomization = { message, entries in
            entries.filter { $0.id != .builtIn(.delete) }
                + [MenuEntry(id: .custom("pin"), title: "Pin", letter: "p", asks: message.id == id(1))]
        }
        let menu = rig.flow.menu(for: id(1))
        #expect(menu?.entry(letter: "d") == nil)
        guard let pin = menu?.entry(letter: "p") else {
            Issue.record("no entry")
            return
        }
        rig.flow.perform(pin, on: id(1))
        #expect(rig.log.events.last == .confirmationRequested(pin, .fake(1)))
        rig.flow.perform(pin, on: id(1), confirmed: true)
        #expect(rig.log.events.last == .customEntryChosen(pin, .fake(1)))
        #expect(rig.flow.menu(for: id(9)) == nil)
    }

    @Test func entriesDoWhatTheySay() {
        let text = "see http://a.b."
        let message = Message.fake(1, text)
        let rig = rig([message])
        func perform(_ entry: BuiltInMenuEntry) -> MessageFlowEvent? {
            rig.flow.perform(.builtIn(entry), on: id(1))
            return rig.log.events.last
        }
        #expect(perform(.reply) == .replyRequested(message))
        #expect(perform(.quote) == .quoteRequested(message, text: text))
        #expect(perform(.copy) == .copyRequested(text: text))
        #expect(perform(.copyLink) == .copyRequested(text: "http://a.b"))
        #expect(perform(.open) == .openRequested(url: "http://a.b", message))
        #expect(perform(.details) == .detailsRequested(message))
        #expect(perform(.save) == .actionFinished(.save, id(1), .success(message)))
        if case .forwardRequested(let menu) = perform(.forward) {
            #expect(menu.forwardTargets.count == 1)
        } else {
            Issue.record("no submenu")
        }
        let other = SessionID(account: "a", kind: .room, target: "5")
        rig.flow.perform(.builtIn(.forward), on: id(1), target: other)
        #expect(rig.service.calls.last?.2 == other)
        #expect(perform(.delete) == .confirmationRequested(.builtIn(.delete), message))
        #expect(rig.flow.windowCount == 1)
        var results: [MessageActionResult] = []
        rig.flow.perform(.builtIn(.delete), on: id(1), confirmed: true) { results.append($0) }
        #expect(rig.flow.windowCount == 0 && results.count == 1)
        rig.flow.perform(.builtIn(.copy), on: id(1)) { results.append($0) }
        #expect(results.last == .failure(.unknownMessage))
    }

    @Test func aMenuThatStoodOpenForLongIsCheckedAgain() {
        let rig = rig([.fake(1, outgoing: true)])
        guard let revoke = rig.flow.menu(for: id(1))?.entry(letter: "D") else {
            Issue.record("no entry")
            return
        }
        rig.flow.wallClock = { 121_000 }
        rig.flow.perform(revoke, on: id(1), confirmed: true)
        #expect(rig.log.events.last == .actionFinished(.revoke, id(1), .failure(.tooLate)))
        #expect(rig.service.calls.isEmpty)
        rig.flow.wallClock = { 1000 }
        rig.service.answer = { message in
            var message = message
            message.content = .revoked
            message.version += 1
            return .success(message)
        }
        rig.flow.perform(revoke, on: id(1), confirmed: true)
        #expect(rig.flow.message(id(1))?.content == .revoked)
        rig.flow.perform(.builtIn(.resend), on: id(1))
        #expect(rig.log.events.last == .actionFinished(.resend, id(1), .failure(.unsupported)))
    }

    @Test func thePointerFindsComponentsAndLinks() {
        let rig = rig([.fake(1, "h2"), .fake(2, "h2")])
        rig.composer.link = "http://exact/\u{202E}"
        let area = Rect(x: 5, y: 1, width: 20, height: 10)
        func click(_ x: Int, _ y: Int, button: Int = 0) {
            rig.flow.pointer(MouseEvent(button: button, action: .press, position: Point(x: x, y: y)), in: area)
            rig.flow.pointer(MouseEvent(button: button, action: .release, position: Point(x: x, y: y)), in: area)
        }
        // Rows lie at the bottom: message 1 on 6 and 7, message 2 on 8 and 9 of the list.
        click(5 + 4, 1 + 8)
        #expect(rig.log.events.isEmpty)
        rig.loop.advance(400)
        #expect(rig.log.events.last == .openRequested(url: "http://exact/\u{202E}", .fake(2, "h2")))
        click(5, 1 + 6)
        click(5, 1 + 6)
        #expect(
            rig.log.events.suffix(2).map(\.self) == [
                .interaction(
                    MessageInteraction(
                        kind: .doubleTap, message: .fake(1, "h2"), component: .avatar, cell: Point(x: 5, y: 7))),
                .replyRequested(.fake(1, "h2")),
            ])
        click(5 + 6, 1 + 9, button: 2)
        if case .menuRequested(let menu) = rig.log.events.last {
            #expect(menu.message.id == id(2) && menu.component == .content && menu.cell == Point(x: 11, y: 10))
        } else {
            Issue.record("no menu")
        }
        rig.flow.pointer(MouseEvent(button: 0, action: .press, position: Point(x: 11, y: 10)), in: area)
        let before = rig.log.events.count
        rig.loop.advance(500)
        #expect(rig.log.events.count == before + 2)
        // Above the rows there is nothing; outside is not ours.
        rig.flow.pointer(MouseEvent(button: 0, action: .release, position: Point(x: 11, y: 10)), in: area)
        click(8, 2)
        rig.loop.advance(400)
        #expect(rig.log.events.count == before + 2)
        #expect(!rig.flow.pointer(MouseEvent(button: 0, action: .press, position: Point(x: 0, y: 0)), in: area))
    }

    @Test func theWheelScrolls() {
        let rig = FlowRig(count: 200)
        rig.show()
        rig.flow.pointer(MouseEvent(button: 0, action: .wheelUp, position: Point(x: 1, y: 1)), in: rig.area)
        #expect(rig.rows.first == "188@0")
        rig.flow.pointer(MouseEvent(button: 0, action: .wheelDown, position: Point(x: 1, y: 1)), in: rig.area)
        #expect(rig.flow.isAtTail)
    }

    @Test func progressIsTold() {
        final class Half: MessageServicePreparation {
            func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask) {
                task.progress(0.5)
                task.finish(message)
            }
        }
        let rig = FlowRig(count: 0, preparations: [Half()])
        rig.flow.perform(.send, on: .fake(1))
        #expect(
            rig.log.events == [.actionProgress(.send, id(1), 0.5), .actionFinished(.send, id(1), .success(.fake(1)))])
        #expect(rig.flow.windowCount == 0)
    }
}
