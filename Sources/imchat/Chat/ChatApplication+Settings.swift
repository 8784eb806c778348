import Cells
import ChatEngines
import ChatUI
import CursesBackend
import EventLoop
import IMModel
import MessageFlow

extension ColorDepth {
    /// How many colours there are.
    var colors: Int {
        switch self {
        case .none: 0
        case .eight: 8
        case .sixteen: 16
        case .palette: 256
        case .trueColor: 1 << 24
        }
    }
}

/// What the settings lead to, at the start and when they change.
extension ChatApplication {
    /// Colours that the terminal shows.
    private var colors: Int { terminal.colorDepth.colors }

    /// What the screen is made with.
    func screenConfiguration() -> ChatConfiguration {
        var configuration = ChatConfiguration()
        configuration.strings = Strings.table(preferences.language)
        configuration.theme = preferences.theme(colors: colors)
        configuration.keys = preferences.settings.keys
        configuration.policy = preferences.policy
        configuration.sessionListWidth = preferences.settings.sessionListWidth
        configuration.notifications = preferences.notifications
        if isReadOnly {
            configuration.readsAlong = true
            // The client that holds the account rings.
            configuration.notifications.rings = false
            configuration.notifications.tellsDesktop = false
        }
        configuration.localTime = LocalTimes.at
        configuration.settings = preferences.settings
        configuration.themes = ["auto"] + preferences.files.themeNames
        configuration.ownName = source.accountName
        return configuration
    }

    /// What message rows are made with.
    func flowLook() -> FlowCache.Look {
        var strings = FlowStrings.table(preferences.language)
        strings.me = engine?.me.id
        strings.keys = preferences.settings.keys.flowKeys
        return FlowCache.Look(
            configuration: preferences.sessionConfiguration(), style: preferences.theme(colors: colors).flow,
            policy: preferences.policy, strings: strings)
    }

    /// Brings changed settings, or what was learned of the terminal, to the screen.
    func applySettings() {
        screen.configuration = screenConfiguration()
        flows.take(flowLook())
        if isMouseOn != preferences.settings.mouse {
            isMouseOn = preferences.settings.mouse
            terminal.setMouse(isMouseOn)
        }
        engine?.setRetention(retention)
        update()
    }

    /// How long messages are kept.
    var retention: Retention {
        Retention(days: preferences.settings.keepDays, messages: preferences.settings.keepMessages)
    }

    /// `/set`, `/theme` and `/mouse`: in force at once, and kept.
    func set(_ name: String, _ value: String) {
        let trouble = preferences.set(name, value)
        applySettings()
        if let trouble { return say(trouble, isTrouble: true) }
        guard let key = SettingKey.named(name) else { return }
        if key.name == "theme", !preferences.themeProblems.isEmpty { return tell(preferences.themeProblems) }
        say("\(key.name) = \(key.value(in: preferences.settings))")
    }

    /// Says what is wrong with the configuration: one line in the status line, all of them in a panel.
    func tellProblems() { tell(preferences.problems) }

    private func tell(_ problems: [String]) {
        guard let first = problems.first else { return }
        if problems.count == 1 { return say(first, isTrouble: true) }
        screen.showPanel(title: words.configuration.string, lines: problems)
        update()
    }

    /// Tells the desktop, by the sequence that this terminal is known to understand.
    func notify(_ title: SafeText, _ body: SafeText) {
        let transport: DesktopNotification.Transport?
        switch preferences.settings.desktop {
        case .automatic:
            transport = .guess(
                term: ProcessEnvironment.variable("TERM"),
                program: ProcessEnvironment.variable("LC_TERMINAL") ?? ProcessEnvironment.variable("TERM_PROGRAM"))
        case .osc9: transport = .osc9
        case .osc777: transport = .osc777
        case .osc99: transport = .osc99
        case .off: transport = nil
        }
        if let transport { terminal.notify(DesktopNotification(title: title, body: body), by: transport) }
    }

    /// The page of the very first start, once.
    func welcome() {
        // The page tells of the server of this machine and who lives there.
        guard lines == nil, case .embedded = source, !isReadOnly, !preferences.settings.skipsWelcome,
            !Paths.exists(welcomeMark)
        else { return }
        try? Files.writeAtomically(welcomeMark, [], mode: 0o600)
        screen.showWelcome()
    }

    /// What list, layouts and loop have done so far.
    func showCounters(_ session: SessionID?) {
        var lines = ["loop turns: \(loop.turns)", "timers: \(loop.scheduledCount)"]
        if let session, let flow = flows.existing(session) {
            for child in Mirror(reflecting: flow.counters).children {
                lines.append("list \(child.label ?? "?"): \(child.value)")
            }
        }
        if let session, let counters = flows.layoutCounters(of: session) {
            for child in Mirror(reflecting: counters).children {
                lines.append("layout \(child.label ?? "?"): \(child.value)")
            }
        }
        screen.showPanel(
            title: words.counters.string,
            lines: lines + (engine?.facts ?? []) + [""] + screen.pastNotices.reversed().map(\.string)
                + log.lines.reversed())
        update()
    }

    // MARK: What the terminal can do

    /// Asks the terminal; the first paint is done by now.
    func startProbe() {
        guard preferences.settings.asksTerminal, terminal.canBeAsked else { return }
        act(on: probe.begin(size: terminal.size, now: now))
        guard let deadline = probe.deadline else { return }
        probeTimer = loop.schedule(at: Instant(milliseconds: deadline)) { [weak self] in
            guard let self else { return }
            act(on: probe.expire(now: now))
        }
    }

    func act(on action: TerminalProbe.Action) {
        switch action {
        case .nothing: break
        case .ask(let question):
            decoder.awaitedCursorReplies += question.cursorReplies
            terminal.ask(question)
            // The second question waits for nothing of the first one's answers.
            if question.cursorReplies > 0 { use(probe.findings) }
        case .finished(let findings, let spoiledRow):
            if let probeTimer { loop.cancel(probeTimer) }
            decoder.awaitedCursorReplies = 0
            if let spoiledRow { terminal.spoil(row: spoiledRow) }
            use(findings)
        }
    }

    private func use(_ findings: TerminalFindings) {
        terminal.usesSynchronizedOutput = findings.synchronizesOutput == true
        terminal.showsNewest = findings.showsNewest != false
        if findings.hasClusterMode == true { terminal.usesClusterMode = true }
        preferences.learned(findings)
        applySettings()
    }
}
