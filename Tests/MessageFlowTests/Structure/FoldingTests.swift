import Cells
import IMModel
import TestSupport
import Testing

@testable import MessageFlow

/// Texts that are too long for a list, and the blank lines at the ends of texts.
struct FoldingTests {
    private func rows(_ text: String, _ composer: RowComposer = RowComposer(), width: Int = 40) -> [String] {
        Array(
            Picture.of(RowContext(message: Sample.text("\(text.utf8.count)", text)), composer, width: width).dropFirst(
                2))
    }

    private func numbered(_ count: Int) -> String { (1...count).map { "line \($0)" }.joined(separator: "\n") }

    @Test func aTextPastTheLimitShowsItsBeginningAndHowMuchMoreThereIs() {
        #expect(rows(numbered(40)).count == 40)
        let folded = rows(numbered(41))
        #expect(folded.count == 21)
        #expect(folded.first == "    line 1" && folded[19] == "    line 20")
        #expect(folded.last == "    … 21 more lines · Enter opens")
        #expect(rows(numbered(1_260)).last == "    … 1,240 more lines · Enter opens")
        #expect(rows(numbered(20_000)).last == "    … 19,980 more lines · Enter opens")
    }

    @Test func aLongLineIsFoldedByItsRows() {
        let text = String(repeating: "word ", count: 6_000)
        let folded = rows(text)
        #expect(folded.count == 21)
        // 30,000 bytes in rows of 36 columns, at seven words each 858 rows: told from what was not laid out.
        #expect(folded.last == "    … about 814 more lines · Enter opens")
        #expect(rows(String(repeating: "字", count: 9_000)).last?.contains("about") == true)
    }

    @Test func theLimitIsTheSessionsAndTheKeyTheProgramsOwn() {
        let composer = RowComposer()
        composer.configuration.foldsAboveRows = 3
        composer.configuration.rowsOfFolded = 2
        composer.strings.keys.open = "F12"
        #expect(rows("a\nb\nc", composer) == ["    a", "    b", "    c"])
        #expect(rows("a\nb\nc\nd", composer) == ["    a", "    b", "    … 2 more lines · F12 opens"])
        composer.strings.keys.open = nil  // the layouts kept so far are forgotten
        #expect(rows("a\nb\nc\nd", composer).last == "    … 2 more lines")
        composer.configuration.foldsAboveRows = 0
        #expect(rows(numbered(100), composer).count == 100)
    }

    @Test func anOpenCodeBlockStaysCodeInTheBeginning() {
        let code = "```swift\n" + numbered(2_000) + "\n```"
        let folded = rows(code)
        #expect(folded.first == "      line 1" && folded.count == 21)
        #expect(folded.last == "    … 1,981 more lines · Enter opens")
    }

    /// A link that is cut must not lead to its beginning.
    @Test func aCutLinkIsNone() {
        let url = "https://example.org/" + String(repeating: "a", count: 5_000)
        let composer = RowComposer()
        for text in [url, "see https://example.org/1 and\n" + url] {
            let context = RowContext(message: Sample.text("\(text.count)", text))
            let layout = composer.layout(context, width: 40)
            var links: Set<String> = []
            for y in 0..<layout.height {
                for x in 0..<40 {
                    let target = composer.target(at: Point(x: x, y: y), of: context, in: layout)
                    if case .link(let link) = target { links.insert(link.url) }
                }
            }
            #expect(links == (text == url ? [] : ["https://example.org/1"]))
        }
    }

    /// What is not shown costs nothing: the layout of a text of a hundred times the length takes in no more of it.
    @Test func whatIsLaidOutIsBounded() {
        for raw in [
            numbered(100_000), String(repeating: "x", count: 1_000_000), String(repeating: " \n", count: 50_000) + "x",
        ] {
            let beginning = TextBeginning(of: raw + "end", rows: 40, width: 80)
            #expect(beginning.text.string.utf8.count <= 41 * 80)
            #expect(beginning.text.lines.count <= 42)
        }
        #expect(TextBeginning(of: numbered(41), rows: 40, width: 80).restBytes == 0)
    }

    /// Nothing is lost or told twice between the beginning and the rest.
    @Test func beginningAndRestAreTheWhole() {
        var random = SeededRandom(seed: 41)
        let pieces = ["a", "字", "\n", "\r\n", " ", "e\u{301}", "👨‍👩‍👧", "\u{200B}", "word word"]
        for _ in 0..<2_000 {
            let raw = (0..<Int.random(in: 0...60, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            let rows = Int.random(in: 0...4, using: &random)
            let width = Int.random(in: 1...6, using: &random)
            let taken = TextBeginning(of: raw, rows: rows, width: width)
            let all = TextBeginning(of: raw, rows: 0, width: width)
            #expect(all.restBytes == 0 && all.restLines == 0)
            #expect(all.text.string.hasPrefix(taken.text.string) || taken.text.isEmpty, "\(raw.debugDescription)")
            if taken.restBytes == 0 { #expect(taken.text == all.text) }
            #expect(taken.restBytes <= raw.utf8.count && taken.restLines <= raw.utf8.count { $0 == 0x0A })
            let lines = all.text.lines
            if !all.text.isEmpty {
                #expect(!lines[0].string.allSatisfy(\.isWhitespace) && !lines.last!.string.allSatisfy(\.isWhitespace))
            }
        }
    }

    @Test func foldedRowsKeepTheLawsOfSizes() {
        let composer = RowComposer()
        composer.configuration.foldsAboveRows = 4
        composer.configuration.rowsOfFolded = 3
        for width in 1...30 {
            for text in [numbered(9), String(repeating: "字 words ", count: 40), "> quote\n" + numbered(7)] {
                for own in [true, false] {
                    var message = Sample.text("1", text, from: own ? Sample.me : Sample.chen, replyTo: own ? "q" : nil)
                    message.version = width
                    let layout = composer.layout(RowContext(message: message), width: width)
                    let whole = Rect(x: 0, y: 0, width: width, height: layout.height)
                    #expect(layout.frames.allSatisfy { !$0.rect.isEmpty && $0.rect.intersection(whole) == $0.rect })
                    #expect(layout.frames.first { $0.component == .content }!.rect.height <= (own ? 5 : 4))
                }
            }
        }
        #expect(composer.counters.nonsenseSizes == 0)
    }

    @Test func blankLinesAtTheEndsAreNotDrawn() {
        #expect(rows("\n\nhello\n\n\n") == ["    hello"])
        #expect(rows("  \n   indented\nsecond \t\n \u{200B}\n\r\n") == ["       indented", "    second"])
        #expect(rows("a\n\n\nb") == ["    a", "", "", "    b"])
    }

    @Test(arguments: [
        "", " ", "\n\n\n", "\t \n", "\u{200B}\n\u{200B}", "\u{3000}", "\u{3164}\n", "\u{AD}", "\u{2028}\u{2029}",
        "\u{A0}\n\u{FEFF}",
    ])
    func aTextOfNothingSaysSo(_ text: String) {
        #expect(rows(text) == ["    (empty message)"])
    }

    @Test func aClickOnTheLastLineAndEnterOpenItWhole() {
        let composer = RowComposer()
        let context = RowContext(message: Sample.text("1", numbered(100) + "\nhttps://example.org/"))
        let layout = composer.layout(context, width: 40)
        func target(_ x: Int, _ y: Int) -> HitTarget? {
            composer.target(at: Point(x: x, y: y), of: context, in: layout)
        }
        #expect(layout.height == 23)
        #expect(target(6, 22) == .named(ContentView.foldRegion))
        #expect(target(6, 21) == nil)
    }
}
