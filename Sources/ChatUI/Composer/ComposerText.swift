/// Text under edit as grapheme clusters, with a caret between two of them.
///
/// Invariant: the clusters are exactly those of the joined text, so that a combining mark or joiner typed after its
/// base becomes part of it; the caret never stands inside a cluster.
struct ComposerText: Sendable, Hashable {
    /// A change that can be undone: clusters from `offset` were `removed` and `inserted` took their place.
    struct Change: Sendable, Hashable {
        var offset: Int
        var removed: [Character]
        var inserted: [Character]
        var caretBefore: Int
        var caretAfter: Int
    }

    private(set) var clusters: [Character] = []
    private(set) var caret = 0
    /// Bytes of the text as UTF-8, kept up to date with every change.
    private(set) var byteCount = 0

    /// The whole text.
    var string: String { String(clusters) }
    var isEmpty: Bool { clusters.isEmpty }

    init() {}

    /// A text with the caret clamped to it.
    init(_ text: String, caret: Int) {
        clusters = Array(text)
        byteCount = text.utf8.count
        self.caret = min(max(0, caret), clusters.count)
    }

    mutating func moveCaret(to offset: Int) { caret = min(max(0, offset), clusters.count) }

    /// Replaces a range and puts the caret behind what was inserted. O(line) because clusters may join at the seams.
    @discardableResult
    mutating func replace(_ range: Range<Int>, with text: String) -> Change {
        let range = range.clamped(to: 0..<clusters.count)
        let before = caret
        let start = lineStart(of: range.lowerBound)
        let end = lineEnd(of: range.upperBound)
        let head = String(clusters[start..<range.lowerBound])
        let tail = String(clusters[range.upperBound..<end])
        let scalarsToCaret = head.unicodeScalars.count + text.unicodeScalars.count
        let renewed = Array(head + text + tail)
        var caretOffset = 0
        var scalars = 0
        while caretOffset < renewed.count, scalars < scalarsToCaret {
            scalars += renewed[caretOffset].unicodeScalars.count
            caretOffset += 1
        }
        var common = 0
        let old = clusters[start..<end]
        while common < old.count, common < renewed.count, old[start + common] == renewed[common] { common += 1 }
        var commonEnd = 0
        while commonEnd < old.count - common, commonEnd < renewed.count - common,
            old[end - 1 - commonEnd] == renewed[renewed.count - 1 - commonEnd]
        {
            commonEnd += 1
        }
        let change = Change(
            offset: start + common, removed: Array(old[(start + common)..<(end - commonEnd)]),
            inserted: Array(renewed[common..<(renewed.count - commonEnd)]), caretBefore: before,
            caretAfter: start + caretOffset)
        apply(change)
        return change
    }

    /// Does a change (again).
    mutating func apply(_ change: Change) {
        swap(at: change.offset, change.removed, for: change.inserted)
        moveCaret(to: change.caretAfter)
    }

    /// Takes a change back.
    mutating func revert(_ change: Change) {
        swap(at: change.offset, change.inserted, for: change.removed)
        moveCaret(to: change.caretBefore)
    }

    private mutating func swap(at offset: Int, _ old: [Character], for new: [Character]) {
        clusters.replaceSubrange(offset..<(offset + old.count), with: new)
        byteCount += ComposerText.bytes(new) - ComposerText.bytes(old)
    }

    private static func bytes(_ clusters: [Character]) -> Int {
        clusters.reduce(0) { $0 + $1.utf8.count }
    }

    // MARK: Places

    /// The first offset of the line that an offset lies in.
    func lineStart(of offset: Int) -> Int {
        var place = min(max(0, offset), clusters.count)
        while place > 0, clusters[place - 1] != "\n" { place -= 1 }
        return place
    }

    /// The offset of the line's break, or the end of the text.
    func lineEnd(of offset: Int) -> Int {
        var place = min(max(0, offset), clusters.count)
        while place < clusters.count, clusters[place] != "\n" { place += 1 }
        return place
    }

    /// The start of the word before an offset.
    func wordStart(before offset: Int) -> Int {
        var place = offset
        while place > 0, !ComposerText.isWord(clusters[place - 1]) { place -= 1 }
        while place > 0, ComposerText.isWord(clusters[place - 1]) { place -= 1 }
        return place
    }

    /// The end of the word after an offset.
    func wordEnd(after offset: Int) -> Int {
        var place = offset
        while place < clusters.count, !ComposerText.isWord(clusters[place]) { place += 1 }
        while place < clusters.count, ComposerText.isWord(clusters[place]) { place += 1 }
        return place
    }

    /// The start of the blank-delimited word before an offset (Ctrl-W).
    func blankWordStart(before offset: Int) -> Int {
        var place = offset
        while place > 0, clusters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !clusters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    private static func isWord(_ cluster: Character) -> Bool { cluster.isLetter || cluster.isNumber || cluster == "_" }
}
