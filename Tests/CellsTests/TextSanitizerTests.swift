import Cells
import TestSupport
import Testing

@Suite struct TextSanitizerTests {
    /// Raw text and the line that may be shown.
    static let corpus: [(String, String)] = [
        ("plain", "plain"), ("", ""), ("tab\there", "tab here"), ("a\r\nb\rc\nd", "a b c d"),
        ("a\u{85}b\u{2028}c\u{2029}d\u{0B}e\u{0C}f", "a b c d e f"),
        // C0, DEL and C1 are seen, not acted on.
        ("a\u{00}b", "a␀b"), ("a\u{07}b", "a␇b"), ("a\u{08}b", "a␈b"), ("a\u{7F}b", "a␡b"), ("a\u{84}b", "a\u{FFFD}b"),
        // Sequences go as a whole; what has no end hides nothing.
        ("\u{1B}[31mred\u{1B}[0m", "␛red␛"), ("\u{9B}31mred", "␛red"), ("\u{1B}[2J\u{1B}[Hx", "␛␛x"),
        ("\u{1B}]0;title\u{07}x", "␛x"), ("\u{1B}]52;c;AAAA\u{1B}\\x", "␛x"), ("\u{9D}8;;u\u{9C}x", "␛x"),
        ("\u{1B}Pq#0\u{1B}\\x", "␛x"), ("\u{1B}cx", "␛x"), ("\u{1B}(0x", "␛x"), ("\u{1B}", "␛"),
        ("\u{1B}]0;never closed", "␛]0;never closed"), ("\u{1B}[31", "␛[31"), ("\u{1B}\u{1B}[1mx", "␛␛x"),
        ("\u{1B}]0;two\nlines\u{07}", "␛]0;two lines␇"), ("\u{1B}你", "␛你"),
        // Order of the text.
        ("a\u{202E}exe.txt", "aexe.txt"), ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}\u{202A}\u{202C}", "x"),
        // Nothing to see.
        ("a\u{200B}b\u{2060}c\u{FEFF}d\u{AD}e\u{34F}f\u{180E}g", "abcdefg"), ("\u{115F}\u{1160}\u{3164}\u{FFA0}x", "x"),
        ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "ab"), ("a\u{200D}b\u{200C}c", "abc"), ("\u{200D}", ""), ("👍\u{200D}", "👍"),
        ("a\u{FE0F}", "a"), ("1\u{FE0F}", "1"), ("你\u{E0100}", "你"), ("\u{E0041}\u{E0042}x", "x"), ("\u{180B}x", "x"),
        ("\u{1D173}x\u{E0001}", "x"), ("\u{206A}x", "x"), ("👩\u{200D}\u{200D}👩", "👩\u{200D}👩"), ("\u{17B4}x", "x"),
        // Nobody knows what these are.
        ("\u{E000}\u{FFFF}\u{378}\u{10FFFF}\u{1FAE9}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        // Marks.
        ("\u{301}x", "\u{A0}\u{301}x"), ("e\u{301}", "e\u{301}"), ("\u{1161}x", "\u{FFFD}x"),
        ("\u{1100}\u{1161}\u{11A8}", "\u{1100}\u{1161}\u{11A8}"), ("🏽", "\u{FFFD}"), ("a🏽", "a\u{FFFD}"),
        // What is real stays.
        (
            "👨‍👩‍👧‍👦 ❤\u{FE0F} 1\u{FE0F}\u{20E3} 👍🏽 🇨🇳 🏳\u{FE0F}\u{200D}🌈 👩🏽‍❤️‍💋‍👨🏽",
            "👨‍👩‍👧‍👦 ❤\u{FE0F} 1\u{FE0F}\u{20E3} 👍🏽 🇨🇳 🏳\u{FE0F}\u{200D}🌈 👩🏽‍❤️‍💋‍👨🏽"
        ),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("🏴\u{E0067}\u{E0062}", "🏴"), ("❤\u{FE0E}", "❤\u{FE0E}"), ("😀\u{FE0E}", "😀"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क्\u{200D}ष", "क्\u{200D}ष"), ("क्\u{200D}", "क्"),
        ("你好，世界 — “ok” ※", "你好，世界 — “ok” ※"),
    ]

    @Test(arguments: corpus) func line(_ example: (String, String)) {
        let safe = TextSanitizer.line(example.0).string
        #expect(Array(safe.unicodeScalars) == Array(example.1.unicodeScalars))
    }

    @Test func multilineKeepsBreaksAndWidensTabs() {
        #expect(TextSanitizer.multiline("a\r\nb\rc\u{2028}\td").string == "a\nb\nc\n    d")
        #expect(TextSanitizer.multiline("x\n\u{301}y").string == "x\n\u{A0}\u{301}y")
        #expect(TextSanitizer.multiline("x\ny").lines.map(\.string) == ["x", "y"])
    }

    @Test func marksAreLimitedPerBase() {
        let zalgo = "Z" + String(repeating: "\u{0351}", count: 400) + "a" + String(repeating: "\u{0316}", count: 9)
        let safe = TextSanitizer.line(zalgo).string.unicodeScalars
        #expect(safe.count == 1 + 8 + 1 + 8)
        let joined = TextSanitizer.line(Array(repeating: "👩", count: 100).joined(separator: "\u{200D}")).string
        #expect(joined.allSatisfy { $0.unicodeScalars.count <= 15 })
    }

    /// Scalars that matter to the sanitiser, and some that do not.
    static let alphabet: [Unicode.Scalar] = [
        "a", "1", " ", "\u{1B}", "[", "m", "]", "\u{07}", "\\", "\u{9B}", "\u{9C}", "\u{9D}", "\n", "\r", "\t",
        "\u{7F}",
        "\u{85}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE0E}", "\u{20E3}", "\u{301}", "❤", "👩", "😀", "\u{1F3FD}",
        "🏴",
        "\u{E0067}", "\u{E007F}", "\u{1F1E8}", "\u{202E}", "\u{200B}", "\u{3164}", "\u{1100}", "\u{1161}", "\u{11A8}",
        "한",
        "\u{E000}", "\u{93F}", "\u{94D}", "क", "م", "\u{600}", "你", "\u{E0101}", "\u{0}",
    ]

    @Test func anyMixIsSafeAndStable() {
        var random = SeededRandom(seed: 0x5AFE)
        for _ in 0..<20_000 {
            var raw = ""
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                raw.unicodeScalars.append(Self.alphabet.randomElement(using: &random) ?? "a")
            }
            let one = TextSanitizer.line(raw)
            let many = TextSanitizer.multiline(raw)
            let file = TextSanitizer.fileName(raw)
            let bad =
                one.string.unicodeScalars.contains { Self.isForbidden($0) }
                || many.string.unicodeScalars.contains { $0 != "\n" && Self.isForbidden($0) }
            let stable =
                TextSanitizer.line(one.string) == one && TextSanitizer.multiline(many.string) == many
                && TextSanitizer.fileName(file.string) == file
            if bad || !stable {
                Issue.record("\(raw.unicodeScalars.map { String($0.value, radix: 16) }) bad \(bad) stable \(stable)")
                return
            }
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0x3164,
            0xE000...0xF8FF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }

    @Test func timeGrowsWithTheText() {
        // Unclosed strings of every kind: a scan to the end for each would not finish.
        for opener in ["\u{1B}]", "\u{9D}", "\u{1B}[", "\u{1B}(", "\u{1B}P"] {
            let raw = String(repeating: opener, count: 100_000)
            #expect(!TextSanitizer.line(raw).isEmpty)
        }
    }

    @Test(arguments: [
        ("../../etc/passwd", "_.._etc_passwd"), ("-rf", "rf"), (".bashrc", "bashrc"), ("", "file"), ("..", "file"),
        ("a/b\\c:d", "a_b_c_d"), ("two\nlines.txt", "two lines.txt"), ("~root", "root"), ("x. . ", "x"),
        ("\u{202E}gpj.exe", "gpj.exe"), ("照片.jpg", "照片.jpg"),
    ])
    func fileNames(_ example: (String, String)) {
        #expect(TextSanitizer.fileName(example.0).string == example.1)
    }

    @Test func longFileNamesKeepTheirExtension() {
        let name = TextSanitizer.fileName(String(repeating: "照", count: 300) + ".jpeg").string
        #expect(name.utf8.count <= 200 && name.hasSuffix("照.jpeg"))
        #expect(
            TextSanitizer.fileName(String(repeating: ".", count: 300) + String(repeating: "x", count: 300)).string.utf8
                .count == 200)
    }

    @Test func jsonIsEscaped() {
        #expect(TextSanitizer.json("{\"a\": \"b\"}\n").string == "{\"a\": \"b\"}\n")
        #expect(
            TextSanitizer.json("\"\u{7F}\u{9B}\u{202E}\u{200B}\u{1B}\u{E0041}你👩\u{200D}👩\"").string
                == "\"\\u007f\\u009b\\u202e\\u200b\\u001b\\udb40\\udc41你👩\u{200D}👩\"")
    }
}
