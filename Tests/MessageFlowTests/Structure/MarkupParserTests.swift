import Cells
import MessageFlow
import TestSupport
import Testing

struct MarkupParserTests {
    private let parser = MarkupParser(role: .text, mentions: ["Chen Xiao", "陈晓"])

    private func marks(_ text: SafeText) -> [String] {
        parser.runs(of: text, role: .text).filter { $0.role != .text || $0.attributes != [] }.map {
            "\($0.role)\($0.attributes.contains(.bold) ? "+bold" : ""): \($0.text.string)"
        }
    }

    @Test(arguments: [
        ("see https://example.org/r/118 for", "https://example.org/r/118"),
        ("(https://example.org/a_(b)).", "https://example.org/a_(b)"),
        ("见https://example.org/x?y=1&z=%E4。好", "https://example.org/x?y=1&z=%E4"),
        ("HTTP://EXAMPLE.org!", "HTTP://EXAMPLE.org"),
        ("mail mailto:a@b.org, please", "mailto:a@b.org"),
        ("\"ftp://h/p\"", "ftp://h/p"),
        ("<https://[::1]:80/>", "https://[::1]:80/"),
        ("*https://example.org*", "https://example.org"),
    ])
    func findsLinks(text: String, url: String) {
        #expect(MarkupParser.links(in: TextSanitizer.multiline(text)).map(\.url) == [url])
    }

    @Test(arguments: [
        "xhttps://a.b", "https://", "https:// a", "mailto:", "a:b", "javascript:alert(1)", "http//a", "`https://a.b`",
    ])
    func takesNothingElseForLinks(text: String) {
        #expect(MarkupParser.links(in: TextSanitizer.multiline(text)) == [])
    }

    @Test func marksCodeBoldAndMentions() {
        #expect(marks("run `ls -l` now") == ["markup: `", "code: ls -l", "markup: `"])
        #expect(marks("``a`b``") == ["markup: ``", "code: a`b", "markup: ``"])
        #expect(marks("a *b c* d") == ["markup: *", "text+bold: b c", "markup: *"])
        #expect(marks("2*3*4 and * x *") == [])
        #expect(
            marks("*a `*` b*") == [
                "markup: *", "text+bold: a ", "markup: `", "code+bold: *", "markup: `", "text+bold:  b", "markup: *",
            ])
        #expect(marks("@Chen Xiao, @bob. a@b @") == ["mention: @Chen Xiao", "mention: @bob"])
        #expect(marks("问@陈晓呢") == ["mention: @陈晓"])
        #expect(marks("`open *x") == [])
    }

    @Test func findsQuotesListsAndCodeBlocks() {
        let blocks = parser.blocks(of: "> said\n- one two\n12. x\n```swift\n  let *a*\n```\nend")
        #expect(blocks.count == 5)
        #expect(blocks[0].restPrefix == [TextRun("> ", .quote)])
        #expect(blocks[1].firstPrefix == [TextRun("- ", .markup)])
        #expect(blocks[1].restPrefix == [TextRun("  ", .markup)])
        #expect(blocks[2].firstPrefix == [TextRun("12. ", .markup)])
        #expect(blocks[3].runs == [TextRun("  let *a*", .code)])
        #expect(blocks[3].wrapping == .cells)
        #expect(blocks[4].runs == [TextRun("end", .text)])
    }

    @Test func anOpenFenceIsText() {
        #expect(parser.blocks(of: "```\nlet a").map { $0.runs.map(\.text.string).joined() } == ["```", "let a"])
        #expect(parser.blocks(of: "```\n```").count == 1)
        #expect(parser.blocks(of: "").count == 1)
    }

    @Test func hangingIndentFollowsTheMark() {
        let layout = TextLayout(parser.blocks(of: "- one two three\n> a b c"), width: 9, policy: .perCluster)
        #expect(layout.lines.map { $0.runs.map(\.run.text.string).joined() } == ["- one two", "  three", "> a b c"])
    }

    @Test func runsJoinedAreTheLine() {
        var random = SeededRandom(seed: 7)
        let pieces: [SafeText] = [
            "*", "`", "``", "@", "a", " ", "https://x.y/", "中", ")", "(", "@Chen Xiao", ".", "\u{301}", "👍🏽", "mailto:",
            ">", "-",
        ]
        for _ in 0..<3000 {
            let line = SafeText.joined(
                (0..<Int.random(in: 0...14, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                })
            let joined = SafeText.joined(parser.runs(of: line, role: .text).map(\.text))
            #expect(Array(joined.string.unicodeScalars) == Array(line.string.unicodeScalars))
            let layout = TextLayout(parser.blocks(of: line), width: 7, policy: .perCluster)
            #expect(layout.width <= 7)
        }
    }

    @Test func hostileMarksTakeLinearTime() {
        func time(_ text: SafeText) -> Duration {
            (0..<3).map { _ in processorTime { _ = parser.blocks(of: text) } }.min() ?? .zero
        }
        for unit: SafeText in [
            "`", "` ", "*a ", "@", "https://", "(", "[", "``` ", "a*", "```\n", "*mailto:", "mailto:x*(",
        ] {
            let short = SafeText.joined(Array(repeating: unit, count: 1000))
            let long = SafeText.joined(Array(repeating: unit, count: 10_000))
            #expect(time(long) < max(time(short), .milliseconds(1)) * 40, "\(unit)")
        }
    }
}
