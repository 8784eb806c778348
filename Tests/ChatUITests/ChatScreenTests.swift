import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct ChatScreenTests {
    // MARK: Sending and drafts

    @Test func enterSendsAndEmptiesTheComposer() {
        let stage = Stage()
        stage.press("\"hello", "Enter")
        #expect(stage.deeds == [.send(text: "hello", session: Stage.id(.group, "7"), replyTo: nil)])
        #expect(stage.screen.composer.isEmpty)
        #expect(stage.press("Enter") == [])
        #expect(stage.press("\"  ", "Enter").contains { if case .send = $0 { true } else { false } } == false)
    }

    @Test func newLinesStayInTheMessage() {
        let stage = Stage()
        stage.press("\"a", "Alt-Enter", "\"b", "Ctrl-J", "\"c", "Enter")
        #expect(stage.deeds == [.send(text: "a\nb\nc", session: Stage.id(.group, "7"), replyTo: nil)])
    }

    @Test func everyChangeOfTheTextIsADraftToStore() {
        let stage = Stage()
        let id = Stage.id(.group, "7")
        #expect(stage.press("\"h") == [.draftChanged(id, Draft(text: "h", caret: 1))])
        // The caret is part of it, and moving it is no typing.
        #expect(stage.press("←") == [.draftChanged(id, Draft(text: "h", caret: 0))])
        #expect(stage.press("←") == [])
        #expect(stage.press("Del") == [.draftChanged(id, nil)])
    }

    @Test func draftsStayWithTheirSessions() {
        let stage = Stage()
        stage.press("\"for the crew", "Ctrl-N")
        #expect(stage.screen.currentSession == Stage.id(.group, "8"))
        #expect(stage.screen.composer.isEmpty)
        stage.press("\"bots", "Ctrl-P")
        #expect(stage.screen.composer.string == "for the crew")
        stage.press("Ctrl-N")
        #expect(stage.screen.composer.string == "bots")
    }

    @Test func aStoredDraftIsThereAgain() {
        let stage = Stage()
        _ = stage.screen.open(Stage.id(.peer, "3"), now: stage.now)
        #expect(stage.screen.composer.string == "half a")
        #expect(stage.screen.composer.caret == 6)
        // A late list from the host does not overwrite what is being written.
        stage.press("\"nd")
        stage.screen.update(sessions: Stage.sessions)
        #expect(stage.screen.composer.string == "half and")
    }

    @Test func tooLargeIsRefusedAndKept() {
        var configuration = ChatConfiguration()
        configuration.sizeLimit = 10
        let stage = Stage(configuration: configuration)
        stage.press("\"12345678901", "Enter")
        #expect(stage.deeds == [])
        #expect(stage.screen.composer.string == "12345678901")
        #expect(picture(stage.draw(80, 24)).contains("11 of 10 bytes"))
    }

    @Test func whatCouldNotBeSentComesBackBeforeWhatWasWrittenSince() {
        let stage = Stage()
        let crew = Stage.id(.group, "7")
        stage.press("\"first", "Enter", "\"second")
        stage.screen.giveBack("first", in: crew)
        #expect(stage.screen.composer.string == "first\nsecond")
        stage.press("Ctrl-N")
        stage.screen.giveBack("third", replyTo: "o1", in: crew)
        stage.wait(1)
        let draft = Draft(text: "third\nfirst\nsecond", caret: 18, replyTo: "o1")
        #expect(stage.effects.contains(.draftChanged(crew, draft)))
        stage.press("Ctrl-P")
        #expect(stage.screen.composer.draft == draft)
    }

    @Test func nothingIsSentIntoTheSystemSession() {
        let stage = Stage()
        _ = stage.screen.open(Stage.id(.system, ""), now: stage.now)
        stage.press("\"hello", "Enter")
        #expect(stage.deeds == [])
        #expect(stage.screen.composer.isEmpty)
    }

    @Test func typingIsToldNowAndThen() {
        let stage = Stage()
        let chen = Stage.id(.peer, "2")
        _ = stage.screen.open(chen, now: stage.now)
        stage.press("\"abc")
        #expect(stage.effects.filter { $0 == .typing(chen, true) }.count == 1)
        stage.wait(ChatScreen.typingInterval)
        #expect(stage.press("\"d").contains(.typing(chen, true)))
        #expect(stage.press("Ctrl-U").contains(.typing(chen, false)))
    }

    // MARK: Commands

    @Test func mistypedCommandsAreNotSentWithoutAsking() {
        let stage = Stage()
        stage.press("\"/qiut", "Enter")
        #expect(stage.deeds == [])
        #expect(picture(stage.draw(80, 24)).contains("Did you mean /quit"))
        stage.press("Enter")
        #expect(stage.deeds == [] && stage.screen.composer.string == "/qiut")
        stage.press("Enter", "y")
        #expect(stage.deeds == [.send(text: "/qiut", session: Stage.id(.group, "7"), replyTo: nil)])
    }

    @Test(arguments: [
        ("leave", SlashCommand.Group.leave, "Leave this group?"),
        ("disband", .disband, "End this group for all its members?"),
    ])
    func groupsAreNotLeftWithoutAsking(_ verb: String, _ deed: SlashCommand.Group, _ question: String) {
        let stage = Stage()
        let group = Stage.id(.group, "7")
        stage.press("\"/group \(verb)", "Enter")
        #expect(stage.deeds == [])
        let shown = picture(stage.draw(80, 24))
        #expect(shown.contains(question) && shown.contains("design-crew"))
        stage.press("Enter")
        #expect(stage.deeds == [], "Enter alone means no")
        stage.press("\"/group \(verb)", "Enter", "n")
        #expect(stage.deeds == [])
        stage.press("\"/group \(verb)", "Enter", "y")
        #expect(stage.deeds == [.runCommand(.group(deed), in: group)])
        _ = stage.screen.open(Stage.id(.peer, "3"), now: stage.now)
        stage.press("Ctrl-U", "\"/group \(verb)", "Enter")
        #expect(stage.deeds == [.runCommand(.group(deed), in: Stage.id(.peer, "3"))], "the host says what is missing")
    }

    @Test func aNoticeLeavesTheConnectionInSight() {
        let stage = Stage()
        stage.screen.update(connection: .offline(reason: nil))
        let words = picture(stage.draw(80, 24)).contains("○ offline")
        stage.screen.notify("a notice", now: stage.now)
        #expect(words && picture(stage.draw(80, 24)).contains("○ offline · a notice"))
        let narrow = picture(stage.draw(20, 24))
        #expect(narrow.contains("○ a notice") && !narrow.contains("offline"))
    }

    @Test func commandsAreDone() {
        let stage = Stage()
        stage.press("\"/quit", "Enter")
        #expect(stage.deeds == [.quit])
        stage.press("\"/go maria", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        stage.press("Ctrl-U", "\"/join 42", "Enter")
        let opens = ChatEffect.runCommand(.message(address: "room:42", text: nil), in: Stage.id(.peer, "3"))
        #expect(stage.deeds == [.enterRoom("42"), opens])
        stage.press("\"/join 9", "Enter")
        #expect(stage.deeds == [.enterRoom("9"), .openSession(Stage.id(.room, "9"))])
        _ = stage.screen.open(Stage.id(.peer, "3"), now: stage.now)
        stage.press("\"//slash", "Enter")
        #expect(stage.deeds == [.send(text: "/slash", session: Stage.id(.peer, "3"), replyTo: nil)])
        stage.press("\"/go nowhere", "Enter")
        // A name that is not in the list may still be known to the directory.
        #expect(
            stage.deeds == [
                .runCommand(.message(address: "nowhere", text: nil), in: Stage.id(.peer, "3"))
            ])
    }

    @Test func tabCompletesCommandsNamesAndEmoji() {
        let stage = Stage()
        stage.screen.update(contacts: [
            Contact(id: ContactID("3"), name: "Maria"), Contact(id: ContactID("4"), name: "Mark\u{1B}[2J"),
        ])
        stage.press("\"/qui", "Tab")
        #expect(stage.screen.composer.string == "/quit ")
        stage.press("Ctrl-U", "\"hi @mari", "Tab")
        #expect(stage.screen.composer.string == "hi @Maria ")
        stage.press("\"@ma", "↓", "Enter")
        #expect(stage.screen.composer.string.hasPrefix("hi @Maria @Mark"))
        #expect(!stage.screen.composer.string.contains("\u{1B}"))
        stage.press("Ctrl-U", "\":rocke", "Tab")
        #expect(stage.screen.composer.string == "🚀")
        let before = stage.screen.currentSession
        stage.press("Ctrl-U", "Tab", "Tab")
        #expect(stage.screen.currentSession == before)
    }

    @Test func aUsageThatDoesNotFitIsExplainedAtLength() {
        let stage = Stage()
        stage.send(.resize(Size(width: 80, height: 24)))
        stage.press("\"/group create", "Enter")
        #expect(picture(stage.draw(80, 24)).contains("make and change groups"))
        stage.press("Esc", "Ctrl-U", "\"/join", "Enter")
        #expect(picture(stage.draw(80, 24)).contains("Usage: /join ROOM"))
    }

    /// A notice lets the hints stand where there is room, and goes by itself where not.
    @Test func hintsStandBesideNoticesAndComeBack() {
        let stage = Stage()
        stage.press("\"/join", "Enter", "Ctrl-U")
        #expect(picture(stage.draw(120, 24)).contains("Usage: /join ROOM · "))
        #expect(picture(stage.draw(120, 24)).contains("F1 help"))
        #expect(!picture(stage.draw(60, 24)).contains("online as alice · 50 unread elsewhere (F3)"))
        stage.wait(ChatScreen.noticeLife)
        #expect(picture(stage.draw(60, 24)).contains("online as alice · 50 unread elsewhere (F3)"))
    }

    // MARK: Sessions

    @Test func nextUnreadByPriorityAndBack() {
        let stage = Stage()
        let start = stage.screen.currentSession
        stage.press("F3")
        #expect(stage.screen.currentSession == Stage.id(.peer, "2"))
        var read = Stage.sessions
        read[0].unreadCount = 0
        stage.screen.update(sessions: read)
        stage.press("Alt-A")
        #expect(stage.screen.currentSession == Stage.id(.room, "9"))
        read[2].unreadCount = 0
        stage.screen.update(sessions: read)
        stage.press("F3")
        #expect(stage.screen.currentSession == start)
        stage.press("F3")
        #expect(stage.screen.currentSession == start)
    }

    @Test func sessionsByNumberAndInTime() {
        let stage = Stage()
        stage.press("Alt-3")
        #expect(stage.screen.currentSession == Stage.id(.room, "9"))
        stage.press("Alt-J", "\"02")
        #expect(stage.screen.currentSession == Stage.id(.group, "8"))
        #expect(!stage.screen.hasOverlay)
        stage.press("F4")
        #expect(stage.screen.currentSession == Stage.id(.room, "9"))
        stage.press("F4")
        #expect(stage.screen.currentSession == Stage.id(.group, "8"))
        stage.press("\"/go 1", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.group, "7"))
        stage.press("Alt-0")
        #expect(stage.screen.currentSession == Stage.id(.group, "7"))
    }

    @Test func theSwitcherFindsSessionsContactsAndCommands() {
        let stage = Stage()
        stage.screen.update(contacts: [Contact(id: ContactID("77"), name: "Zoe")])
        stage.press("F2", "\"mar", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        stage.press("F2", "\"zoe", "Enter")
        #expect(stage.deeds == [.runCommand(.message(address: "peer:77", text: nil), in: Stage.id(.peer, "3"))])
        stage.press("F2", "\"/quit", "Enter")
        #expect(stage.deeds == [.quit])
        stage.press("Ctrl-U", "Ctrl-K")
        #expect(stage.screen.hasOverlay)
        stage.send(.key(KeyPress(.escape, .alt)))
        #expect(!stage.screen.hasOverlay)
    }

    @Test func theSwitcherFindsWhatComesInWhileItIsOpen() {
        let stage = Stage()
        let all = stage.screen.sessions
        stage.screen.update(sessions: all.filter { $0.id.kind != .peer })
        stage.press("F2", "\"Maria")
        stage.screen.update(sessions: all)
        stage.press("Enter")
        #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        // What is chosen stays chosen, whoever joins.
        stage.press("F2", "\"design", "↓")
        guard case .choices(let list) = stage.screen.overlays.last else { return #expect(Bool(false), "no list") }
        stage.screen.update(contacts: [Contact(id: ContactID("77"), name: "design")])
        stage.screen.update(sessions: all.reversed())
        guard case .choices(let later) = stage.screen.overlays.last else { return #expect(Bool(false), "no list") }
        #expect(later.selectedItem == list.selectedItem)
        #expect(later.shown.count == list.shown.count + 1)
    }

    @Test func theListHasFilterPinAndMute() {
        let stage = Stage()
        stage.draw(80, 24)
        stage.press("F9", "/", "\"mari", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        stage.press("F9", "Esc", "F9", "g", "m")
        #expect(stage.deeds == [.setMuted(Stage.id(.group, "7"), true)])
        stage.press("p")
        #expect(stage.deeds == [.setPinned(Stage.id(.group, "7"), false)])
        stage.press("j", "j", "Enter")
        #expect(stage.screen.currentSession == Stage.id(.room, "9"))
        #expect(stage.screen.currentFocus == .composer)
    }

    // MARK: Leaving

    @Test func controlCClearsThenAsks() {
        let stage = Stage()
        stage.press("\"text", "Ctrl-C")
        #expect(stage.screen.composer.isEmpty && !stage.screen.hasOverlay)
        stage.press("Ctrl-C")
        #expect(stage.deeds == [] && stage.screen.hasOverlay)
        stage.press("n")
        #expect(stage.deeds == [] && !stage.screen.hasOverlay)
        stage.press("Ctrl-C", "y")
        #expect(stage.deeds == [.quit])
        #expect(Stage().press("Ctrl-Q") == [.quit])
        #expect(Stage().press("Ctrl-Z") == [.suspend])
        #expect(Stage().press("Ctrl-L") == [.redraw])
    }

    // MARK: Time

    @Test func noticesAndTypingNotesGoByThemselves() {
        let stage = Stage()
        #expect(stage.screen.nextDeadline == nil)
        stage.screen.notify("a notice", now: stage.now)
        stage.screen.typing(true, name: "Maria", in: Stage.id(.group, "7"), now: stage.now)
        #expect(picture(stage.draw(80, 24)).contains("a notice"))
        #expect(picture(stage.draw(80, 24)).contains("Maria is typing…"))
        #expect(stage.screen.nextDeadline == stage.now + ChatScreen.noticeLife)
        stage.wait(ChatScreen.noticeLife)
        #expect(stage.screen.needsDisplay)
        #expect(!picture(stage.draw(80, 24)).contains("a notice"))
        stage.wait(ChatScreen.typingLife)
        #expect(!picture(stage.draw(80, 24)).contains("typing"))
        #expect(stage.screen.nextDeadline == nil)
    }

    @Test func nothingHappensMeansNothingToDraw() {
        let stage = Stage()
        stage.draw(80, 24)
        stage.send(.focus(true))
        stage.send(.reply(.cursor(Point(x: 0, y: 0))))
        #expect(!stage.screen.needsDisplay)
        stage.wait(60_000)
        #expect(!stage.screen.needsDisplay)
    }

    // MARK: Remote text

    @Test func noRemoteTextReachesACellUncleaned() {
        let evil = "x\u{1B}]0;t\u{7}\u{9B}2J\u{202E}y\r\n\0\u{8}"
        let sessions = SessionKind.allCases.map { kind in
            Session(
                id: Stage.id(kind, evil), name: kind == .room ? nil : evil, unreadCount: 1, preview: evil,
                lastActivity: 1, capabilities: [.send, .typing])
        }
        let stage = Stage(sessions: sessions)
        stage.screen.update(contacts: [Contact(id: ContactID(evil), name: evil)])
        stage.screen.update(connection: .waiting(seconds: 3, reason: evil))
        stage.screen.typing(true, name: evil, in: sessions[0].id, now: stage.now)
        stage.screen.showPanel(title: evil, lines: [evil])
        var buffers = [stage.draw(100, 30)]
        stage.press("Esc", "F2")
        buffers.append(stage.draw(100, 30))
        stage.press("Esc")
        stage.paste(evil)
        buffers.append(stage.draw(100, 30))
        stage.screen.notify(evil, now: stage.now)
        buffers.append(stage.draw(100, 30))
        for buffer in buffers {
            for cell in buffer.cells {
                for scalar in cell.cluster.unicodeScalars {
                    let value = scalar.value
                    #expect(value >= 0x20 && !(0x7F..<0xA0).contains(value) && !(0x202A...0x202E).contains(value))
                }
            }
        }
        #expect(!stage.screen.title.string.contains("\u{1B}"))
    }
}
