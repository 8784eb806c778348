import Cells
import IMModel

/// Names, commands and emoji that are offered above the composer.
extension ChatScreen {
    private static let rowLimit = 8
    private static let itemLimit = 50
    private static let longestWord = 64

    // MARK: What is offered

    /// After an event: typing opens the list, what leaves the word closes it.
    func followWord() {
        guard focus == .composer, overlays.isEmpty else {
            suggestions = nil
            return
        }
        if hasTyped {
            suggestions = proposals(whenAsked: false)
            if let start = suggestions?.word.lowerBound, start == hiddenWord {
                suggestions = nil
            } else {
                hiddenWord = nil
            }
        } else if suggestions?.fits(composer) == false {
            suggestions = nil
        }
    }

    /// The key that asks for completion.
    func complete() {
        guard var found = proposals(whenAsked: true) else {
            say(strings.composer.nothingToComplete)
            return
        }
        if found.items.count == 1 { return take(found, row: nil) }
        found.enter()
        hiddenWord = nil
        suggestions = found
    }

    /// What the word before the caret may become; more when it is asked for.
    private func proposals(whenAsked isAsked: Bool) -> Suggestions? {
        let clusters = composer.clusters
        let caret = composer.caret
        if caret < clusters.count, !clusters[caret].isWhitespace { return nil }
        var start = caret
        while start > 0, !clusters[start - 1].isWhitespace, caret - start <= Self.longestWord { start -= 1 }
        guard caret - start <= Self.longestWord else { return nil }
        let word = String(clusters[start..<caret])
        var items: [Suggestions.Item] = []
        if start == 0, word.hasPrefix("/") {
            items = commands(word.dropFirst(), sign: "/")
        } else if clusters.first == "/", start <= Self.longestWord, !clusters[..<start].contains("\n"),
            let known = arguments(word, after: String(clusters[..<start]))
        {
            items = known
        } else if word.hasPrefix("@") {
            items = people(word.dropFirst()) { "@\(TextSanitizer.line($0.displayName).string) " }
        } else if word.hasPrefix(":"), word.count > (isAsked ? 1 : 2) {
            items = EmojiShortcodes.matching(word.dropFirst()).map { code in
                Suggestions.Item(title: TextSanitizer.line("\(code.emoji) :\(code.name):"), text: code.emoji)
            }
        } else if isAsked, !word.isEmpty {
            items = people(Substring(word)) { "\(TextSanitizer.line($0.displayName).string) " }
        }
        // What stands there already in full is no help.
        guard let first = items.first, items.count > 1 || first.text != word && first.text != word + " " else {
            return nil
        }
        return Suggestions(word: start..<caret, bytes: composer.byteCount, items: Array(items.prefix(Self.itemLimit)))
    }

    private func commands(_ typed: Substring, sign: String) -> [Suggestions.Item] {
        let wanted = typed.lowercased()
        return CommandName.allCases.filter { $0.rawValue.hasPrefix(wanted) }.map { command in
            let text = sign + command.rawValue
            return Suggestions.Item(
                title: TextSanitizer.line(text), note: strings.overlays.command(command), text: text + " ")
        }
    }

    private func people(_ typed: Substring, _ text: (Contact) -> String) -> [Suggestions.Item] {
        let wanted = typed.lowercased()
        return contacts.lazy.filter { contact in
            let name = contact.displayName.lowercased()
            return name.hasPrefix(wanted) || name.split(separator: " ").contains { $0.hasPrefix(wanted) }
        }.prefix(Self.itemLimit).map {
            Suggestions.Item(title: TextSanitizer.line($0.displayName), text: PasteRules.normalize(text($0)))
        }
    }

