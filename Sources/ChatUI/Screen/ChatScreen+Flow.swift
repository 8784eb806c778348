import Cells
import IMModel
import MessageFlow

/// What the message list asks for and tells.
extension ChatScreen {
    func receive(_ event: MessageFlowEvent, from id: SessionID) {
        defer { onNeedsDisplay?() }
        // What is on the screen now may have been read, but looks as it does.
        if case .visibleChanged = event { return }
        touch()
        if case .actionFinished(let action, _, let result) = event {
            finished(action, result)
            return
        }
        guard id == current else { return }
        switch event {
        case .replyRequested(let message): startReply(to: message)
        case .quoteRequested(_, let text): quote(text)
        case .copyRequested(let text):
            copy(text, said: strings.messages.copied)
        case .openRequested(let url, _): effects.append(.open(url: url))
        case .menuRequested(let menu): openMenu(menu)
        case .confirmationRequested(let entry, let message): ask(about: entry, message)
        case .forwardRequested(let menu): openForward(menu)
        case .detailsRequested(let message): openDetails(of: message)
        case .viewInFullRequested(let message):
            if CallEntry.fits(message) { flow?.longPressSelected() } else { openWhole(message) }
        case .customEntryChosen(let entry, let message): answerCall(entry, message)
        case .jumpFailed: say(strings.messages.jumpFailed, .trouble)
        case .selectionChanged(let selected):
            if selected == nil, focus == .messages { focus = .composer }
        case .jumped(let id):
            // What was searched for may be in the part that is not shown.
            guard let hit = found, hit.message == id, hit.isAhead else { break }
            found?.isAhead = false
            // The list of a session that was opened a moment ago may not have been drawn yet.
            let pane = currentLayout.messages
            flow?.resize(to: Size(width: pane.width, height: pane.height))
            if flow?.isFolded(id) == true, let message = flow?.message(id) { openWhole(message) }
        case .interaction, .actionProgress, .visibleChanged, .newBelowChanged,
            .loadStatusChanged, .actionFinished:
            break
        }
    }

    private func finished(_ action: MessageAction, _ result: MessageActionResult) {
        switch result {
        case .success: if action != .send { say(strings.messages.done(action)) }
        case .failure(.cancelled): break
        case .failure(let error): say(strings.messages.failed(action, strings.messages.actionError(error)), .trouble)
        }
    }

    /// Copies a text byte for byte; one that holds more than is seen is asked about first.
    func copy(_ text: String, said: SafeText) {
        guard HiddenCharacters.areIn(text) else {
            effects.append(.copy(text, said: said))
            return
        }
        overlays.append(
            .question(
                Question(
                    purpose: .copy(text, said: said), text: strings.messages.hiddenQuestion,
                    details: TextSanitizer.multiline(String(text.prefix(300))).lines.prefix(3).map { $0 },
                    isYesSelected: false)))
    }

    // MARK: Calls

    var callEntries: [MenuEntry] {
        CallEntry.allCases.map { entry in
            let title = entry == .refuse ? strings.messages.refuseCall : strings.messages.refuseAndWrite
            return MenuEntry(id: .custom(entry.rawValue), title: title, letter: entry.letter)
        }
    }

    private func answerCall(_ entry: MenuEntry, _ message: Message) {
        guard case .custom(let name) = entry.id, let wanted = CallEntry(rawValue: name) else { return }
        effects.append(.refuseCall(message))
        guard wanted == .write else { return }
        leaveSelection()
        focus = .composer
        edited(composer.insert(strings.messages.callAnswer))
    }

    /// Tells whether a caller heard that the call is refused.
    package func callRefused(_ isTold: Bool, now: Int64) {
        self.now = max(self.now, now)
        say(isTold ? strings.messages.callRefused : strings.messages.callNotRefused, isTold ? .result : .trouble)
    }

    private func startReply(to message: Message) {
        guard let current, let origin = message.originID, canSend(in: current) else {
            say(strings.messages.notPossible, .trouble)
            return
        }
        composer.replyTo = origin
        answered[current] = message
        leaveSelection()
        focus = .composer
    }

    private func quote(_ text: String) {
        let lines = PasteRules.normalize(text).split(separator: "\n", omittingEmptySubsequences: false)
        leaveSelection()
        focus = .composer
        edited(composer.insert(lines.map { "> \($0)\n" }.joined()))
    }

    // MARK: Menus and questions

