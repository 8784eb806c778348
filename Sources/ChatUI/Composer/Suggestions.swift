import Cells

/// What the word at the caret may become, offered while it is written. A value; it has no keys of its own: Tab takes the
/// entry at hand, Enter does only after the user has gone into the list.
struct Suggestions: Hashable {
    /// One thing that the word may become.
    struct Item: Hashable {
        var title: SafeText
        var note: SafeText = .empty
        var text: String
    }

    /// The word, in clusters of the composer.
    let word: Range<Int>
    /// Bytes of the whole text: with the place of the word they tell whether it still stands as it was.
    let bytes: Int
    let items: [Item]
    private(set) var selected = 0
    /// Whether the arrows were used, or the list was asked for.
    private(set) var isEntered = false

    init(word: Range<Int>, bytes: Int, items: [Item]) {
        self.word = word
        self.bytes = bytes
        self.items = items
    }

    mutating func move(by steps: Int) {
        isEntered = true
        selected = (selected + steps + items.count) % max(1, items.count)
    }

    mutating func enter() { isEntered = true }

    /// Whether it fits a text that stands so.
    func fits(_ composer: Composer) -> Bool { composer.byteCount == bytes && composer.caret == word.upperBound }
}
