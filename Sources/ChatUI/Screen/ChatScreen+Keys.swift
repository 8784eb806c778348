import Cells
import IMModel
import MessageFlow

/// Where keys, pastes and the mouse go.
extension ChatScreen {
    /// The contexts in which a key is looked up now.
    var keyContexts: [KeyContext] {
        if !overlays.isEmpty { return [.overlay, .always] }
        return switch focus {
        case .composer: (composer.isEmpty ? [.emptyComposer] : []) + [.composer, .global, .always]
        case .messages: [.messages, .global, .always]
        case .sessions: [.sessions, .global, .always]
        }
    }

    /// Something that the user did. Where nothing can be written, only commands can: other text that it brought is taken
    /// back, wherever it came from.
    func act(on event: InputEvent) {
        newLine.hasActed = true
        dropSeenNotice()
        let (before, session) = (composer, current)
        switch event {
        case .key(let press): handleKey(press)
        case .paste(let raw): handlePaste(raw)
        case .mouse(let mouse): handleMouse(mouse)
        case .resize, .focus, .reply: break
        }
        guard let current, current == session, composer.byteCount > before.byteCount,
            let reason = whyNoText(in: current), !composer.string.hasPrefix("/")
        else { return }
        composer = before
        say(reason, .trouble)
    }

    func handleKey(_ press: KeyPress) {
        // Two Esc in a row may come as one with Alt; it means the same.
        let press = press.key == .escape ? KeyPress(.escape) : press
        if case .panel(var panel)? = overlays.last, panel.closesAtAnyKey {
            // What does not fit can be read all the same.
            let moves: [KeyAction: Int] = [.up: -1, .down: 1, .pageUp: 1 - panel.window, .pageDown: panel.window - 1]
            if panel.height > panel.window, let action = configuration.keys.action(for: press, in: [.overlay]),
                let rows = moves[action]
            {
                panel.move(by: rows)
                return replaceTop(.panel(panel))
            }
            closeTop()
            // Whoever types already knows what; the keys that mean "go on" mean nothing more.
            let goingOn: Set<KeyPress> = [KeyPress(.enter), KeyPress(.escape), KeyPress(.character(" "))]
            if goingOn.contains(press) { return }
        }
        if let overlay = overlays.last {
            handleKey(press, in: overlay)
            return
        }
        // A list that is not seen (the window became narrow) must not take keys.
        if focus == .sessions, currentLayout.sessions.isEmpty { focus = .composer }
        if isFilterEdited, focus == .sessions, handleFilterKey(press) { return }
        if let suggestions, focus == .composer, handleKey(press, in: suggestions) { return }
        if let function = configuration.keys.function(for: press, in: keyContexts) {
            perform(function)
        } else if focus == .composer, let typed = ChatScreen.typed(press) {
            hasTyped = true
            edited(composer.type(typed))
        }
    }

    func perform(_ function: KeyFunction) {
        switch function {
        case .action(let action): perform(action)
        case .command(let text): if case .command(let command) = SlashCommandParser.read(text) { run(command) }
        case .insert(let text):
            leaveSelection()
            focus = .composer
            edited(composer.insert(PasteRules.normalize(text)))
        }
    }

    /// The text that a key types; `nil` for keys that are no text.
    static func typed(_ press: KeyPress) -> String? {
        guard press.modifiers.isSubset(of: .shift), case .character(let character) = press.key else { return nil }
        let isControl = character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
        return isControl ? nil : String(character)
    }

    /// Keys while the filter of the session list is written; `false` leaves the key to the key map.
    private func handleFilterKey(_ press: KeyPress) -> Bool {
        var text = listFilter ?? Composer()
        switch press.key {
        case .escape:
            listFilter = nil
            isFilterEdited = false
            return true
        case .enter:
            isFilterEdited = false
            if visibleSessions.count == 1, let only = visibleSessions.first { openFromList(only.id) }
            return true
        default:
            if let typed = ChatScreen.typed(press) {
                if text.byteCount < 200 { text.type(typed) }
            } else if let action = configuration.keys.action(for: press, in: [.composer]), action.editsLine {
                text.performInLine(action)
            } else {
                return false
            }
        }
        listFilter = text
        if let wanted = listSelection, visibleSessions.contains(where: { $0.id == wanted }) { return true }
        listSelection = visibleSessions.first?.id
        return true
    }

    func handlePaste(_ raw: String) {
        let text = PasteRules.normalize(raw)
        guard !text.isEmpty else { return }
        if case .panel(let panel)? = overlays.last, panel.closesAtAnyKey { closeTop() }
        switch overlays.last {
        case .choices(var list):
            list.type(ChatScreen.firstLine(text))
            replaceTop(.choices(list))
        case .prompt(var prompt):
            prompt.field.type(ChatScreen.firstLine(text))
            replaceTop(.prompt(prompt))
        case .question, .panel: break
        case nil: pasteIntoComposer(text)
        }
    }

    private static func firstLine(_ text: String) -> String { String(text.prefix { $0 != "\n" }.prefix(200)) }

    private func pasteIntoComposer(_ text: String) {
        leaveSelection()
        focus = .composer
        isFilterEdited = false
        guard composer.byteCount + text.utf8.count <= PasteRules.bytesToHold else {
            say(strings.composer.holdsNoMore(PasteRules.bytesToHold), .trouble)
            return
        }
        guard PasteRules.mustAsk(text) else {
            edited(composer.insert(text))
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        overlays.append(
            .question(
                Question(
                    purpose: .paste(text), text: strings.composer.pasteQuestion(lines.count, text.utf8.count),
                    details: lines.prefix(3).map { TextSanitizer.line(String($0.prefix(200))) }, isYesSelected: true)))
    }

    func handleMouse(_ mouse: MouseEvent) {
        if !overlays.isEmpty {
            handleOverlayMouse(mouse)
            return
        }
        if let suggestions, suggestionRows.contains(mouse.position), mouse.action == .press, mouse.button == 0 {
            take(suggestions, row: mouse.position.y - suggestionRows.y)
            return
        }
        let layout = currentLayout
        if layout.messages.contains(mouse.position), let flow {
            if flow.pointer(mouse, in: layout.messages), flow.selectedMessageID != nil, overlays.isEmpty,
                mouse.action == .press
            {
                focus = .messages
            }
        } else if layout.sessions.contains(mouse.position) {
            handleListMouse(mouse, in: layout.sessions)
        } else if layout.composer.contains(mouse.position), mouse.action == .press, mouse.button == 0 {
            leaveSelection()
            focus = .composer
            let text = composerText(in: layout.composer)
            let row = mouse.position.y - layout.composer.y + composerScroll
            let offset = text.offset(
                row: row, column: mouse.position.x - composerTextLeft(in: layout.composer),
                clusters: composer.clusters, policy: policy)
            composer.text.moveCaret(to: offset)
        }
    }

    private func handleListMouse(_ mouse: MouseEvent, in rect: Rect) {
        switch mouse.action {
        case .wheelUp: moveListSelection(by: -1)
        case .wheelDown: moveListSelection(by: 1)
        case .press where mouse.button == 0:
            let rows = rowsPerSession(in: rect)
            let index = sessionScroll + (mouse.position.y - rect.y) / rows
            if visibleSessions.indices.contains(index) { openFromList(visibleSessions[index].id) }
        default: break
        }
    }
}
