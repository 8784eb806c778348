import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// The table of keys as it is promised, row by row, each key by what it does on a screen.
@Suite struct KeyTableTests {
    /// Keys that all do the same, what stands before them, and how it is seen that they did it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let keys: [[String]]
        var before: [[String]] = [[]]
        /// Whether it is seen only after the list has fetched.
        var settles = false
        let isDone: @Sendable (FlowStage) -> Bool
        var testDescription: String { name }
    }

    private static let many = (1...60).map { number in
        FlowStage.message(number, "line \(number)", own: number == 55, mentionsMe: number == 20 || number == 58)
    }
    /// Every focus: the composer empty and not, the messages, the list, a menu, a panel, the switcher.
    private static let everywhere = [
        [], ["\"words"], ["Alt-↑"], ["F9"], ["↑", "Space"], ["F1"], ["F2", "\"m"], ["Ctrl-S", "\"words"],
        ["F9", "/", "\"i"],
    ]
    private static let withoutOverlay = [[], ["\"words"], ["Alt-↑"], ["F9"]]
    private static func opened(_ number: Int) -> @Sendable (FlowStage) -> Bool {
        { $0.stage.screen.currentSession == $0.stage.screen.sessions[number - 1].id }
    }
    private static func tops(_ purpose: ChoiceList.Purpose) -> @Sendable (FlowStage) -> Bool {
        { if case .choices(let list)? = $0.stage.screen.overlays.last { list.purpose == purpose } else { false } }
    }
    private static func prompts(_ purpose: Prompt.Purpose) -> @Sendable (FlowStage) -> Bool {
        { if case .prompt(let prompt)? = $0.stage.screen.overlays.last { prompt.purpose == purpose } else { false } }
    }
    private static func does(_ effect: ChatEffect) -> @Sendable (FlowStage) -> Bool {
        { $0.stage.effects.contains(effect) }
    }
    private static func selects(_ number: Int) -> @Sendable (FlowStage) -> Bool {
        { $0.crewFlow?.selectedMessageID == MessageID("\(number)") }
    }
    private static func shows(_ number: Int) -> @Sendable (FlowStage) -> Bool {
        { $0.crewFlow?.visibleMessageIDs.contains(MessageID("\(number)")) == true }
    }

    static let rows: [Row] = [
        Row(name: "next session", keys: [["Alt-→"]], before: everywhere, isDone: opened(2)),
        // In menus and lists these are down and up.
        Row(name: "next session without Alt", keys: [["Ctrl-N"]], before: withoutOverlay, isDone: opened(2)),
        Row(
            name: "previous session", keys: [["Alt-←"]], before: everywhere.filter { !$0.contains("/") },
            isDone: opened(7)),
        Row(name: "previous session without Alt", keys: [["Ctrl-P"]], before: withoutOverlay, isDone: opened(7)),
        Row(name: "next unread", keys: [["Alt-A"], ["F3"]], before: everywhere, isDone: { $0.isAt(.peer, "2") }),
        Row(
            name: "session 3", keys: [["Alt-3"], ["Alt-J", "3"], ["Alt-J", "0", "3"]], before: withoutOverlay,
            isDone: opened(3)),
        Row(name: "session 3 by command", keys: [["\"/go 3", "Enter"]], isDone: opened(3)),
        Row(name: "switcher", keys: [["F2"]], before: everywhere.filter { $0.first != "F2" }, isDone: tops(.switcher)),
        Row(
            name: "switcher on empty input", keys: [["Ctrl-K"]], before: [[], ["Alt-↑"], ["F9"]],
            isDone: tops(.switcher)),
        Row(
            name: "previous session in time", keys: [["Alt-/"], ["F4"]],
            before: everywhere.map { ["Alt-4", "Alt-2"] + $0 }, isDone: opened(4)),
        Row(name: "page up", keys: [["PgUp"]], before: [[], ["\"words"], ["Alt-↑"]], isDone: { !shows(60)($0) }),
        Row(
            name: "page down", keys: [["PgDn"]], before: [["PgUp"], ["\"words", "PgUp"], ["Alt-↑", "PgUp"]],
            isDone: shows(60)),
        Row(
            name: "line up", keys: [["Alt-PgUp"], ["Ctrl-PgUp"]], before: withoutOverlay,
            isDone: { $0.crewFlow?.isAtTail == false && shows(59)($0) }),
        Row(
            name: "line down", keys: [["Alt-PgDn"], ["Ctrl-PgDn"]], before: withoutOverlay.map { $0 + ["Alt-PgUp"] },
            isDone: { $0.crewFlow?.isAtTail == true }),
        Row(name: "top", keys: [["Alt-Home"], ["Ctrl-Home"]], before: withoutOverlay, settles: true, isDone: shows(1)),
        Row(
            name: "bottom", keys: [["Alt-End"], ["Ctrl-End"]], before: withoutOverlay.map { $0 + ["Ctrl-Home"] },
            isDone: shows(60)),
        Row(name: "to the new line", keys: [["Alt-U"], ["F5"]], before: withoutOverlay, isDone: shows(31)),
        Row(
            name: "previous mention", keys: [["Alt-P"], ["F6"]], before: [[], ["\"words"], ["F9"]], isDone: selects(58)),
        Row(
            name: "previous mention again", keys: [["Alt-P"], ["F6"]], before: [["F6"]], isDone: selects(20)),
        Row(name: "next mention", keys: [["Alt-N"], ["F7"]], before: [["F6", "F6"]], isDone: selects(58)),
        Row(name: "select", keys: [["Alt-↑"]], before: [[], ["\"words"], ["F9"]], isDone: selects(60)),
        Row(name: "select on empty input", keys: [["↑"]], isDone: selects(60)),
        Row(name: "selection up", keys: [["↑"], ["k"]], before: [["↑"]], isDone: selects(59)),
        Row(name: "selection down", keys: [["↓"], ["j"]], before: [["↑", "k", "k"]], isDone: selects(59)),
        Row(
            name: "selection first", keys: [["g"], ["Home"]], before: [["↑"]],
            isDone: {
                $0.crewFlow?.selectedMessageID == $0.crewFlow?.windowMessages.first?.id
            }),
        Row(name: "selection last", keys: [["G"], ["End"]], before: [["↑", "g"]], isDone: selects(60)),
        Row(
            name: "back", keys: [["Esc"]], before: [["↑"], ["F9"], ["F9", "/", "Esc"]],
            isDone: { $0.stage.screen.currentFocus == .composer }),
        Row(name: "tap", keys: [["Enter"]], before: [["↑"]], isDone: { $0.stage.screen.hasOverlay }),
        Row(name: "reply", keys: [["r"]], before: [["↑"]], isDone: { $0.stage.screen.composer.replyTo == "o60" }),
        Row(
            name: "menu", keys: [["Space"]], before: [["↑"]],
            isDone: {
                if case .choices(let list)? = $0.stage.screen.overlays.last { list.items.count > 4 } else { false }
            }),
        Row(
            name: "quote", keys: [[">"], ["Space", ">"]], before: [["↑"]],
            isDone: { $0.stage.screen.composer.string == "> line 60\n" }),
        Row(
            name: "copy", keys: [["y"], ["Space", "y"]], before: [["↑"]], isDone: does(.copy("line 60", said: "Copied"))
        ),
        Row(name: "save", keys: [["s"], ["Space", "s"]], before: [["↑"]], isDone: { $0.service.done == ["save 60"] }),
        Row(
            name: "forward", keys: [["f"], ["Space", "f"]], before: [["↑"]],
            isDone: {
                if case .choices(let list)? = $0.stage.screen.overlays.last { list.filter != nil } else { false }
            }),
        Row(
            name: "revoke", keys: [["D", "y"], ["Space", "D", "y"]], before: [["↑", "k", "k", "k", "k", "k"]],
            isDone: { $0.service.done == ["revoke 55"] }),
        Row(
            name: "delete", keys: [["d", "y"], ["Space", "d", "y"]], before: [["↑"]],
            isDone: { $0.service.done == ["delete 60"] }),
        Row(
            name: "details", keys: [["i"], ["Space", "i"]], before: [["↑"]],
            isDone: { if case .panel? = $0.stage.screen.overlays.last { true } else { false } }),
        Row(
            name: "earlier input", keys: [["Ctrl-↑"], ["↑"]], before: [["\"sent", "Enter", "\"words"]],
            isDone: { $0.stage.screen.composer.string == "sent" }),
        Row(
            name: "later input", keys: [["Ctrl-↓"], ["↓"]], before: [["\"sent", "Enter", "\"words", "Ctrl-↑"]],
            isDone: { $0.stage.screen.composer.string == "words" }),
        Row(name: "search here", keys: [["Ctrl-S"]], before: [[], ["Alt-↑"], ["F9"]], isDone: prompts(.searchHere)),
        Row(
            name: "search everywhere", keys: [["Ctrl-F"]], before: [[], ["Alt-↑"], ["F9"]],
            isDone: prompts(.searchEverywhere)),
        Row(
            name: "send", keys: [["Enter"]], before: [["\"words"]],
            isDone: does(.send(text: "words", session: FlowStage.crew, replyTo: nil))),
        Row(
            name: "new line", keys: [["Alt-Enter"], ["Ctrl-J"]], before: [["\"words"]],
            isDone: { $0.stage.screen.composer.string == "words\n" }),
        Row(
            name: "editor", keys: [["Ctrl-O"]], before: [["\"words"]],
            isDone: does(.editExternally(FlowStage.crew, "words"))),
        Row(
            name: "history search", keys: [["Ctrl-R"]],
            before: [["\"sent", "Enter"], ["\"sent", "Enter", "\"words"]], isDone: tops(.history)),
        Row(name: "undo", keys: [["Ctrl-_"]], before: [["\"words"]], isDone: { $0.stage.screen.composer.isEmpty }),
        Row(
            name: "complete", keys: [["Tab"]], before: [["\"/qui"]],
            isDone: { $0.stage.screen.composer.string == "/quit " }),
        Row(
            name: "help", keys: [["F1"]], before: everywhere.filter { $0 != ["F1"] },
            isDone: { if case .panel? = $0.stage.screen.overlays.last { true } else { false } }),
        Row(
            name: "help in a list", keys: [["?"]], before: [["Alt-↑"], ["F9"]],
            isDone: { if case .panel? = $0.stage.screen.overlays.last { true } else { false } }),
        Row(name: "redraw", keys: [["Ctrl-L"]], before: everywhere, isDone: does(.redraw)),
        Row(name: "suspend", keys: [["Ctrl-Z"]], before: everywhere, isDone: does(.suspend)),
        Row(
            name: "quit", keys: [["Ctrl-Q"]], before: everywhere + [["Ctrl-C"], ["\"/qiut", "Enter"]],
            isDone: does(.quit)),
        Row(name: "quit by command", keys: [["\"/quit", "Enter"]], isDone: does(.quit)),
        Row(
            name: "clear", keys: [["Ctrl-C"]], before: [["\"words"]],
            isDone: { $0.stage.screen.composer.isEmpty && !$0.stage.screen.hasOverlay }),
        Row(
            name: "ask to quit", keys: [["Ctrl-C"]], before: [[], ["\"words", "Ctrl-C"]],
            isDone: {
                if case .question(let question)? = $0.stage.screen.overlays.last {
                    question.purpose == .quit
                } else {
                    false
                }
            }),
    ]

    @Test(arguments: rows)
    func everyKeyOfTheTableDoesWhatItSays(_ row: Row) {
        for before in row.before {
            for keys in row.keys {
                var sessions = FlowStage.sessions
                sessions[1].unreadCount = 30
                sessions[1].lastRead = MessageID("30")
                let flow = FlowStage(messages: Self.many, sessions: sessions)
                flow.settle()
                for key in before {
                    flow.stage.press(key)
                    flow.settle()
                }
                for key in keys { flow.stage.press(key) }
                let effects = flow.stage.effects
                if row.settles { flow.settle() }
                #expect(row.isDone(flow), "\(keys) after \(before), \(effects)")
            }
        }
    }

    @Test func clicksTapReplyAndOpenTheMenu() {
        func stage() -> (FlowStage, Point) {
            let flow = FlowStage(messages: Self.many)
            flow.settle()
            let rows = picture(flow.stage.draw(80, 24)).split(separator: "\n", omittingEmptySubsequences: false)
            return (flow, Point(x: 32, y: rows.firstIndex { $0.contains("line 57") } ?? 0))
        }
        func click(_ flow: FlowStage, _ button: Int, _ place: Point, times: Int = 1, hold: Int64 = 0) {
            for _ in 0..<times {
                flow.stage.send(.mouse(MouseEvent(button: button, action: .press, position: place)))
                flow.scheduler.turn(hold)
                flow.stage.send(.mouse(MouseEvent(button: button, action: .release, position: place)))
            }
            flow.scheduler.turn(1000)
        }
        let (tapped, place) = stage()
        click(tapped, 0, place)
        #expect(tapped.stage.screen.hasOverlay)
        let (doubled, _) = stage()
        click(doubled, 0, place, times: 2)
        #expect(doubled.stage.screen.composer.replyTo == "o57")
        for (button, hold) in [(2, 0), (0, 900)] as [(Int, Int64)] {
            let (pressed, _) = stage()
            click(pressed, button, place, hold: hold)
            guard case .choices(let list)? = pressed.stage.screen.overlays.last, case .menu = list.purpose else {
                Issue.record("button \(button) held for \(hold) opens no menu")
                continue
            }
        }
    }

    /// Every action takes another key in every focus where it has one, and does there what it did.
    @Test func everyActionIsRebindable() throws {
        let spare = KeyName.parse("F20")!
        for (context, rows) in KeyMap.defaults {
            for (action, _) in rows {
                var map = KeyMap()
                try map.bind(key: "F20", to: action.rawValue, in: context.rawValue)
                #expect(map.action(for: spare, in: [context]) == action)
                #expect(map.dump.contains("\(context.rawValue)\tF20\t\(action.rawValue)"))
            }
        }
    }

    /// All that keys do is a command too.
    @Test func everyActionIsACommand() {
        for action in KeyAction.allCases {
            #expect(SlashCommandParser.read("/do \(action.rawValue)") == .command(.act(action)))
        }
        let flow = FlowStage(messages: Self.many)
        flow.settle()
        flow.stage.press("\"/save", "Enter")
        #expect(flow.service.done == ["save 60"])
        flow.stage.press("\"x", "Esc", "Ctrl-U", "\"/do next-unread", "Enter")
        #expect(flow.isAt(.peer, "2"))
        flow.stage.press("Alt-1", "\"/do reply", "Enter")
        #expect(flow.stage.screen.composer.replyTo == "o60")
    }

    @Test func functionsWithArgumentsAreBound() throws {
        var configuration = ChatConfiguration()
        try configuration.keys.bind(key: "F20", to: "/go 3", in: "global")
        try configuration.keys.bind(key: "F21", to: "insert on my way", in: "composer")
        try configuration.keys.bind(key: "F22", to: "/theme", in: "always")
        let flow = FlowStage(messages: Self.many, configuration: configuration)
        flow.settle()
        flow.stage.press("F20")
        #expect(Self.opened(3)(flow))
        flow.stage.press("F21")
        #expect(flow.stage.screen.composer.string == "on my way")
        for before in Self.withoutOverlay {
            for key in before { flow.stage.press(key) }
            flow.stage.press("F22")
            #expect(Self.tops(.settings)(flow))
            flow.stage.press("Esc", "Esc")
        }
    }

    /// Where no key without Alt stands in a context, one of a context that is asked there too has to.
    @Test func everyActionHasAKeyWithoutAltInEachFocusOfItsOwn() {
        let map = KeyMap()
        for (context, rows) in KeyMap.defaults {
            for (action, names) in rows where action.slashCommand == nil && action != .selectMessages {
                let isFree = names.contains { !$0.hasPrefix("Alt-") }
                #expect(
                    isFree || map.keys(for: action).contains { !$0.modifiers.contains(.alt) }, "\(action) in \(context)"
                )
            }
        }
    }
}

extension FlowStage {
    /// The list of the group at hand.
    var crewFlow: MessageFlowController? { flows[FlowStage.crew] }

    func isAt(_ kind: SessionKind, _ target: String) -> Bool { stage.screen.currentSession == Stage.id(kind, target) }
}
