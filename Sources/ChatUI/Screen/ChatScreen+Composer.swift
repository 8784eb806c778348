import Cells
package import IMModel
import MessageFlow

/// Writing, sending and commands.
extension ChatScreen {
    func performInComposer(_ action: KeyAction) {
        switch action {
        case .send: send()
        case .editor:
            if let current, let reason = whyNoText(in: current) { return say(reason, .trouble) }
            if let current { effects.append(.editExternally(current, composer.string)) }
        case .historySearch: openHistory()
        case .complete: complete()
        case .cancelReply:
            composer.replyTo = nil
            if let current { answered[current] = nil }
        case .caretUp:
            let layout = composerText(in: currentLayout.composer)
            let isOneLine = !composer.clusters.contains("\n")
            if isOneLine, layout.caretRow == 0 {
                edited(composer.perform(.historyUp, layout: layout, policy: policy))
            } else {
                edited(composer.perform(.caretUp, layout: layout, policy: policy))
            }
        case .caretDown:
            let layout = composerText(in: currentLayout.composer)
            let isLastRow = layout.caretRow == layout.rows.count - 1
            let isOneLine = !composer.clusters.contains("\n")
            edited(composer.perform(isOneLine && isLastRow ? .historyDown : .caretDown, layout: layout, policy: policy))
        default:
            hasTyped = action == .deleteBackward
            edited(composer.perform(action, layout: composerText(in: currentLayout.composer), policy: policy))
        }
    }

    /// Tells what an edit led to where the text itself does not.
    func edited(_ outcome: Composer.Outcome) {
        switch outcome {
        case .changed: touch()
        case .unchanged: break
        case .refusedTooLarge(let limit): say(strings.composer.holdsNoMore(limit), .trouble)
        }
    }

    // MARK: Sending

    func canSend(in id: SessionID) -> Bool {
        guard id.kind != .system, let session = session(id) else { return false }
        return session.capabilities.contains(.send)
    }

    func send() {
        guard composer.clusters.contains(where: { !$0.isWhitespace }) else { return }
        switch SlashCommandParser.read(composer.string) {
        case .message(let text): sendMessage(text)
        case .command(let command):
            _ = composer.takeForSending()
            run(command)
        case .wrongUsage(.do):
            let word = String(composer.string.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "")
            let nearest = NearestName.of(word, among: KeyAction.allCases.map(\.rawValue))
            if word.isEmpty { return openHelp(of: .do) }
            say(
                strings.composer.noAction(
                    TextSanitizer.line(String(word.prefix(30))), nearest.map { TextSanitizer.line($0) }), .trouble)
        case .wrongUsage(let command):
            let usage = strings.composer.usage(TextSanitizer.line(command.usage))
            // What the status line would cut is explained at length.
            if policy.width(of: usage) + 3 > size.width { openHelp(of: command) } else { say(usage, .trouble) }
        case .unknown(let name, let suggestion):
            let details = suggestion.map { [strings.composer.didYouMean("/" + TextSanitizer.line($0.rawValue))] } ?? []
            overlays.append(
                .question(
                    Question(
                        purpose: .sendAsMessage(composer.string),
                        text: strings.composer.mistypedQuestion(TextSanitizer.line(String(name.prefix(40)))),
                        details: details, isYesSelected: false)))
        }
    }

    func sendMessage(_ text: String) {
        guard let current, canSend(in: current) else {
            let reason =
                connection == .readOnly
                ? strings.held.notSent : current.map { whyClosed($0) } ?? strings.sessions.noneChosen
            say(reason, .trouble)
            return
        }
        let size = composer.bytesInMessage
        guard size <= configuration.sizeLimit else {
            say(strings.composer.tooLarge(size, configuration.sizeLimit), .trouble)
            return
        }
        let taken = composer.takeForSending()
        answered[current] = nil
        effects.append(.send(text: text, session: current, replyTo: taken.replyTo))
        stopTyping(in: current)
        flow?.scrollToBottom()
    }

    // MARK: Drafts and typing notes

    /// Hands the draft out if its text or caret is another one than the host knows, and tells the other side of the writing.
    func tellDraft() {
        guard let current else { return }
        let draft = composer.draft
        let told = toldDrafts[current]
        guard draft != told else { return }
        toldDrafts[current] = draft
        effects.append(.draftChanged(current, draft))
        // Whoever only moves the caret does not write.
        guard draft?.text != told?.text || draft?.replyTo != told?.replyTo else { return }
        guard let text = draft?.text, !text.isEmpty, !text.hasPrefix("/") else {
            stopTyping(in: current)
            return
        }
        guard session(current)?.capabilities.contains(.typing) == true else { return }
        if let last = lastTypingTold, now - last < ChatScreen.typingInterval { return }
        lastTypingTold = now
        effects.append(.typing(current, true))
    }

