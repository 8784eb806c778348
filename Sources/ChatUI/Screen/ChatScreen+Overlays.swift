import Cells
import IMModel
import MessageFlow

/// Keys and the mouse while something lies over the screen.
extension ChatScreen {
    func replaceTop(_ overlay: Overlay) {
        guard !overlays.isEmpty else { return }
        overlays[overlays.count - 1] = overlay
    }

    func closeTop() {
        if !overlays.isEmpty { overlays.removeLast() }
    }

    func handleKey(_ press: KeyPress, in overlay: Overlay) {
        let typed = ChatScreen.typed(press)
        switch overlay {
        case .choices(let list):
            if let typed, takeTyped(typed, list) { return }
        case .prompt(let prompt):
            if let typed {
                type(typed, into: prompt)
                return
            }
        case .question(let question):
            if let typed {
                switch typed.lowercased() {
                case "y": answer(question, yes: true)
                case "n", "q": answer(question, yes: false)
                default: break
                }
                return
            }
        case .panel(let panel):
            if let typed {
                scroll(panel, typed: typed)
                return
            }
        }
        guard let action = configuration.keys.action(for: press, in: keyContexts) else {
            handleOtherKey(press, in: overlay)
            return
        }
        switch action {
        case .help: if case .panel = overlay { closeTop() } else { openHelp() }
        case .redraw: effects.append(.redraw)
        case .suspend: effects.append(.suspend)
        case .quit: effects.append(.quit)
        case .clearOrQuit, .close: closeTop()
        default: perform(action, in: overlay)
        }
    }

    private func perform(_ action: KeyAction, in overlay: Overlay) {
        switch overlay {
        case .choices(var list):
            switch action {
            case .up: list.move(by: -1, wrapping: true)
            case .down: list.move(by: 1, wrapping: true)
            case .first: list.select(row: 0)
            case .last: list.select(row: list.shown.count - 1)
            case .pageUp: list.move(by: -max(1, choiceRows.height - 1), wrapping: false)
            case .pageDown: list.move(by: max(1, choiceRows.height - 1), wrapping: false)
            case .accept:
                if let item = list.selectedItem { choose(item, from: list) }
                return
            default: break
            }
            replaceTop(.choices(list))
        case .question(var question):
            switch action {
            case .up, .down: question.isYesSelected.toggle()
            case .accept:
                answer(question, yes: question.isYesSelected)
                return
            default: break
            }
            replaceTop(.question(question))
        case .panel(var panel):
            switch action {
            case .up: panel.move(by: -1)
            case .down: panel.move(by: 1)
            case .pageUp: panel.move(by: -max(1, panel.window - 1))
            case .pageDown: panel.move(by: max(1, panel.window - 1))
            case .first: panel.move(by: -panel.height)
            case .last: panel.move(by: panel.height)
            case .accept:
                closeTop()
                return
            default: break
            }
            replaceTop(.panel(panel))
        case .prompt(var prompt):
            switch action {
            case .accept:
                accept(prompt)
                return
            case .up: prompt.field.performInLine(.historyUp)
            case .down: prompt.field.performInLine(.historyDown)
            case .first: prompt.field.performInLine(.lineStart)
            case .last: prompt.field.performInLine(.lineEnd)
            default: break
            }
            replaceTop(.prompt(prompt))
        }
    }

    private func takeTyped(_ typed: String, _ list: ChoiceList) -> Bool {
        var list = list
        guard list.filter == nil else {
            list.type(typed)
            choiceScroll = 0
            replaceTop(.choices(list))
            return true
        }
        if typed.count == 1, let letter = typed.first, let item = list.item(letter: letter) { choose(item, from: list) }
        if typed == " " { closeTop() }
        return true
    }

    /// A key that overlays have no use for: it edits the line that is typed, else it does what it does elsewhere, where
    /// that leaves the overlay; a question stays until it is answered.
    private func handleOtherKey(_ press: KeyPress, in overlay: Overlay) {
        let editing = configuration.keys.action(for: press, in: [.composer])
        switch overlay {
        case .choices(var list):
            if list.purpose == .history, editing == .historySearch {
                list.move(by: 1, wrapping: true)
                return replaceTop(.choices(list))
            }
            if let editing, editing.editsLine, list.filter != nil {
                list.edit(editing)
                choiceScroll = 0
                return replaceTop(.choices(list))
            }
        case .prompt(var prompt):
            if let editing, editing.editsLine {
                prompt.field.performInLine(editing)
                return replaceTop(.prompt(prompt))
            }
        case .question(var question):
            if editing == .caretLeft || editing == .caretRight {
                question.isYesSelected.toggle()
                replaceTop(.question(question))
            }
            return
        case .panel: break
        }
        guard !overlays.contains(where: { if case .question = $0 { true } else { false } }),
            let function = configuration.keys.function(for: press, in: [.global])
        else { return }
        var wasSwitcher = false
        if case .choices(let list) = overlay { wasSwitcher = list.purpose == .switcher }
        overlays = []
        if wasSwitcher, function == .action(.switcher) { return }
        perform(function)
    }