    private func openMenu(_ menu: LongPressMenu) {
        let items = menu.entries.map { entry in
            ChoiceList.Item(letter: entry.letter, title: title(of: entry), choice: .entry(entry))
        }
        guard !items.isEmpty else {
            say(strings.messages.notPossible)
            return
        }
        choiceScroll = 0
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .menu(menu), title: strings.overlays.menuTitle, items: items, hasFilter: false)))
    }

    private func title(of entry: MenuEntry) -> SafeText {
        switch entry.id {
        case .builtIn(let builtIn): strings.overlays.entry(builtIn)
        case .custom(let name): entry.title ?? TextSanitizer.line(name)
        }
    }

    private func openForward(_ menu: LongPressMenu) {
        let items = menu.forwardTargets.map { target in
            ChoiceList.Item(
                title: TextSanitizer.line(target.name), note: strings.sessions.kind(target.id.kind),
                choice: .session(target.id))
        }
        choiceScroll = 0
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .forward(menu), title: strings.overlays.forwardTitle, items: items, hasFilter: true)))
    }

    private func ask(about entry: MenuEntry, _ message: Message) {
        let text =
            switch entry.id {
            case .builtIn(.revoke): strings.overlays.revokeQuestion
            case .builtIn(.delete): strings.overlays.deleteQuestion
            default: strings.overlays.actionQuestion
            }
        overlays.append(
            .question(
                Question(
                    purpose: .messageEntry(entry, message.id), text: text, details: [summary(of: message)],
                    isYesSelected: false)))
    }

    // MARK: Panels

    /// The message in one line, for banners and questions.
    func summary(of message: Message) -> SafeText {
        MessageSummary.line(of: message, strings: FlowStrings.table(strings.language))
    }

    private func openWhole(_ message: Message) {
        let body: SafeText =
            switch message.content {
            case .text(let content): TextSanitizer.multiline(content.text)
            case .system(let text): TextSanitizer.multiline(text)
            case .link(let link): TextSanitizer.multiline("\(link.title)\n\(link.summary)\n\(link.url)")
            default: TextSanitizer.multiline(message.rawContent)
            }
        let lines = body.lines
        let marked =
            found.flatMap { $0.message == message.id ? FoundLines.numbers(of: $0.words, in: lines) : nil } ?? []
        overlays.append(
            .panel(
                TextPanel(
                    title: TextSanitizer.line(message.sender.displayName),
                    lines: lines.enumerated().map { TextPanel.Line(text: $1, isHeading: marked.contains($0)) },
                    start: marked.min())))
    }

    /// Of a text its own bytes; of what else there is, those that travelled.
    private static func bytes(of message: Message) -> Int {
        if case .text(let content) = message.content { content.text.utf8.count } else { message.rawContent.utf8.count }
    }

    private func openDetails(of message: Message) {
        let words = strings.messages
        var lines = [
            TextPanel.Line(label: words.sender, text: TextSanitizer.line(message.sender.displayName)),
            TextPanel.Line(label: words.time, text: written(message.timestamp)),
            TextPanel.Line(label: words.stateLabel, text: words.state(message.state)),
            TextPanel.Line(label: words.kindLabel, text: words.content(message.type)),
            TextPanel.Line(label: words.size, text: words.bytes(Self.bytes(of: message))),
        ]
        if message.readerCount > 0, message.session.kind == .group {
            lines.append(TextPanel.Line(label: words.readers, text: SafeText(message.readerCount)))
        }
        lines.append(TextPanel.Line(label: words.localID, text: TextSanitizer.line(message.id.rawValue)))
        if let origin = message.originID {
            lines.append(TextPanel.Line(label: words.originID, text: TextSanitizer.line(origin)))
        }
        if let server = message.serverID {
            lines.append(TextPanel.Line(label: words.serverID, text: TextSanitizer.line(server)))
        }
        overlays.append(.panel(TextPanel(title: strings.overlays.detailsTitle, lines: lines)))
    }

    /// Year, month, day and time in digits, the same in every language.
    private func written(_ milliseconds: Int64) -> SafeText {
        let time = configuration.localTime(milliseconds)
        return "\(minute(milliseconds)):\(time.second < 10 ? "0" : "")\(SafeText(time.second))"
    }

    /// The same without the seconds.
    func minute(_ milliseconds: Int64) -> SafeText {
        let time = configuration.localTime(milliseconds)
        func two(_ number: Int) -> SafeText { number < 10 ? "0\(number)" : SafeText(number) }
        return "\(time.year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute))"
    }

    /// Shows the page of the first start; any key closes it.
    package func showWelcome() {
        let lines = strings.overlays.welcome { self.keyName($0, in: $1) }
            .map { TextPanel.Line(label: $0.label, text: $0.text) }
        overlays.append(
            .panel(TextPanel(title: strings.overlays.welcomeTitle, lines: lines, closesAtAnyKey: true)))
        touch()
    }

    /// What one command takes and does; of `/set` every setting.
    func openHelp(of command: CommandName) {
        var lines = [
            TextPanel.Line(text: TextSanitizer.line(command.usage), isHeading: true),
            TextPanel.Line(text: strings.overlays.command(command)),
        ]
        if command == .set {
            lines.append(TextPanel.Line(text: .empty))
            lines += SettingKey.all.map {
                TextPanel.Line(label: TextSanitizer.line($0.name), text: TextSanitizer.line($0.expected))
            }
        } else if command == .do {
            lines.append(TextPanel.Line(text: .empty))
            lines += KeyAction.allCases.map {
                TextPanel.Line(label: TextSanitizer.line($0.rawValue), text: strings.overlays.action($0))
            }
        } else if command == .theme {
            lines.append(TextPanel.Line(text: TextSanitizer.line(configuration.themes.joined(separator: " "))))
        }
        overlays.append(.panel(TextPanel(title: strings.overlays.helpTitle, lines: lines)))
    }

    func openHelp() {
        var lines: [TextPanel.Line] = []
        let all = configuration.keys.bindings
        for context in [KeyContext.always, .global, .emptyComposer, .composer, .messages, .sessions, .overlay] {
            lines.append(TextPanel.Line(text: strings.overlays.context(context), isHeading: true))
            let bindings = all.filter { $0.context == context }
            var told: Set<KeyFunction> = []
            for binding in bindings where told.insert(binding.function).inserted {
                let keys = bindings.filter { $0.function == binding.function }
                    .map { TextSanitizer.line(KeyName.print($0.key)) }
                lines.append(
                    TextPanel.Line(
                        label: SafeText.joined(keys, separator: " "),
                        text: binding.function.action.map { strings.overlays.action($0) }
                            ?? TextSanitizer.line(binding.function.written)))
            }
            lines.append(TextPanel.Line(text: .empty))
        }
        lines.append(TextPanel.Line(text: strings.overlays.commandsHeading, isHeading: true))
        for command in CommandName.allCases {
            lines.append(
                TextPanel.Line(label: TextSanitizer.line(command.usage), text: strings.overlays.command(command)))
        }
        overlays.append(.panel(TextPanel(title: strings.overlays.helpTitle, lines: lines)))
    }
}