    func stopTyping(in session: SessionID) {
        guard lastTypingTold != nil else { return }
        lastTypingTold = nil
        effects.append(.typing(session, false))
    }

    // MARK: Commands

    func run(_ command: SlashCommand) {
        switch command {
        case .quit: effects.append(.quit)
        case .help(let command?): openHelp(of: command)
        case .act(let action):
            if action.needsMessage, flow?.selectedMessageID == nil {
                flow?.selectPrevious()
                if flow?.selectedMessageID != nil { focus = .messages }
            }
            perform(action)
        case .theme(nil): openChoices(of: SettingKey.themeName, strings.overlays.themesTitle)
        case .set(nil, _): openSettings()
        case .set(let name?, nil): openValues(of: name)
        case .help(nil), .keys: openHelp()
        case .redraw: effects.append(.redraw)
        case .notices: openNotices()
        case .connect: effects.append(.retryConnection)
        case .pin(let wanted): togglePinned(wanted)
        case .mute(let wanted): toggleMuted(wanted)
        case .join(let words):
            let named = sessions.first { $0.id.kind == .room && $0.name == words }?.id.target
            guard let room = named ?? (Int64(words).map { $0 > 0 } == true ? words : nil) else {
                return say(strings.composer.roomByNumber(TextSanitizer.line(String(words.prefix(30)))), .trouble)
            }
            leftRooms.remove(SessionID(account: current?.account ?? "", kind: .room, target: room))
            effects.append(.enterRoom(room))
            if let known = sessions.first(where: { $0.id.kind == .room && $0.id.target == room }) {
                returnTo = nil
                show(known.id)
            } else {
                effects.append(.runCommand(.message(address: "room:\(room)", text: nil), in: current))
            }
        case .search(let words): effects.append(.search(words, in: current))
        case .leave:
            guard let current, current.kind == .room else {
                if current?.kind == .group { return askAboutGroup(.leave, strings.overlays.leaveGroupQuestion) }
                return say(strings.composer.noRoomToLeave, .trouble)
            }
            effects.append(.leaveRoom(current))
            leftRooms.insert(current)
            say(strings.composer.leftRoom(TextSanitizer.line(current.target)))
        case .go(let words):
            if let found = find(words) {
                returnTo = nil
                show(found)
            } else if Int(words) == nil {
                // Somebody whom no session is with yet: the directory may know the name.
                effects.append(.runCommand(.message(address: words, text: nil), in: current))
            } else {
                say(strings.sessions.unknown(TextSanitizer.line(words)), .trouble)
            }
        case .read:
            if let current, let flow, let last = flow.lastVisibleMessage {
                effects.append(.markRead(current, upTo: last.id))
                flow.placeUnreadLine(after: nil)
                newLine = NewLine()
            }
        case .group(.leave): askAboutGroup(.leave, strings.overlays.leaveGroupQuestion)
        case .group(.disband): askAboutGroup(.disband, strings.overlays.disbandGroupQuestion)
        case .group(.upgrade): askAboutGroup(.upgrade, strings.overlays.upgradeGroupQuestion)
        case .message, .alias, .group, .set, .support, .disconnect, .mouse, .theme, .debug, .saved:
            effects.append(.runCommand(command, in: current))
        }
    }

    /// What cannot be undone is asked about first; without a group at hand the host says what is missing.
    private func askAboutGroup(_ deed: SlashCommand.Group, _ text: SafeText) {
        guard let current, current.kind == .group else {
            effects.append(.runCommand(.group(deed), in: current))
            return
        }
        let details = session(current).map { [TextSanitizer.line($0.displayName)] } ?? []
        overlays.append(
            .question(Question(purpose: .group(deed, current), text: text, details: details, isYesSelected: false)))
    }

    // MARK: What was sent

    /// What the user sent in a session before this run, oldest first, to be called back.
    package func recall(_ texts: [String], in session: SessionID) {
        if session == current { composer.recallSent(texts) } else { composers[session]?.recallSent(texts) }
    }

    private func openHistory() {
        var told: Set<String> = []
        let elsewhere = composers.filter { $0.key != current }.values.flatMap { $0.sentTexts.reversed() }
        // What begins with blanks is told from its first word on, and blanks alone not at all.
        let sent = (composer.sentTexts.reversed() + elsewhere).filter {
            !$0.allSatisfy(\.isWhitespace) && told.insert($0).inserted
        }
        guard !sent.isEmpty else {
            say(strings.composer.noHistory)
            return
        }
        choiceScroll = 0
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .history, title: strings.overlays.historyTitle,
                    items: sent.map {
                        ChoiceList.Item(
                            title: TextSanitizer.line(String($0.drop(while: \.isWhitespace).prefix(300))),
                            choice: .text($0))
                    },
                    hasFilter: true)))
    }
}
