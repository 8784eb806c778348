import Cells
package import IMModel
import MessageFlow

/// Ways through the sessions.
extension ChatScreen {
    /// The sessions that the list shows, in order.
    var visibleSessions: [Session] {
        guard let filter = listFilter?.string, !filter.isEmpty else { return sessions }
        return sessions.filter { FuzzyMatch.score(filter, in: $0.displayName + " " + $0.id.address) != nil }
    }

    /// Makes a session the current one. Its draft comes back, the other one's is kept.
    func show(_ id: SessionID) {
        focus = .composer
        isFilterEdited = false
        listSelection = id
        guard id != current else { return }
        if let left = current {
            tellDraft()
            stopTyping(in: left)
            composers[left] = composer
            flow?.clearSelection()
        }
        // What was typed before there was any session goes into the first one.
        let early = current == nil ? composer.string : ""
        current = id
        // Who looks into a room is in it.
        leftRooms.remove(id)
        visited.removeAll { $0 == id }
        visited.insert(id, at: 0)
        if visited.count > 200 { visited.removeLast() }
        if let kept = composers[id] {
            composer = kept
        } else {
            composer = Composer()
            composer.draft = session(id)?.draft
        }
        toldDrafts[id] = composer.draft
        if !early.isEmpty { edited(composer.insert(early)) }
        composerScroll = 0
        suggestions = nil
        flow = makeFlow(id)
        connectFlow(id)
        effects.append(.openSession(id))
        touch()
    }

    /// The sessions come from another source: what is shown is shown anew, and what was written meanwhile is told to it,
    /// behind what it kept.
    package func reopen(now: Int64) -> [ChatEffect] {
        self.now = max(self.now, now)
        guard let current else { return drain() }
        composers[current] = composer
        composers = composers.filter { !$0.value.string.isEmpty }
        for id in composers.keys {
            var kept = composers[id] ?? Composer()
            if let before = session(id)?.draft?.text, !before.isEmpty, before != kept.string {
                _ = kept.replaceAll(with: before + "\n" + kept.string)
            }
            composers[id] = kept
            toldDrafts[id] = kept.draft
            effects.append(.draftChanged(id, kept.draft))
        }
        self.current = nil
        composer = Composer()
        show(current)
        return drain()
    }

    private func connectFlow(_ id: SessionID) {
        guard let flow else { return }
        flow.onEvent = { [weak self] event in self?.receive(event, from: id) }
        flow.onNeedsDisplay = { [weak self] in
            guard let self, self.current == id else { return }
            self.touch()
            self.onNeedsDisplay?()
        }
        flow.forwardTargets = { [weak self] message in
            guard let self else { return [] }
            return self.sessions.filter { $0.id != message.session && self.canSend(in: $0.id) }
                .map { ForwardTarget(id: $0.id, name: $0.displayName) }
        }
        flow.menuCustomization = { [weak self] message, entries in
            guard let self, CallEntry.fits(message) else { return entries }
            return self.callEntries + entries
        }
        if let session = session(id) { placeNewLine(by: session, in: flow) }
        flow.open()
    }

    /// Messages of these sessions came in while nobody could see them, as while the program did not run. In the open
    /// session the "new" line goes above the first of them, as if it were opened now; the place in the list stays.
    package func missed(in ids: [SessionID]) {
        guard let current, ids.contains(current), let flow, let session = session(current), session.unreadCount > 0,
            !newLine.isThere || newLine.isOld
        else { return }
        placeNewLine(by: session, in: flow)
        touch()
    }

    /// The window got or lost the focus. What came in meanwhile was seen by nobody either.
    func focusChanged(_ gained: Bool) {
        hasFocus = gained
        guard gained else {
            readWhenLeft = current.flatMap { session($0)?.unreadCount == 0 ? $0 : nil }
            return
        }
        news.forget()
        if let current, current == readWhenLeft, let flow, let session = session(current), session.unreadCount > 0 {
            placeNewLine(by: session, in: flow)
            touch()
        }
        readWhenLeft = nil
    }

    private func placeNewLine(by session: Session, in flow: MessageFlowController) {
        flow.placeUnreadLine(by: session)
        newLine = NewLine(isThere: session.unreadCount > 0)
    }

    func step(by steps: Int) {
        returnTo = nil
        let shown = visibleSessions
        guard !shown.isEmpty else { return }
        guard let current, let place = shown.firstIndex(where: { $0.id == current }) else {
            show(shown[0].id)
            return
        }
        show(shown[(place + steps + shown.count) % shown.count].id)
    }

