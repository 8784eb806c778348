/// What a scalar is to a terminal and to the eye; the sanitiser decides by it.
enum ScalarKind: Equatable {
    /// Something to see, with a width.
    case visible
    /// A combining mark, or a Hangul vowel or final that stands in its syllable.
    case mark
    /// U+000A and what else ends a line.
    case lineBreak
    /// U+0009.
    case tab
    /// ESC, or a C1 control that begins a sequence.
    case escape
    /// Any other C0, or DEL.
    case control
    /// Any other C1.
    case highControl
    /// U+200C or U+200D.
    case joiner
    /// A variation selector.
    case selector
    /// A tag character, U+E0020–E007F.
    case tag
    /// Acts on the order of the text, or takes no room and shows nothing.
    case invisible
    /// Unassigned, noncharacter or private use.
    case unknown

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20..<0x7F: self = .visible
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: self = .lineBreak
        case 0x09: self = .tab
        case 0x1B, 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F: self = .escape
        case 0..<0x20, 0x7F: self = .control
        case 0x80..<0xA0: self = .highControl
        case 0xA0..<0xAD: self = .visible
        case 0x200C, 0x200D: self = .joiner
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: self = .selector
        case 0xE0020...0xE007F: self = .tag
        // Soft hyphen, combining grapheme joiner, Arabic letter mark, Hangul fillers, Khmer inherent vowels, Mongolian
        // vowel separator, zero-width space, directional marks, embeddings, overrides, isolates, word joiner,
        // invisible operators, deprecated formats, byte order mark, interlinear annotation, shorthand and musical
        // format controls, the rest of the ignorable block of plane 14.
        case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
            0xE0000...0xE0FFF:
            self = .invisible
        default:
            let entry = WidthTable.entry(of: scalar)
            if entry.isUnknown {
                self = .unknown
            } else if entry.isMark || Self.isJamoInside(scalar) {
                self = .mark
            } else {
                // A format character that none of the cases above names.
                self = entry.isZeroWidth ? .invisible : .visible
            }
        }
    }

    /// Whether command output shows it as an escape instead.
    var mustBeEscaped: Bool {
        switch self {
        case .visible, .mark, .joiner, .selector: false
        case .lineBreak, .tab, .escape, .control, .highControl, .tag, .invisible, .unknown: true
        }
    }

    /// A conjoining vowel or final of Hangul.
    static func isJamoInside(_ scalar: Unicode.Scalar) -> Bool {
        (0x1161...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
    }
}
