package import Cells
package import IMModel

/// The text field at the bottom, as a value: editing, kill ring, undo, input history, reply, size limit.
///
/// No clock, no terminal: an action goes in, the text is what comes out.
package struct Composer: Sendable, Hashable {
    /// What an edit led to.
    package enum Outcome: Sendable, Hashable {
        /// The text or the caret is another one now.
        case changed
        /// The key has no use here (caret at the border, nothing to undo).
        case unchanged
        /// The text would be larger than the composer holds, in bytes.
        case refusedTooLarge(limit: Int)
    }

    private enum LastEdit: Sendable, Hashable {
        case none
        case typing
        case yank(Range<Int>)
    }

    private static let undoLimit = 1000

    var text = ComposerText()
    private var undoStack: [ComposerText.Change] = []
    private var redoStack: [ComposerText.Change] = []
    private var killRing = KillRing()
    private var history = InputHistory()
    private var lastEdit = LastEdit.none
    private var wantedColumn: Int?

    /// The origin id of the message that is being answered.
    package var replyTo: String?

    /// An empty composer.
    package init() {}

    /// The text as it stands.
    package var string: String { text.string }
    /// The caret, in grapheme clusters from the start.
    package var caret: Int { text.caret }
    /// Whether there is no text.
    package var isEmpty: Bool { text.isEmpty }
    /// Bytes of the text as UTF-8. O(1).
    package var byteCount: Int { text.byteCount }
    /// The grapheme clusters of the text.
    package var clusters: [Character] { text.clusters }
    /// What was sent, oldest first.
    package var sentTexts: [String] { history.entries }

    /// The draft to store, `nil` for none.
    package var draft: Draft? {
        get {
            text.isEmpty && replyTo == nil ? nil : Draft(text: text.string, caret: text.caret, replyTo: replyTo)
        }
        set {
            text = ComposerText(newValue?.text ?? "", caret: newValue?.caret ?? 0)
            replyTo = newValue?.replyTo
            undoStack = []
            redoStack = []
            history.leave()
            settle()
        }
    }

    // MARK: Inserting

    /// Puts typed text in at the caret.
    @discardableResult
    package mutating func type(_ string: String) -> Outcome {
        let outcome = edit(text.caret..<text.caret, with: string, merge: lastEdit == .typing && string != "\n")
        if outcome == .changed { lastEdit = .typing }
        return outcome
    }

    /// Puts a whole text in at the caret, undone as one (a paste, a quote).
    package mutating func insert(_ string: String) -> Outcome { edit(text.caret..<text.caret, with: string) }

    /// Replaces a range, for completion.
    package mutating func replace(_ range: Range<Int>, with string: String) -> Outcome { edit(range, with: string) }

    /// Replaces everything, undone as one; the caret goes to the end.
    package mutating func replaceAll(with string: String) -> Outcome { edit(0..<text.clusters.count, with: string) }

    /// Takes the text out for sending and remembers it in the input history.
    package mutating func takeForSending() -> (text: String, replyTo: String?) {
        let taken = (text.string, replyTo)
        history.add(taken.0)
        text = ComposerText()
        replyTo = nil
        undoStack = []
        redoStack = []
        settle()
        return taken
    }

    /// Empties the composer; undo brings the text back.
    package mutating func clear() {
        _ = edit(0..<text.clusters.count, with: "")
        replyTo = nil
        history.leave()
    }

    // MARK: Keys

    /// Does what a composer key means; `layout` is how the text is broken into rows now (for the arrow keys).
    package mutating func perform(_ action: KeyAction, layout: ComposerLayout, policy: WidthPolicy) -> Outcome {
        let caret = text.caret
        switch action {
        case .caretLeft: return move(to: caret - 1)
        case .caretRight: return move(to: caret + 1)
        case .wordLeft: return move(to: text.wordStart(before: caret))
        case .wordRight: return move(to: text.wordEnd(after: caret))
        case .lineStart: return move(to: text.lineStart(of: caret))
        case .lineEnd: return move(to: text.lineEnd(of: caret))
        case .caretUp: return moveRow(by: -1, layout: layout, policy: policy)
        case .caretDown: return moveRow(by: 1, layout: layout, policy: policy)
        case .deleteBackward: return edit((caret - 1)..<caret, with: "")
        case .deleteForward: return edit(caret..<(caret + 1), with: "")
        case .killWordBackward: return kill(text.blankWordStart(before: caret)..<caret, backward: true)
        case .killWordForward: return kill(caret..<text.wordEnd(after: caret), backward: false)
        case .killToEnd:
            let end = text.lineEnd(of: caret)
            return kill(caret..<(end == caret ? caret + 1 : end), backward: false)
        case .killToStart:
            let start = text.lineStart(of: caret)
            return kill((start == caret ? caret - 1 : start)..<caret, backward: true)
        case .yank: return yank()
        case .yankPop: return yankPop()
        case .transpose: return transpose()
        case .newLine: return edit(caret..<caret, with: "\n")
        case .undo: return undo()
        case .redo: return redo()
        case .historyUp: return recall(history.older(current: text.string))
        case .historyDown: return recall(history.newer())
        default: return .unchanged
        }
    }

    /// The same where there is one row only: a filter, a line of search words.
    mutating func performInLine(_ action: KeyAction) {
        guard action.editsLine || action == .historyUp || action == .historyDown else { return }
        let layout = ComposerLayout(clusters: [], caret: 0, width: 1, policy: .perCluster)
        _ = perform(action, layout: layout, policy: .perCluster)
    }

    /// Texts that were sent before this composer was made, oldest first; taken while it has none of its own.
    mutating func recallSent(_ texts: [String]) {
        guard history.entries.isEmpty else { return }
        for text in texts { history.add(text) }
    }

    /// Bytes that the text takes in a message: quotation marks, backslashes and breaks take one more there. O(n).
    package var bytesInMessage: Int {
        byteCount
            + clusters.reduce(0) { $0 + ($1 == "\"" || $1 == "\\" || $1 == "\n" || $1 == "\t" ? 1 : 0) }
    }

    // MARK: Editing

    private mutating func edit(_ range: Range<Int>, with string: String, merge: Bool = false) -> Outcome {
        let range = max(0, range.lowerBound)..<max(0, min(range.upperBound, text.clusters.count))
        guard !range.isEmpty || !string.isEmpty else { return .unchanged }
        guard string.isEmpty || text.byteCount + string.utf8.count <= PasteRules.bytesToHold else {
            return .refusedTooLarge(limit: PasteRules.bytesToHold)
        }
        let change = text.replace(range, with: string)
        if merge, change.removed.isEmpty, var last = undoStack.last, last.removed.isEmpty,
            last.offset + last.inserted.count == change.offset
        {
            last.inserted += change.inserted
            last.caretAfter = change.caretAfter
            undoStack[undoStack.count - 1] = last
        } else {
            undoStack.append(change)
            if undoStack.count > Composer.undoLimit { undoStack.removeFirst() }
        }
        redoStack = []
        settle()
        return .changed
    }

    private mutating func settle() {
        lastEdit = .none
        wantedColumn = nil
        killRing.interrupt()
    }

    private mutating func move(to offset: Int) -> Outcome {
        let before = text.caret
        text.moveCaret(to: offset)
        settle()
        return text.caret == before ? .unchanged : .changed
    }

    private mutating func moveRow(by rows: Int, layout: ComposerLayout, policy: WidthPolicy) -> Outcome {
        let target = layout.caretRow + rows
        guard layout.rows.indices.contains(target) else { return .unchanged }
        let column = wantedColumn ?? layout.caretColumn
        let outcome = move(to: layout.offset(row: target, column: column, clusters: text.clusters, policy: policy))
        wantedColumn = column
        return outcome
    }

    private mutating func kill(_ range: Range<Int>, backward: Bool) -> Outcome {
        let range = max(0, range.lowerBound)..<max(0, min(range.upperBound, text.clusters.count))
        guard !range.isEmpty else { return .unchanged }
        let cut = String(text.clusters[range])
        var ring = killRing
        ring.kill(cut, backward: backward)
        let outcome = edit(range, with: "")
        killRing = ring
        return outcome
    }

    private mutating func yank() -> Outcome {
        guard let cut = killRing.yank() else { return .unchanged }
        return putYanked(cut, in: text.caret..<text.caret)
    }

    private mutating func yankPop() -> Outcome {
        guard case .yank(let range) = lastEdit, let cut = killRing.rotate() else { return .unchanged }
        return putYanked(cut, in: range)
    }

    private mutating func putYanked(_ cut: String, in range: Range<Int>) -> Outcome {
        let outcome = edit(range, with: cut)
        if outcome == .changed { lastEdit = .yank(min(range.lowerBound, text.caret)..<text.caret) }
        return outcome
    }

    private mutating func transpose() -> Outcome {
        let caret = text.caret
        let end = text.lineEnd(of: caret)
        let start = text.lineStart(of: caret)
        let second = caret == end ? caret - 1 : caret
        guard second > start else { return .unchanged }
        let pair = String([text.clusters[second], text.clusters[second - 1]])
        return edit((second - 1)..<(second + 1), with: pair)
    }

    private mutating func undo() -> Outcome {
        guard let change = undoStack.popLast() else { return .unchanged }
        text.revert(change)
        redoStack.append(change)
        settle()
        return .changed
    }

    private mutating func redo() -> Outcome {
        guard let change = redoStack.popLast() else { return .unchanged }
        text.apply(change)
        undoStack.append(change)
        settle()
        return .changed
    }

    private mutating func recall(_ entry: String?) -> Outcome {
        guard let entry else { return .unchanged }
        let kept = history
        let outcome = edit(0..<text.clusters.count, with: entry)
        history = kept
        return outcome == .unchanged && entry.isEmpty ? .changed : outcome
    }
}