    private func type(_ typed: String, into prompt: Prompt) {
        var prompt = prompt
        if prompt.purpose == .goToNumber, typed.first?.isNumber != true { return }
        guard prompt.field.byteCount + typed.utf8.count < 500 else { return }
        prompt.field.type(typed)
        replaceTop(.prompt(prompt))
        // A second digit is waited for only where there are sessions for it.
        guard prompt.purpose == .goToNumber, let number = Int(prompt.field.string) else { return }
        if prompt.field.clusters.count >= 2 || number * 10 > sessions.count { accept(prompt) }
    }

    private func accept(_ prompt: Prompt) {
        closeTop()
        let words = prompt.field.string
        guard !words.isEmpty else { return }
        if prompt.purpose != .goToNumber {
            searched = searched.filter { $0 != words }.suffix(ChatScreen.searchesKept - 1) + [words]
        }
        switch prompt.purpose {
        case .searchHere: effects.append(.search(words, in: current))
        case .searchEverywhere: effects.append(.search(words, in: nil))
        case .goToNumber: if let number = Int(words) { goTo(number: number) }
        }
    }

    private func scroll(_ panel: TextPanel, typed: String) {
        var panel = panel
        switch typed {
        case "j": panel.move(by: 1)
        case "k": panel.move(by: -1)
        case " ": panel.move(by: max(1, panel.window - 1))
        case "g": panel.move(by: -panel.height)
        case "G": panel.move(by: panel.height)
        case "q":
            closeTop()
            return
        default: return
        }
        replaceTop(.panel(panel))
    }

    // MARK: Answers

    func choose(_ item: ChoiceList.Item, from list: ChoiceList) {
        closeTop()
        choiceScroll = 0
        switch (list.purpose, item.choice) {
        case (.menu(let menu), .entry(let entry)): if let flow { perform(entry, on: menu.message.id, in: flow) }
        case (.forward(let menu), .session(let target)):
            flow?.perform(.builtIn(.forward), on: menu.message.id, target: target)
        case (.forwardMarked(let messages), .session(let target)):
            for message in messages { flow?.perform(.forward, on: message, target: target) }
            flow?.clearMarks()
        case (_, .message(let message)):
            returnTo = nil
            show(message.session)
            found = (message.id, hitWords, isAhead: true)
            flow?.jump(to: message)
        case (_, .text(let text)):
            leaveSelection()
            focus = .composer
            edited(composer.replaceAll(with: text))
        case (_, .run(let command)): run(command)
        case (_, .session(let id)):
            returnTo = nil
            show(id)
        case (_, .address(let address)):
            effects.append(.runCommand(.message(address: address, text: nil), in: current))
        case (_, .command(let command)): chooseCommand(command)
        case (_, .action(let action)): perform(action)
        case (_, .entry): break
        }
    }

    /// A command without arguments runs; one that needs some is put into the composer.
    private func chooseCommand(_ command: CommandName) {
        if case .command(let parsed) = SlashCommandParser.read("/\(command.rawValue)") {
            run(parsed)
        } else {
            focus = .composer
            leaveSelection()
            edited(composer.replaceAll(with: "/\(command.rawValue) "))
        }
    }

    func answer(_ question: Question, yes: Bool) {
        closeTop()
        guard yes else { return }
        switch question.purpose {
        case .quit: effects.append(.quit)
        case .paste(let text):
            focus = .composer
            edited(composer.insert(text))
        case .copy(let text, let said): effects.append(.copy(text, said: said))
        case .sendAsMessage(let text): sendMessage(text)
        case .messageEntry(let entry, let id): flow?.perform(entry, on: id, confirmed: true)
        case .group(let deed, let group): effects.append(.runCommand(.group(deed), in: group))
        }
    }

    func openSearch(_ purpose: Prompt.Purpose, words: String = "") {
        let title = purpose == .searchHere ? strings.overlays.searchHere : strings.overlays.searchEverywhere
        let hint = strings.overlays.searchHint(purpose == .searchEverywhere)
        var prompt = Prompt(purpose: purpose, title: title, hint: hint)
        prompt.field.recallSent(searched)
        if !words.isEmpty { _ = prompt.field.replaceAll(with: words) }
        overlays.append(.prompt(prompt))
    }

    // MARK: Mouse

    func handleOverlayMouse(_ mouse: MouseEvent) {
        guard let overlay = overlays.last else { return }
        switch (overlay, mouse.action) {
        case (.choices(var list), .press) where mouse.button == 0:
            guard choiceRows.contains(mouse.position) else {
                closeTop()
                return
            }
            list.select(row: choiceScroll + mouse.position.y - choiceRows.y)
            replaceTop(.choices(list))
            if choiceScroll + mouse.position.y - choiceRows.y == list.selected, let item = list.selectedItem {
                choose(item, from: list)
            }
        case (.question(let question), .press) where mouse.button == 0:
            if answers.contains(mouse.position) { answer(question, yes: mouse.position.x < answers.x + yesWidth) }
        case (.panel, .press) where mouse.button == 0: closeTop()
        case (_, .wheelUp): perform(.up, in: overlay)
        case (_, .wheelDown): perform(.down, in: overlay)
        default: break
        }
    }
}
