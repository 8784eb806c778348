/// One pass of the sanitiser over a text: what was put out so far decides about marks and selectors, what comes next
/// about joiners and sequences. No scalar is looked at more than a bounded number of times.
struct SanitizingScan {
    private static let marksPerBase = 8
    private static let joinsPerEmoji = 7

    private let input: [Unicode.Scalar]
    private let lineBreak: [Unicode.Scalar]
    private let tab: [Unicode.Scalar]
    private var at = 0
    private var out = String.UnicodeScalarView()
    /// The last scalar put out on this line.
    private var before: Unicode.Scalar?
    /// Marks since the last base.
    private var marks = 0
    /// Whether the text so far ends in an emoji that can be joined to a next one.
    private var inEmoji = false
    /// Joiners in the emoji that the text so far ends in.
    private var joins = 0

    init(_ raw: String, lineBreak: [Unicode.Scalar], tab: [Unicode.Scalar]) {
        input = Array(raw.unicodeScalars)
        self.lineBreak = lineBreak
        self.tab = tab
        out.reserveCapacity(raw.utf8.count)
    }

    /// The safe text.
    mutating func run() -> String {
        while at < input.count {
            let scalar = input[at]
            at += 1
            switch ScalarKind(scalar) {
            case .visible: visible(scalar)
            case .mark: mark(scalar)
            case .lineBreak: endLine(scalar)
            case .tab: for space in tab { base(space) }
            case .escape:
                at = EscapeSequence.end(in: input, from: at - 1)
                base("\u{241B}")
            case .control:
                // The control pictures lie in the order of the controls, DEL behind them.
                base(Unicode.Scalar(scalar.value == 0x7F ? 0x2421 : 0x2400 + scalar.value) ?? "\u{FFFD}")
            case .highControl, .unknown: base("\u{FFFD}")
            case .joiner: joiner(scalar)
            case .selector: selector(scalar)
            case .tag, .invisible: break
            }
        }
        return String(out)
    }

    private var next: Unicode.Scalar? { at < input.count ? input[at] : nil }

    private mutating func append(_ scalar: Unicode.Scalar) {
        out.append(scalar)
        before = scalar
    }

    private mutating func base(_ scalar: Unicode.Scalar) {
        append(scalar)
        marks = 0
        inEmoji = false
    }

    private mutating func endLine(_ scalar: Unicode.Scalar) {
        if scalar == "\r", next == "\n" { at += 1 }
        for scalar in lineBreak { base(scalar) }
        if lineBreak == ["\n"] { before = nil }
    }

    private mutating func visible(_ scalar: Unicode.Scalar) {
        if (0x1F3FB...0x1F3FF).contains(scalar.value) {
            // A skin tone belongs to an emoji; alone it would join whatever happens to stand before it.
            guard inEmoji, before != "\u{200D}", marks < Self.marksPerBase else { return base("\u{FFFD}") }
            append(scalar)
            marks += 1
            return
        }
        let joined = before == "\u{200D}" && inEmoji
        base(scalar)
        guard WidthTable.entry(of: scalar).isPictograph else { return }
        inEmoji = true
        if !joined { joins = 0 }
        if scalar.value == 0x1F3F4 { flagTags() }
    }

    /// The tags of a flag of a region (England: a black flag, "gbeng" in tags, the end tag).
    private mutating func flagTags() {
        var end = at
        while end < input.count, end - at <= 6, Self.isTagLetter(input[end]) { end += 1 }
        guard (3...6).contains(end - at), end < input.count, input[end].value == 0xE007F else { return }
        for scalar in input[at...end] { append(scalar) }
        at = end + 1
        inEmoji = false
    }

    private mutating func mark(_ scalar: Unicode.Scalar) {
        guard marks < Self.marksPerBase else { return }
        if ScalarKind.isJamoInside(scalar) {
            guard let before, Self.isHangul(before) else { return base("\u{FFFD}") }
        } else if before == nil || before == "\u{200D}" || before == "\u{200C}" {
            base("\u{A0}")
        }
        append(scalar)
        marks += 1
    }

    private mutating func joiner(_ scalar: Unicode.Scalar) {
        guard let before, before != "\u{200D}", before != "\u{200C}", let next else { return }
        let entry = WidthTable.entry(of: next)
        if scalar == "\u{200D}", inEmoji, entry.isPictograph, joins < Self.joinsPerEmoji {
            joins += 1
            append(scalar)
        } else if Self.joinsLetters(before), Self.joinsLetters(next), ScalarKind(next) == .visible {
            append(scalar)
        }
    }

    private mutating func selector(_ scalar: Unicode.Scalar) {
        guard let before, scalar.value == 0xFE0F || scalar.value == 0xFE0E else { return }
        let entry = WidthTable.entry(of: before)
        guard entry.isEmoji, !(0x1F3FB...0x1F3FF).contains(before.value) else { return }
        if before.value < 0x80 {
            // Digits, # and *: only as keycaps.
            guard scalar.value == 0xFE0F, next == "\u{20E3}" else { return }
        } else if scalar.value == 0xFE0E, entry.bits & 3 == 2 {
            // Terminals disagree about the width of a wide emoji in text presentation.
            return
        }
        append(scalar)
    }

    private static func isTagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
    }

    /// A letter that a conjoining vowel or final can follow.
    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115E, 0x1161...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB: true
        default: false
        }
    }

    /// Letters and marks of scripts in which a joiner or non-joiner changes the shape: Arabic and its kin, Mongolian,
    /// the Indic scripts, Sinhala, Myanmar, Khmer.
    private static func joinsLetters(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x07FF, 0x0840...0x0DFF, 0x1000...0x109F, 0x1780...0x17D3, 0x1820...0x18AA, 0xA8E0...0xA8FF,
            0xFB50...0xFDFF, 0xFE70...0xFEFC:
            true
        default: false
        }
    }
}
