import Cells

/// Cuts one line into runs: code, bold, links, mentions, and the rest. One pass over its bytes.
struct InlineScanner {
    private let text: SafeText
    private let bytes: [UInt8]
    private let parser: MarkupParser
    private let role: FlowRole
    /// For each run of backticks its start: where it ends and where the run that closes it starts.
    private var ticks: [Int: (end: Int, close: Int?)] = [:]
    /// Stars that may close, from right to left.
    private var closers: [Int] = []
    private var runs: [TextRun] = []
    private var plainStart = 0
    private var boldEnd: Int?

    /// Prepares for a line of a role.
    init(_ text: SafeText, role: FlowRole, parser: MarkupParser) {
        self.text = text
        self.role = role
        self.parser = parser
        bytes = Array(text.string.utf8)
    }

    /// The runs of the line, in order; joined they are the line.
    mutating func scan() -> [TextRun] {
        findTicks()
        findClosers()
        var index = 0
        while index < bytes.count { index = step(at: index) }
        flush(to: bytes.count)
        return runs
    }

    /// Takes what starts at an offset; answers where to go on.
    private mutating func step(at index: Int) -> Int {
        if index == boldEnd {
            flush(to: index)
            emit(index..<index + 1, .markup, bold: false)
            boldEnd = nil
            return index + 1
        }
        switch bytes[index] {
        case UInt8(ascii: "`"): return code(at: index)
        case UInt8(ascii: "*"): return bold(at: index)
        case UInt8(ascii: "@"): return mention(at: index)
        default:
            guard let match = LinkScanner.match(at: index, in: bytes) else { return index + 1 }
            let length = match.length
            guard match.isLink else {
                if let end = boldEnd, end < index + length { boldEnd = nil }
                return index + length
            }
            flush(to: index)
            emit(index..<index + length, .link, bold: boldEnd != nil, isLink: true)
            if let end = boldEnd, end < index + length { boldEnd = nil }
            return index + length
        }
    }

    private mutating func code(at index: Int) -> Int {
        guard let run = ticks[index] else { return index + 1 }
        guard let close = run.close, boldEnd.map({ close < $0 }) ?? true else { return run.end }
        flush(to: index)
        let length = run.end - index
        emit(index..<run.end, .markup, bold: false)
        emit(run.end..<close, .code, bold: boldEnd != nil)
        emit(close..<close + length, .markup, bold: false)
        return close + length
    }

    private mutating func bold(at index: Int) -> Int {
        guard boldEnd == nil, opensBold(index) else { return index + 1 }
        while let last = closers.last, last <= index + 1 { closers.removeLast() }
        guard let close = closers.last else { return index + 1 }
        flush(to: index)
        emit(index..<index + 1, .markup, bold: false)
        boldEnd = close
        return index + 1
    }

    private mutating func mention(at index: Int) -> Int {
        guard index == 0 || !LinkScanner.isWord(bytes[index - 1]), let length = nameLength(after: index + 1) else {
            return index + 1
        }
        flush(to: index)
        emit(index..<index + 1 + length, parser.mentionsMe ? .mentionOfMe : .mention, bold: boldEnd != nil)
        return index + 1 + length
    }

    /// The longest known name at an offset, else a word.
    private func nameLength(after start: Int) -> Int? {
        var best = 0
        for name in parser.mentions.prefix(100) {
            let other = name.string.utf8
            guard other.count > best, start + other.count <= bytes.count else { continue }
            if bytes[start..<start + other.count].elementsEqual(other) { best = other.count }
        }
        if best > 0 { return best }
        var end = start
        while end < bytes.count, LinkScanner.isWord(bytes[end]) || "_-.".utf8.contains(bytes[end]) { end += 1 }
        while end > start, !LinkScanner.isWord(bytes[end - 1]) { end -= 1 }
        return end > start ? end - start : nil
    }

    private mutating func findTicks() {
        var found: [(start: Int, end: Int)] = []
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
            if index > start { found.append((start, index)) } else { index += 1 }
        }
        var next: [Int: Int] = [:]
        for run in found.reversed() {
            ticks[run.start] = (run.end, next[run.end - run.start])
            next[run.end - run.start] = run.start
        }
    }

    private mutating func findClosers() {
        var index = 0
        var found: [Int] = []
        while index < bytes.count {
            // A star inside of code is no mark.
            if let run = ticks[index] {
                index = run.close.map { $0 + run.end - index } ?? run.end
                continue
            }
            if bytes[index] == UInt8(ascii: "*"), closesBold(index) { found.append(index) }
            index += 1
        }
        closers = found.reversed()
    }

    private func opensBold(_ index: Int) -> Bool {
        if index > 0, LinkScanner.isWord(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "*") { return false }
        guard index + 1 < bytes.count else { return false }
        return bytes[index + 1] != UInt8(ascii: " ") && bytes[index + 1] != UInt8(ascii: "*")
    }

    private func closesBold(_ index: Int) -> Bool {
        guard index > 0, bytes[index - 1] != UInt8(ascii: " "), bytes[index - 1] != UInt8(ascii: "*") else {
            return false
        }
        guard index + 1 < bytes.count else { return true }
        return !LinkScanner.isWord(bytes[index + 1]) && bytes[index + 1] != UInt8(ascii: "*")
    }

    private mutating func flush(to end: Int) {
        if plainStart < end { emit(plainStart..<end, role, bold: boldEnd != nil) }
        plainStart = end
    }

    private mutating func emit(_ range: Range<Int>, _ role: FlowRole, bold: Bool, isLink: Bool = false) {
        let utf8 = text.string.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        let piece = text.slice(start..<end)
        plainStart = range.upperBound
        guard !piece.isEmpty else { return }
        runs.append(
            TextRun(
                piece, role, attributes: bold ? .bold : [], link: isLink ? LinkTarget(piece.string) : nil))
    }
}
