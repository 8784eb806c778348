import Cells
import IMModel
import MessageFlow

/// What each action does where no overlay is open.
extension ChatScreen {
    func perform(_ action: KeyAction) {
        if let place = KeyAction.numbered.firstIndex(of: action) {
            goTo(number: place + 1)
            return
        }
        switch action {
        case .nextSession: step(by: 1)
        case .previousSession: step(by: -1)
        case .nextUnread: goToNextUnread()
        case .goToNumber: overlays.append(.prompt(Prompt(purpose: .goToNumber, title: strings.overlays.goTo)))
        case .switcher: openSwitcher()
        case .previousInTime: if visited.count > 1 { show(visited[1]) }
        case .toggleSessionList:
            // Where there is no room for the list the switcher stands for it.
            guard size.width >= ScreenLayout.sessionListFrom else { return openSwitcher() }
            showsSessionList.toggle()
            if focus == .sessions { focus = .composer }
        case .focusSessionList: focusList()
        case .widenSessionList: resizeList(by: 2)
        case .narrowSessionList: resizeList(by: -2)
        case .filterSessions:
            listFilter = listFilter ?? Composer()
            isFilterEdited = true
        case .pinSession: togglePinned(nil)
        case .muteSession: toggleMuted(nil)
        case .pageUp, .pageDown, .scrollUp, .scrollDown, .top, .bottom, .toUnread, .previousMention, .nextMention,
            .selectMessages:
            scroll(action)
        case .up, .down, .first, .last, .accept, .close: performInList(action)
        case .tap: withSelected { flow, _ in flow.tapSelected() }
        case .reply: performEntry(.reply)
        case .messageMenu: withSelected { flow, _ in flow.longPressSelected() }
        case .quote: performEntry(.quote)
        case .copyMessage: if !copyMarked() { performEntry(.copy) }
        case .copyLink: performEntry(.copyLink)
        case .openMessage: performEntry(.open)
        case .saveMessage: performEntry(.save)
        case .forwardMessage: if !forwardMarked() { performEntry(.forward) }
        case .resendMessage: performEntry(.resend)
        case .revokeMessage: performEntry(.revoke)
        case .deleteMessage: performEntry(.delete)
        case .messageDetails: performEntry(.details)
        case .markMessage:
            withSelected { flow, id in
                flow.toggleMark(id)
                flow.selectNext()
            }
        case .searchHere: openSearch(.searchHere)
        case .searchEverywhere: openSearch(.searchEverywhere)
        case .help: openHelp()
        case .redraw: effects.append(.redraw)
        case .suspend: effects.append(.suspend)
        case .quit: effects.append(.quit)
        case .clearOrQuit: clearOrAskToQuit()
        default: performInComposer(action)
        }
    }

    private func scroll(_ action: KeyAction) {
        if focus == .sessions, action == .pageUp || action == .pageDown {
            let page = max(1, currentLayout.sessions.height / rowsPerSession(in: currentLayout.sessions) - 1)
            return moveListSelection(by: action == .pageUp ? -page : page)
        }
        guard let flow else { return }
        defer { followSelection(action) }
        switch action {
        case .pageUp: flow.scrollPages(-1)
        case .pageDown: flow.scrollPages(1)
        case .scrollUp: flow.scroll(lines: -1)
        case .scrollDown: flow.scroll(lines: 1)
        case .top: flow.scrollToTop()
        case .bottom: flow.scrollToBottom()
        case .toUnread: flow.scrollToUnreadLine()
        case .previousMention: if flow.selectPreviousMention() { focus = .messages }
        case .nextMention: if flow.selectNextMention() { focus = .messages }
        default:
            flow.selectPrevious()
            if flow.selectedMessageID == nil {
                say(strings.messages.noneHere)
            } else {
                focus = .messages
            }
        }
    }

    /// Whoever pages with a message selected goes on from what is seen then.
    private func followSelection(_ action: KeyAction) {
        guard focus == .messages, let flow, let selected = flow.selectedMessageID,
            case let seen = flow.visibleMessageIDs, !seen.contains(selected)
        else { return }
        let isUp = action == .pageUp || action == .scrollUp || action == .top
        if let nearest = isUp ? seen.last : seen.first { flow.select(nearest) }
    }

    private func performInList(_ action: KeyAction) {
        switch (focus, action) {
        case (.messages, .up): flow?.selectPrevious()
        case (.messages, .down): flow?.selectNext()
        case (.messages, .first): flow?.selectFirst()
        case (.messages, .last): flow?.selectLast()
        case (.messages, .accept): withSelected { flow, _ in flow.tapSelected() }
        case (.messages, .close):
            flow?.clearMarks()
            leaveSelection()
            focus = .composer
        case (.sessions, .up): moveListSelection(by: -1)
        case (.sessions, .down): moveListSelection(by: 1)
        case (.sessions, .first): listSelection = visibleSessions.first?.id
        case (.sessions, .last): listSelection = visibleSessions.last?.id
        case (.sessions, .accept): if let listSelection { openFromList(listSelection) }
        case (.sessions, .close):
            listFilter = nil
            isFilterEdited = false
            focus = .composer
        default: break
        }
    }

    private func clearOrAskToQuit() {
        if focus != .composer {
            performInList(.close)
        } else if composer.isEmpty, composer.replyTo == nil {
            overlays.append(
                .question(Question(purpose: .quit, text: strings.overlays.quitQuestion, isYesSelected: true)))
        } else {
            composer.clear()
            if let current { answered[current] = nil }
        }
    }

    func leaveSelection() {
        guard focus == .messages || flow?.selectedMessageID != nil else { return }
        flow?.clearSelection()
        flow?.clearFound()
        if focus == .messages { focus = .composer }
    }

    func withSelected(_ body: (MessageFlowController, MessageID) -> Void) {
        guard let flow, let id = flow.selectedMessageID else {
            say(strings.messages.noneHere)
            return
        }
        body(flow, id)
    }

    /// Copies the texts of the marked messages, oldest first; `false` where none is marked.
    private func copyMarked() -> Bool {
        guard let marked = flow?.markedMessages, !marked.isEmpty else { return false }
        let texts = marked.compactMap { MessageTexts.copyable($0.content) }
        guard !texts.isEmpty else {
            say(strings.messages.noText, .trouble)
            return true
        }
        copy(texts.joined(separator: "\n"), said: strings.messages.copiedSeveral(texts.count))
        flow?.clearMarks()
        return true
    }

    /// Asks where the marked messages go; `false` where none is marked.
    private func forwardMarked() -> Bool {
        guard let flow, case let marked = flow.markedMessages, let first = marked.first else { return false }
        let targets = flow.forwardTargets?(first) ?? []
        choiceScroll = 0
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .forwardMarked(marked), title: strings.overlays.forwardTitle,
                    items: targets.map { target in
                        ChoiceList.Item(
                            title: TextSanitizer.line(target.name), note: strings.sessions.kind(target.id.kind),
                            choice: .session(target.id))
                    }, hasFilter: true)))
        return true
    }

    /// Does a menu entry by its own key, if the message's menu has it.
    func performEntry(_ wanted: BuiltInMenuEntry) {
        withSelected { flow, id in
            guard let entry = flow.menu(for: id)?.entries.first(where: { $0.id == .builtIn(wanted) }) else {
                say(strings.messages.notPossible, .trouble)
                return
            }
            perform(entry, on: id, in: flow)
        }
    }
}
