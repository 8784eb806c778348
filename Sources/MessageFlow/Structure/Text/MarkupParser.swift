public import Cells

/// Finds paragraphs, quotes, lists, code, links and mentions in a text. Pure; O(n) (times the names, at most 100).
///
/// Marks inside of a line stay where they were written, dimmed: what is shown is what was written, and it can be told
/// apart without colours. Only the fences of code blocks go; the block is indented instead.
public struct MarkupParser: Sendable {
    /// The role of plain text.
    public var role: FlowRole
    /// Names that may stand behind an @, sanitised; they may hold spaces.
    public var mentions: [SafeText]
    /// Whether mentions stand out because the own user is among them.
    public var mentionsMe: Bool

    /// Makes a parser.
    public init(role: FlowRole, mentions: [SafeText] = [], mentionsMe: Bool = false) {
        self.role = role
        self.mentions = mentions
        self.mentionsMe = mentionsMe
    }

    /// The paragraphs of a text; in the beginning of one a code block may be closed by what comes later.
    public func blocks(of text: SafeText, isWhole: Bool = true) -> [TextBlock] {
        let lines = text.lines
        var closing = isWhole ? lines.lastIndex { MarkupParser.isFence($0, closes: true) } ?? -1 : lines.count
        var blocks: [TextBlock] = []
        var index = 0
        while index < lines.count {
            if index < closing, MarkupParser.isFence(lines[index], closes: false) {
                index += 1
                while index < lines.count, !MarkupParser.isFence(lines[index], closes: true) {
                    blocks.append(MarkupParser.codeBlock(lines[index]))
                    index += 1
                }
                if index == closing { closing = -1 }
            } else {
                blocks.append(block(lines[index]))
            }
            index += 1
        }
        // A link that goes on where the beginning ends leads elsewhere than what is left of it.
        if !isWhole, let last = blocks.indices.last, let run = blocks[last].runs.indices.last {
            blocks[last].runs[run].link = nil
        }
        return blocks.isEmpty ? [TextBlock([TextRun(.empty, role)])] : blocks
    }

    /// The URLs in a text, in order, each as often as it is written. O(n).
    public static func links(in text: SafeText) -> [LinkTarget] {
        text.lines.flatMap { line in
            var scanner = InlineScanner(line, role: .text, parser: MarkupParser(role: .text))
            return scanner.scan().compactMap(\.link)
        }
    }

    /// The runs of one line.
    public func runs(of line: SafeText, role: FlowRole) -> [TextRun] {
        var scanner = InlineScanner(line, role: role, parser: self)
        return scanner.scan()
    }

    private func block(_ line: SafeText) -> TextBlock {
        let bytes = line.string.utf8
        if bytes.first == UInt8(ascii: ">") {
            var rest = bytes.dropFirst()
            if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
            let prefix = [TextRun("> ", .quote)]
            return TextBlock(
                runs(of: line.slice(rest.startIndex..<rest.endIndex), role: .quote), firstPrefix: prefix,
                restPrefix: prefix)
        }
        guard let length = MarkupParser.listPrefixLength(bytes) else {
            return TextBlock(runs(of: line, role: role))
        }
        let end = bytes.index(bytes.startIndex, offsetBy: length)
        let blank = SafeText.joined(Array(repeating: " ", count: length))
        return TextBlock(
            runs(of: line.slice(end..<bytes.endIndex), role: role),
            firstPrefix: [TextRun(line.slice(bytes.startIndex..<end), .markup)], restPrefix: [TextRun(blank, .markup)])
    }

    private static func codeBlock(_ line: SafeText) -> TextBlock {
        let indent = [TextRun("  ", .markup)]
        return TextBlock([TextRun(line, .code)], firstPrefix: indent, restPrefix: indent, wrapping: .cells)
    }

    /// Whether a line opens a code block (with a language behind the mark, perhaps) or closes one.
    private static func isFence(_ line: SafeText, closes: Bool) -> Bool {
        var rest = line.string.utf8[...]
        while rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        guard rest.starts(with: "```".utf8) else { return false }
        rest = rest.dropFirst(3)
        if closes { return rest.allSatisfy { $0 == UInt8(ascii: " ") } }
        return rest.count <= 40 && !rest.contains(UInt8(ascii: "`"))
    }

    /// The bytes of indent, mark and space that start an item of a list: `- `, `* `, `+ `, `12. `, `12) `.
    private static func listPrefixLength(_ bytes: String.UTF8View) -> Int? {
        var index = bytes.startIndex
        var length = 0
        func byte() -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }
        func advance() {
            index = bytes.index(after: index)
            length += 1
        }
        while length < 8, byte() == UInt8(ascii: " ") { advance() }
        var digits = 0
        while digits < 3, let digit = byte(), (0x30...0x39).contains(digit) {
            advance()
            digits += 1
        }
        guard let mark = byte(), (digits > 0 ? ".)" : "-*+").utf8.contains(mark) else { return nil }
        advance()
        guard byte() == UInt8(ascii: " ") else { return nil }
        advance()
        return byte() == nil ? nil : length
    }
}
