import IMModel
import MessageFlow
import Testing

@Suite struct MessageTextsTests {
    @Test func linksEndWhereTheyEnd() {
        let cases: [(String, [String])] = [
            ("", []),
            ("no link http:// here", []),
            ("see https://example.org/r/118 for", ["https://example.org/r/118"]),
            ("(https://example.org/a_(b)).", ["https://example.org/a_(b)"]),
            ("看https://example.org/路径，好", ["https://example.org/路径"]),
            ("HTTPS://Example.org/X?a=1&b=2#c!", ["HTTPS://Example.org/X?a=1&b=2#c"]),
            ("<http://a.b> \"http://c.d\"", ["http://a.b", "http://c.d"]),
            ("xhttp://a.b", []),
            ("https://https://a.b", ["https://https://a.b"]),
            ("http://a.b\nhttp://c.d", ["http://a.b", "http://c.d"]),
        ]
        for (text, links) in cases { #expect(MessageTexts.links(inText: text) == links, "\(text)") }
    }

    @Test func copiesAreExact() {
        let text = "  e\u{301} \u{202E}x\r\n\u{1B}[31m "
        let copied = MessageTexts.copyable(.text(TextContent(text)))
        #expect(copied.map { Array($0.utf8) } == Array(text.utf8))
        #expect(MessageTexts.copyable(.revoked) == nil)
        #expect(MessageTexts.links(.link(LinkContent(url: "x://y", title: "t"))) == ["x://y"])
        #expect(MessageTexts.links(.file(url: "", name: "n", size: nil)).isEmpty)
    }
}
