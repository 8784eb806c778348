import Cells
import CursesBackend
import Testing

@Suite struct SequenceWriterTests {
    @Test func looks() {
        let style = Style(foreground: .rgb(1, 2, 3), background: .indexed(9), attributes: [.bold, .strikethrough])
        #expect(SequenceWriter.look(style, depth: .trueColor) == "\u{1B}[0;1;9;38;2;1;2;3;101m")
        #expect(SequenceWriter.look(style, depth: .palette) == "\u{1B}[0;1;9;38;5;16;101m")
        #expect(SequenceWriter.look(style, depth: .none) == "\u{1B}[0;1;9m")
        #expect(SequenceWriter.look(.plain, depth: .trueColor) == "\u{1B}[0m")
    }

    @Test func base64OfEveryLength() {
        let known = [
            "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
            "foobar": "Zm9vYmFy",
        ]
        for (text, code) in known { #expect(SequenceWriter.base64(Array(text.utf8)) == code) }
        #expect(SequenceWriter.base64([0xFF, 0xFE, 0xFD]) == "//79")
    }

    @Test func theClipboardPassesThroughTmux() {
        #expect(SequenceWriter.clipboard("foo", isInsideTmux: false) == "\u{1B}]52;c;Zm9v\u{1B}\\")
        #expect(
            SequenceWriter.clipboard("foo", isInsideTmux: true)
                == "\u{1B}]52;c;Zm9v\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Zm9v\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test(arguments: ["", "https://x\u{1B}]0;owned\u{07}", "https://x y", "https://例", "a\nb", "x\u{9C}"])
    func targetsThatCouldEndTheSequenceAreNoLinks(_ target: String) {
        #expect(SequenceWriter.link(to: target, id: 1) == "")
    }

    @Test func linksHaveOneIdentifierOverTheirRows() {
        #expect(
            SequenceWriter.link(to: "https://example.org/?a=b", id: 7)
                == "\u{1B}]8;id=7;https://example.org/?a=b\u{1B}\\")
    }

    @Test func aTitleIsOneShortLine() {
        let title = TextSanitizer.multiline("one\ntwo")
        #expect(SequenceWriter.title(title) == "\u{1B}]2;one\u{1B}\\")
        #expect(SequenceWriter.title(TextSanitizer.line(String(repeating: "x", count: 9999))).utf8.count == 206)
    }

    @Test func notificationsStayInTheirFields() {
        let evil = DesktopNotification(
            title: TextSanitizer.line("a;b\u{1B}]0;x\u{07}\nc"), body: TextSanitizer.line("4;1;50"))
        for transport in DesktopNotification.Transport.allCases {
            for isInsideTmux in [false, true] {
                let out = SequenceWriter.notification(evil, by: transport, isInsideTmux: isInsideTmux)
                let sequences = transport == .osc99 ? 2 : 1
                let escapes = out.unicodeScalars.count { $0 == "\u{1B}" }
                #expect(escapes == (isInsideTmux ? sequences * 4 + 2 : sequences * 2), "\(transport)")
                #expect(!out.contains("4;1") && !out.contains("a;b") && !out.contains("\u{7}"))
            }
        }
        let plain = DesktopNotification(title: "Maria", body: "hi")
        #expect(SequenceWriter.notification(plain, by: .osc9, isInsideTmux: false) == "\u{1B}]9;Maria: hi\u{1B}\\")
        #expect(
            SequenceWriter.notification(plain, by: .osc777, isInsideTmux: false)
                == "\u{1B}]777;notify;Maria;hi\u{1B}\\")
        #expect(DesktopNotification.Transport.guess(term: "xterm-kitty", program: nil) == .osc99)
        #expect(DesktopNotification.Transport.guess(term: "xterm-256color", program: "WezTerm") == .osc777)
        #expect(DesktopNotification.Transport.guess(term: "xterm-256color", program: "iTerm.app") == .osc9)
        #expect(DesktopNotification.Transport.guess(term: "xterm", program: nil) == nil)
    }
}