    func goTo(number: Int) {
        guard sessions.indices.contains(number - 1) else {
            say(strings.sessions.unknown(SafeText(number)), .trouble)
            return
        }
        returnTo = nil
        show(sessions[number - 1].id)
    }

    func goToNextUnread() {
        if let next = SessionOrder.nextUnread(in: sessions, current: current) {
            if returnTo == nil { returnTo = current }
            show(next)
        } else if let origin = returnTo, session(origin) != nil, origin != current {
            returnTo = nil
            show(origin)
        } else {
            returnTo = nil
            say(strings.sessions.nothingUnread)
        }
    }

    /// The session of a number, an address or a name (whole, else the only one that begins so).
    func find(_ words: String) -> SessionID? {
        if let number = Int(words), sessions.indices.contains(number - 1) { return sessions[number - 1].id }
        let lowered = words.lowercased()
        if let found = sessions.first(where: { $0.id.address.lowercased() == lowered }) { return found.id }
        if let found = sessions.first(where: { $0.displayName.lowercased() == lowered }) { return found.id }
        let beginning = sessions.filter { $0.displayName.lowercased().hasPrefix(lowered) }
        return beginning.count == 1 ? beginning[0].id : nil
    }

    // MARK: The list

    func focusList() {
        guard focus != .sessions else {
            focus = .composer
            return
        }
        showsSessionList = true
        guard currentLayout.sessions.height > 0 else {
            openSwitcher()
            return
        }
        leaveSelection()
        focus = .sessions
        listSelection = current ?? visibleSessions.first?.id
    }

    /// Makes the list wider or narrower, and has that kept.
    func resizeList(by columns: Int) {
        let width = currentLayout.sessions.width
        guard width > 0 else { return }
        let wanted = min(80, max(10, width + columns))
        configuration.sessionListWidth = wanted
        let command = SlashCommand.set(key: SettingKey.listWidthName, value: String(wanted))
        effects.append(.runCommand(command, in: current))
    }

    func moveListSelection(by steps: Int) {
        let shown = visibleSessions
        guard !shown.isEmpty else { return }
        let place = shown.firstIndex { $0.id == (listSelection ?? current) } ?? 0
        listSelection = shown[min(max(0, place + steps), shown.count - 1)].id
        if focus == .composer { sessionScroll = max(0, sessionScroll + steps) }
    }

    func openFromList(_ id: SessionID) {
        returnTo = nil
        listFilter = nil
        show(id)
    }

    private var addressed: Session? { (focus == .sessions ? listSelection : current).flatMap { session($0) } }

    func togglePinned(_ wanted: Bool?) {
        guard let session = addressed else { return }
        let value = wanted ?? !session.isPinned
        effects.append(.setPinned(session.id, value))
        say(value ? strings.sessions.pinned : strings.sessions.unpinned)
    }

    func toggleMuted(_ wanted: Bool?) {
        guard let session = addressed else { return }
        let value = wanted ?? !session.isMuted
        effects.append(.setMuted(session.id, value))
        say(value ? strings.sessions.mutedNow : strings.sessions.unmutedNow)
    }

    // MARK: Switcher

    func openSwitcher() {
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .switcher, title: strings.overlays.switcherTitle, items: switcherItems(), hasFilter: true))
        )
    }

    /// What came in while the switcher is open can be chosen too; nothing moves under the finger.
    func refreshSwitcher() {
        guard case .choices(var list) = overlays.last, list.purpose == .switcher else { return }
        list.take(switcherItems())
        replaceTop(.choices(list))
    }

    private func switcherItems() -> [ChoiceList.Item] {
        let recent = visited.filter { $0 != current }
        let rest = sessions.map(\.id).filter { !recent.contains($0) && $0 != current }
        var items = (recent + rest).compactMap { session($0) }.map { session in
            ChoiceList.Item(
                title: TextSanitizer.line(session.displayName), note: strings.sessions.kind(session.id.kind),
                choice: .session(session.id))
        }
        let known = Set(sessions.map { $0.id.address })
        items += contacts.filter { !known.contains("peer:\($0.id.rawValue)") }.map { contact in
            ChoiceList.Item(
                title: TextSanitizer.line(contact.displayName), note: strings.sessions.kind(.peer),
                choice: .address("peer:\(contact.id.rawValue)"))
        }
        items += CommandName.allCases.filter { $0 != .debug }.map { command in
            ChoiceList.Item(
                title: "/" + TextSanitizer.line(command.rawValue), note: strings.overlays.command(command),
                choice: .command(command))
        }
        return items
    }
}
