import Testing

@testable import ChatUI

@Suite struct PasteRulesTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\n\rb", "a\n\nb"), ("a\r\n\r\nb", "a\n\nb"),
        ("ends\n", "ends"), ("ends\r\n", "ends"), ("ends\n\n", "ends\n"), ("\n", ""), ("", ""),
        ("tab\there", "tab\there"), ("\u{1B}[31mred\u{7}", "[31mred"), ("\u{9B}31m", "31m"), ("nul\0", "nul"),
        ("a\u{2028}b", "a\nb"), ("👩‍👩‍👧 中文", "👩‍👩‍👧 中文"), ("\u{1B}[201~x", "[201~x"),
    ])
    func pastesAreCleaned(_ raw: String, _ expected: String) {
        #expect(PasteRules.normalize(raw) == expected)
    }

    @Test func bigOnesAreAskedAbout() {
        #expect(!PasteRules.mustAsk("one line"))
        #expect(!PasteRules.mustAsk("1\n2\n3\n4\n5"))
        #expect(PasteRules.mustAsk("1\n2\n3\n4\n5\n6"))
        #expect(!PasteRules.mustAsk(String(repeating: "x", count: 1999)))
        #expect(PasteRules.mustAsk(String(repeating: "x", count: 2000)))
    }

    @Test func aPasteIsNeverKeys() {
        for text in ["/quit\n", "\u{3}", "\u{11}", "\n\n", "/quit\r/quit\r", "\u{1B}[21~", "hello\nthere\n"] {
            let stage = Stage()
            let session = stage.screen.currentSession
            stage.paste(text)
            #expect(stage.deeds == [])
            #expect(stage.screen.currentSession == session)
            #expect(!stage.screen.hasOverlay)
        }
    }

    @Test func aBigPasteAsksAndGoesInAsOneUndo() {
        let stage = Stage()
        let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
        stage.press("\"ab", "←")
        stage.paste(text + "\n")
        #expect(stage.screen.hasOverlay)
        #expect(stage.screen.composer.string == "ab")
        stage.press("y")
        #expect(stage.screen.composer.string == "a" + text + "b")
        stage.press("Ctrl-_")
        #expect(stage.screen.composer.string == "ab")
        stage.paste(text)
        stage.press("n")
        #expect(stage.screen.composer.string == "ab")
        #expect(!stage.screen.hasOverlay)
    }

    @Test func aMegabyteIsRefusedAndTold() {
        let stage = Stage()
        stage.press("\"kept")
        stage.paste(String(repeating: "x", count: 1 << 20))
        #expect(stage.screen.composer.string == "kept")
        #expect(picture(stage.draw(80, 24)).contains("Not inserted"))
    }

    @Test func aPasteLeavesSelectionAndListForTheComposer() {
        let stage = Stage()
        stage.draw(80, 24)
        stage.press("F9")
        #expect(stage.screen.currentFocus == .sessions)
        stage.paste("jjk")
        #expect(stage.screen.currentFocus == .composer)
        #expect(stage.screen.composer.string == "jjk")
    }
}