    /// What may stand at a command's argument; `nil` where that is nobody's business.
    private func arguments(_ word: String, after text: String) -> [Suggestions.Item]? {
        let before = text.split(separator: " ").map(String.init)
        guard let command = CommandName(typed: String(before[0].dropFirst())) else { return nil }
        func words(_ all: [String]) -> [Suggestions.Item] {
            all.filter { $0.lowercased().hasPrefix(word.lowercased()) }.map {
                Suggestions.Item(title: TextSanitizer.line($0), text: $0 + " ")
            }
        }
        // A name of several words would be taken for more than one argument.
        func oneWord(_ contact: Contact) -> String {
            let hasBlank = contact.displayName.contains(where: \.isWhitespace)
            return (hasBlank ? SessionKind.peer.rawValue + ":" + contact.id.rawValue : contact.displayName) + " "
        }
        switch (command, before.count) {
        case (.msg, 1), (.query, 1):
            return people(Substring(word), oneWord)
        case (.go, 1): return words(sessions.map(\.displayName))
        case (.do, 1): return words(KeyAction.allCases.map(\.rawValue))
        case (.help, 1): return commands(Substring(word), sign: "")
        case (.theme, 1): return words(configuration.themes)
        case (.set, 1): return words(SettingKey.all.map(\.name))
        case (.set, 2): return words(values(of: before[1]))
        case (.mute, 1), (.pin, 1), (.mouse, 1): return words(SlashCommand.switchWords)
        case (.group, 1): return words(SlashCommand.Group.verbs)
        // The first word after "create" is the group's own name.
        case (.group, let count)
        where SlashCommand.Group.verbs.prefix(5).contains(before[1])
            && (count > 2 || before[1] != SlashCommand.Group.verbs[0]):
            return people(Substring(word), oneWord)
        default: return nil
        }
    }

    /// The words that a setting takes; none where any text may do.
    func values(of name: String) -> [String] {
        guard let key = SettingKey.named(name) else { return [] }
        return key.name == SettingKey.themeName ? configuration.themes : key.choices
    }

    // MARK: Keys

    /// Keys while something is offered; `false` leaves the key to the composer.
    func handleKey(_ press: KeyPress, in shown: Suggestions) -> Bool {
        var shown = shown
        switch configuration.keys.action(for: press, in: keyContexts) {
        case .complete: take(shown, row: nil)
        case .send where shown.isEntered: take(shown, row: nil)
        case .caretUp, .caretDown:
            shown.move(by: configuration.keys.action(for: press, in: keyContexts) == .caretUp ? -1 : 1)
            suggestions = shown
        case .cancelReply, .close:
            hiddenWord = shown.word.lowerBound
            suggestions = nil
        default: return false
        }
        return true
    }

    /// Puts an entry in the word's place: the one at hand, or the one drawn in a row.
    func take(_ shown: Suggestions, row: Int?) {
        let index = row.map { firstRow(of: shown, rows: suggestionRows.height) + $0 } ?? shown.selected
        guard shown.items.indices.contains(index) else { return }
        suggestions = nil
        edited(composer.replace(shown.word, with: shown.items[index].text))
        // The next word of a command may have its own list.
        hasTyped = true
    }

    // MARK: Cells

    private func firstRow(of shown: Suggestions, rows: Int) -> Int { max(0, shown.selected - rows + 1) }

    /// Draws what is offered right above the composer, at the word that it is for.
    func drawSuggestions(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        suggestionRows = Rect(x: 0, y: 0, width: 0, height: 0)
        let area = layout.composer
        let room = area.y - layout.header.maxY
        guard let shown = suggestions, room > 0, area.width > 0 else { return }
        let frame = theme.drawsLines && room >= 5 && area.width >= 12 ? 1 : 0
        let widest = shown.items.map { policy.width(of: $0.title) + policy.width(of: $0.note) + 2 }.max() ?? 0
        let rows = min(shown.items.count, Self.rowLimit, room - 2 * frame)
        let width = min(area.width, max(10, widest) + 2 + 2 * frame)
        let text = composerText(in: area)
        let before = composer.clusters[shown.word].reduce(0) { $0 + policy.width(of: ComposerLayout.drawn($1)) }
        let wanted = composerTextLeft(in: area) + text.caretColumn - before - 1 - frame
        let box = Rect(
            x: min(max(area.x, wanted), area.maxX - width), y: area.y - rows - 2 * frame, width: width,
            height: rows + 2 * frame)
        buffer.fill(
            theme.drawsLines ? box : Rect(x: 0, y: box.y, width: size.width, height: rows), style: theme.text)
        if frame > 0 { drawFrame(box, into: &buffer) }
        let inner = Rect(
            x: box.x + 1 + frame, y: box.y + frame, width: max(1, width - 2 - 2 * frame), height: rows)
        suggestionRows = inner
        let first = firstRow(of: shown, rows: rows)
        for index in first..<(first + rows) {
            let item = shown.items[index]
            let row = Rect(x: inner.x, y: inner.y + index - first, width: inner.width, height: 1)
            draw(title: item.title, note: item.note, in: row, into: &buffer)
            if index == shown.selected { buffer.restyle(row) { $0.adding(self.theme.selection.attributes) } }
        }
    }
}
