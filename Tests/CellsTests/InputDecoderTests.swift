import Cells
import TestSupport
import Testing

@Suite struct InputDecoderTests {
    private static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> [InputEvent] {
        [.key(KeyPress(key, modifiers))]
    }
    private static func typed(_ text: String) -> [InputEvent] { text.map { .key(KeyPress(.character($0))) } }

    /// Bytes and what they are.
    static let corpus: [(String, [InputEvent])] = [
        ("a", typed("a")), ("hé你😀", typed("hé你😀")), ("\r", key(.enter)), ("\n", key(.lineFeed)), ("\t", key(.tab)),
        ("\u{7F}", key(.backspace)), ("\u{08}", key(.backspace)), ("\u{0}", key(.character(" "), .control)),
        ("\u{1}", key(.character("a"), .control)), ("\u{3}", key(.character("c"), .control)),
        ("\u{1A}", key(.character("z"), .control)), ("\u{1F}", key(.character("_"), .control)),
        ("\u{1B}[A", key(.up)), ("\u{1B}OA", key(.up)), ("\u{1B}[1;5C", key(.right, .control)),
        ("\u{1B}[1;10D", key(.left, [.shift, .alt])), ("\u{1B}[a", key(.up, .shift)), ("\u{1B}Oa", key(.up, .control)),
        ("\u{1B}O5B", key(.down, .control)), ("\u{1B}[H", key(.home)), ("\u{1B}[1~", key(.home)),
        ("\u{1B}[8~", key(.end)),
        ("\u{1B}OF", key(.end)), ("\u{1B}[3~", key(.delete)), ("\u{1B}[3;5~", key(.delete, .control)),
        ("\u{1B}[2~", key(.insert)), ("\u{1B}[5~", key(.pageUp)), ("\u{1B}[6;3~", key(.pageDown, .alt)),
        ("\u{1B}[5$", key(.pageUp, .shift)), ("\u{1B}[5^", key(.pageUp, .control)),
        ("\u{1B}[5@", key(.pageUp, [.control, .shift])), ("\u{1B}[Z", key(.backTab)), ("\u{1B}OP", key(.function(1))),
        ("\u{1B}[[A", key(.function(1))), ("\u{1B}[11~", key(.function(1))), ("\u{1B}[24~", key(.function(12))),
        ("\u{1B}[34~", key(.function(20))), ("\u{1B}[1;2R", key(.function(3), .shift)), ("\u{1B}OM", key(.enter)),
        ("\u{1B}Op", typed("0")), ("\u{1B}Ok", typed("+")),
        // Alt.
        ("\u{1B}a", key(.character("a"), .alt)), ("\u{1B}你", key(.character("你"), .alt)),
        ("\u{1B}\r", key(.enter, .alt)),
        ("\u{1B}\u{7F}", key(.backspace, .alt)), ("\u{1B}\u{1B}[A", key(.up, .alt)),
        ("\u{1B}\u{1B}OC", key(.right, .alt)),
        ("\u{1B}\u{1B}x", key(.escape) + key(.character("x"), .alt)),
        // CSI u and modifyOtherKeys.
        ("\u{1B}[97;5u", key(.character("a"), .control)), ("\u{1B}[13;2u", key(.enter, .shift)),
        ("\u{1B}[27u", key(.escape)), ("\u{1B}[9;2u", key(.backTab)), ("\u{1B}[97:65;2u", typed("A")),
        ("\u{1B}[97;2u", typed("A")), ("\u{1B}[97;1:3u", []), ("\u{1B}[1;1:3A", []),
        ("\u{1B}[27;5;105~", key(.character("i"), .control)),
        ("\u{1B}[27;2;13~", key(.enter, .shift)), ("\u{1B}[57414u", key(.enter)), ("\u{1B}[57419u", key(.up)),
        ("\u{1B}[20320u", typed("你")), ("\u{1B}[106;5u", key(.lineFeed)),
        // Pastes.
        ("\u{1B}[200~hi\r\n\u{1B}[A\u{3}\u{1B}[201~", [.paste("hi\r\n\u{1B}[A\u{3}")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[200~\u{1B}\u{1B}[201~x", [.paste("\u{1B}")] + typed("x")), ("\u{1B}[201~x", typed("x")),
        ("\u{1B}[200~a\u{1B}[201~\r", [.paste("a")] + key(.enter)),
        ("\u{1B}[200~a\u{1B}[200~b\u{1B}[201~", [.paste("a\u{1B}[200~b")]),
        // Mouse, focus.
        ("\u{1B}[<0;3;4M", [.mouse(MouseEvent(button: 0, action: .press, position: Point(x: 2, y: 3)))]),
        ("\u{1B}[<2;3;4m", [.mouse(MouseEvent(button: 2, action: .release, position: Point(x: 2, y: 3)))]),
        ("\u{1B}[<32;1;1M", [.mouse(MouseEvent(button: 0, action: .drag, position: Point(x: 0, y: 0)))]),
        (
            "\u{1B}[<81;1;1M",
            [.mouse(MouseEvent(button: 0, action: .wheelDown, position: Point(x: 0, y: 0), modifiers: .control))]
        ),
        ("\u{1B}[<35;1;1M", []), ("\u{1B}[<66;1;1M", []), ("\u{1B}[M !!x", typed("x")),
        ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
        // Replies.
        ("\u{1B}[12;34R", [.reply(.cursor(Point(x: 33, y: 11)))]), ("\u{1B}[?2026;2$y", [.reply(.mode(2026, 2))]),
        ("\u{1B}[?62;22c", [.reply(.attributes([62, 22]))]), ("\u{1B}[>1;10;0c", [.reply(.other("[>1;10;0c"))]),
        ("\u{1B}]11;rgb:ffff/0000/1111\u{1B}\\x", [.reply(.osc(11, "rgb:ffff/0000/1111"))] + typed("x")),
        ("\u{1B}]11;rgb:f/0/1\u{07}x", [.reply(.osc(11, "rgb:f/0/1"))] + typed("x")),
        ("\u{1B}P>|tmux 3.3a\u{1B}\\x", [.reply(.other("P>|tmux 3.3a"))] + typed("x")),
        ("\u{1B}[48;24;80;0;0t", [.resize(Size(width: 80, height: 24))]), ("\u{1B}[?1u", [.reply(.other("[?1u"))]),
        ("\u{1B}[99;1;99Zx", key(.backTab) + typed("x")), ("\u{1B}[1q", [.reply(.other("[1q"))]),
        ("\u{1B}[1\r", [.reply(.other("[1"))] + key(.enter)),
    ]

    private func decode(_ pieces: [ArraySlice<UInt8>]) -> [InputEvent] {
        var decoder = InputDecoder()
        return pieces.flatMap { decoder.feed($0, now: 0) } + decoder.flush()
    }

    @Test(arguments: corpus) func everySplitGivesTheSameEvents(_ example: (String, [InputEvent])) {
        let bytes = Array(example.0.utf8)
        #expect(decode([bytes[...]]) == example.1)
        #expect(decode(bytes.indices.map { bytes[$0...$0] }) == example.1)
        for first in 0..<bytes.count {
            for second in first..<bytes.count {
                #expect(decode([bytes[..<first], bytes[first..<second], bytes[second...]]) == example.1)
            }
        }
    }

    @Test func neighboursDoNotDisturbEachOther() {
        for (one, first) in Self.corpus {
            for (two, second) in Self.corpus {
                // What begins with ESC behind an ESC is another key.
                let bytes = Array((one + two).utf8)
                let events = decode([bytes[...]])
                if events != first + second {
                    Issue.record("\(one.debugDescription) + \(two.debugDescription): \(events)")
                }
            }
        }
    }

    @Test func escapeAloneIsTheKeyAtItsDeadline() {
        var decoder = InputDecoder(escapeDelay: 40)
        #expect(decoder.feed([0x1B], now: 1000).isEmpty)
        #expect(decoder.deadline == 1040)
        #expect(decoder.expire(now: 1039).isEmpty)
        #expect(decoder.expire(now: 1040) == Self.key(.escape))
        #expect(decoder.deadline == nil)
        #expect(decoder.feed([0x5B, 0x41], now: 1041) == Self.typed("[A"))
        // Alt-[, Alt-O and Alt-] look like the beginning of a sequence.
        for character: Character in ["[", "O", "]", "P"] {
            #expect(decoder.feed([0x1B] + Array(String(character).utf8), now: 0).isEmpty)
            #expect(decoder.deadline == 40)
            #expect(decoder.expire(now: 40) == Self.key(.character(character), .alt))
        }
        #expect(decoder.feed([0x1B, 0x1B], now: 0).isEmpty)
        #expect(decoder.expire(now: 40) == Self.key(.escape) + Self.key(.escape))
    }

    @Test func aBrokenSequenceNeverBecomesKeys() {
        var decoder = InputDecoder()
        #expect(decoder.feed("\u{1B}]11;rgb:".utf8, now: 0).isEmpty)
        #expect(decoder.expire(now: 1000) == [.reply(.other("]11;rgb:"))])
        #expect(decoder.feed("\u{1B}[1;".utf8, now: 0).isEmpty)
        #expect(decoder.expire(now: 1000) == [.reply(.other("[1;"))])
    }

    @Test func aPasteWithoutItsEndIsGivenUpByTime() {
        var decoder = InputDecoder()
        #expect(decoder.feed("\u{1B}[200~first\r".utf8, now: 0).isEmpty)
        #expect(decoder.feed("second\r".utf8, now: 900).isEmpty)
        #expect(decoder.deadline == 1900)
        #expect(decoder.expire(now: 1900) == [.paste("first\rsecond\r")])
        #expect(decoder.feed("x".utf8, now: 2000) == Self.typed("x"))
    }

    @Test func aHugePasteComesInPartsAndNeverAsKeys() {
        var decoder = InputDecoder(pasteLimit: 1000)
        let text = String(repeating: "你好\r", count: 3000)
        let events = decoder.feed(("\u{1B}[200~" + text + "\u{1B}[201~").utf8, now: 0)
        var all = ""
        for event in events {
            guard case .paste(let part) = event else {
                Issue.record("\(event)")
                continue
            }
            #expect(part.utf8.count <= 1003)
            all += part
        }
        #expect(all == text)
    }

    @Test func aMebibyteOnOneLineIsOnePaste() {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        let bytes = Array(("\u{1B}[200~" + String(repeating: "x", count: 1 << 20) + "\u{1B}[201~").utf8)
        for start in stride(from: 0, to: bytes.count, by: 65536) {
            events += decoder.feed(bytes[start..<min(start + 65536, bytes.count)], now: 0)
        }
        #expect(events == [.paste(String(repeating: "x", count: 1 << 20))])
    }

    @Test func clustersInOneReadAreOneKey() {
        var decoder = InputDecoder()
        #expect(decoder.feed("👨‍👩‍👧‍👦e\u{301}".utf8, now: 0) == Self.typed("👨‍👩‍👧‍👦e\u{301}"))
    }

    @Test func invalidTextIsReplaced() {
        for (bytes, text) in [
            ([0xFF, 0x61], "\u{FFFD}a"), ([0xE4, 0xBD, 0x61], "\u{FFFD}a"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F], "\u{FFFD}"),
        ] as [([UInt8], String)] {
            #expect(decode([bytes[...]]) == Self.typed(text))
            #expect(decode(bytes.indices.map { bytes[$0...$0] }) == Self.typed(text))
        }
    }

    @Test func theTerminalsOwnKeyStringsWin() {
        var decoder = InputDecoder(keys: [
            Array("\u{1B}[L".utf8): KeyPress(.insert), Array("\u{1B}[L~".utf8): KeyPress(.delete),
            [0x08]: KeyPress(.left), [0x61]: KeyPress(.up),
        ])
        #expect(decoder.feed("\u{1B}[L~\u{08}a".utf8, now: 0) == Self.key(.delete) + Self.key(.left) + Self.typed("a"))
        #expect(decoder.feed("\u{1B}[L".utf8, now: 0).isEmpty)
        #expect(decoder.expire(now: 5000) == Self.key(.insert))
        #expect(decoder.feed("\u{1B}[Lx".utf8, now: 0) == Self.key(.insert) + Self.typed("x"))
    }

    @Test func anAwaitedAnswerAboutTheFirstRowIsNoKey() {
        var decoder = InputDecoder()
        decoder.awaitedCursorReplies = 1
        #expect(
            decoder.feed("\u{1B}[1;3R\u{1B}[1;3R".utf8, now: 0) == [.reply(.cursor(Point(x: 2, y: 0)))]
                + Self.key(.function(3), .alt))
    }

    /// Typed characters as scalars: clusters may be cut where the reads are cut. Parts of a paste as one.
    private func cutTypedText(_ events: [InputEvent]) -> [InputEvent] {
        events.flatMap { event -> [InputEvent] in
            guard case .key(let press) = event, case .character(let character) = press.key else { return [event] }
            return character.unicodeScalars.map { .key(KeyPress(.character(Character($0)), press.modifiers)) }
        }
    }

    @Test func randomBytesNeverCrashAndMeanTheSameHoweverTheyAreCut() {
        var random = SeededRandom(seed: 0xF022)
        let likely: [UInt8] =
            Array("\u{1B}\u{1B}[[O]P;:<?$~0123456789MmRuABcy\u{07}\\\r".utf8) + [0x80, 0xE4, 0xF0, 0x9F, 0xFF, 0x18]
        for round in 0..<20_000 {
            var decoder = InputDecoder(keys: [Array("\u{1B}[1;9Z".utf8): KeyPress(.insert)], pasteLimit: 16)
            var bytes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            if round % 8 == 0 { bytes = Array("\u{1B}[200~".utf8) + bytes + bytes + Array("\u{1B}[201~".utf8) + bytes }
            var whole = decoder
            let atOnce = whole.feed(bytes, now: 0) + whole.flush()
            let oneByOne = bytes.flatMap { decoder.feed([$0], now: 0) } + decoder.flush()
            guard cutTypedText(atOnce) == cutTypedText(oneByOne), decoder.deadline == nil else {
                Issue.record("\(bytes): \(atOnce) but \(oneByOne)")
                return
            }
        }
    }
}
