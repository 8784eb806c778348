import Cells
import IMModel
import MessageFlow

/// A list to choose from over the screen: long-press menu, forward targets, switcher, sent texts, settings. A value.
///
/// With a filter letters are typed into it; without one a letter chooses its entry.
struct ChoiceList: Hashable {
    /// What the list is for.
    enum Purpose: Hashable {
        case menu(LongPressMenu)
        case forward(LongPressMenu)
        case forwardMarked([Message])
        case switcher
        case history
        case hits
        case settings
    }

    /// What choosing an entry means.
    enum Choice: Hashable {
        case entry(MenuEntry)
        case session(SessionID)
        case address(String)
        case command(CommandName)
        case action(KeyAction)
        case text(String)
        case run(SlashCommand)
        case message(Message)
    }

    /// One entry.
    struct Item: Hashable {
        var letter: Character?
        var title: SafeText
        var note: SafeText = .empty
        var choice: Choice
    }

    let purpose: Purpose
    let title: SafeText
    private(set) var items: [Item]
    private(set) var filter: Composer?
    private(set) var shown: [Int]
    private(set) var selected = 0

    init(purpose: Purpose, title: SafeText, items: [Item], hasFilter: Bool) {
        self.purpose = purpose
        self.title = title
        self.items = items
        filter = hasFilter ? Composer() : nil
        shown = Array(items.indices)
    }

    var selectedItem: Item? { shown.indices.contains(selected) ? items[shown[selected]] : nil }

    mutating func move(by steps: Int, wrapping: Bool) {
        guard !shown.isEmpty else { return }
        let target = selected + steps
        if shown.indices.contains(target) {
            selected = target
        } else if wrapping {
            selected = target < 0 ? shown.count - 1 : 0
        } else {
            selected = target < 0 ? 0 : shown.count - 1
        }
    }

    /// Takes the entries as they are now: what was there stays in its order, what is new comes before the commands, and
    /// what is chosen stays chosen.
    mutating func take(_ fresh: [Item]) {
        let chosen = selectedItem?.choice
        let now = Dictionary(fresh.map { ($0.choice, $0) }) { first, _ in first }
        let known = Set(items.map(\.choice))
        var kept = items.compactMap { now[$0.choice] }
        let place = kept.firstIndex { if case .command = $0.choice { true } else { false } } ?? kept.endIndex
        kept.insert(contentsOf: fresh.filter { !known.contains($0.choice) }, at: place)
        guard kept != items else { return }
        items = kept
        narrow(filter?.string ?? "")
        if let chosen { selected = shown.firstIndex { items[$0].choice == chosen } ?? 0 }
    }

    mutating func select(row: Int) {
        if shown.indices.contains(row) { selected = row }
    }

    func item(letter: Character) -> Item? { items.first { $0.letter == letter } }

    mutating func type(_ text: String) {
        guard let filter, filter.byteCount + text.utf8.count < 500 else { return }
        change { $0.type(text) }
    }

    mutating func edit(_ action: KeyAction) { change { $0.performInLine(action) } }

    private mutating func change(_ body: (inout Composer) -> Void) {
        guard var edited = filter else { return }
        body(&edited)
        let isSame = edited.string == filter?.string
        filter = edited
        if !isSame { narrow(edited.string) }
    }

    /// What was sent stays in its order, the last first, and has to hold the words as they are typed.
    private mutating func narrow(_ words: String) {
        selected = 0
        guard !words.isEmpty else {
            shown = Array(items.indices)
            return
        }
        if purpose == .history {
            let wanted = words.lowercased()
            shown = items.indices.filter { items[$0].title.string.lowercased().contains(wanted) }
            return
        }
        let scored = items.indices.compactMap { index in
            FuzzyMatch.score(words, in: items[index].title.string, also: items[index].note.string).map { (index, $0) }
        }
        shown = scored.sorted { ($0.1, -$0.0) > ($1.1, -$1.0) }.map(\.0)
    }
}
