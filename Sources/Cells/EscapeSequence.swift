/// Where the control sequences of ECMA-48 end, in text that must not reach a terminal.
enum EscapeSequence {
    /// The index behind the sequence that begins at `start` with ESC or a C1 control. A sequence without its end (cut
    /// text, an unclosed string) is the introducer alone, so that it cannot hide what follows. O(length): the search
    /// stops at the next control of another sequence.
    static func end(in text: [Unicode.Scalar], from start: Int) -> Int {
        var at = start + 1
        var kind = text[start].value
        if kind == 0x1B {
            guard at < text.count else { return at }
            kind = text[at].value
            guard (0x20..<0x7F).contains(kind) else { return at }
            at += 1
        } else {
            kind -= 0x40  // C1 is ESC and the letter 0x40 below.
        }
        switch kind {
        case 0x5B: return controlSequence(in: text, from: at) ?? start + 1
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return string(in: text, from: at) ?? start + 1
        case 0x20..<0x30:
            while at < text.count, (0x20..<0x30).contains(text[at].value) { at += 1 }
            return at < text.count && (0x30..<0x7F).contains(text[at].value) ? at + 1 : start + 1
        default: return at
        }
    }

    /// Parameters, intermediates, final.
    private static func controlSequence(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var at = start
        while at < text.count, (0x20..<0x40).contains(text[at].value) { at += 1 }
        return at < text.count && (0x40..<0x7F).contains(text[at].value) ? at + 1 : nil
    }

    /// Up to BEL or ST, on one line.
    private static func string(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var at = start
        while at < text.count {
            switch text[at].value {
            case 0x07, 0x9C: return at + 1
            case 0x1B: return at + 1 < text.count && text[at + 1] == "\\" ? at + 2 : nil
            case 0x0A...0x0D, 0x80..<0xA0: return nil
            default: at += 1
            }
        }
        return nil
    }
}
