/// How a grapheme cluster behaves at the end of a line; a small cut of Unicode's line breaking (UAX 14) with the
/// prohibitions of Chinese and Japanese typesetting (kinsoku; JIS X 4051, GB/T 15834).
enum BreakClass: UInt8, Sendable {
    /// Letters, digits, most signs: never broken between two of them.
    case ordinary
    /// A space that may vanish at a break.
    case space
    /// Ideographs, kana, hangul, emoji: may be broken on both sides.
    case ideographic
    /// East Asian closing marks: never at the start of a line.
    case closing
    /// East Asian opening marks: never at the end of a line.
    case opening
    /// ASCII closing marks: never at the start of a line; no chance to break after them.
    case narrowClosing
    /// ASCII opening marks: never at the end of a line; no chance to break before them, but after an ideograph.
    case narrowOpening
    /// Dashes and ellipses that stay with their like.
    case inseparable

    private static let closings = Set<UInt32>(
        ("、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〙〗〟｠»‐゠–〜～‼⁇⁈⁉"
            + "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ％‰℃｡｣､･｡ﾞﾟ")
            .unicodeScalars.map(\.value))
    private static let openings = Set<UInt32>(
        "‘“（〔［｛〈《「『【〘〖〝｟«｢￥＄￡".unicodeScalars.map(\.value))

    /// The class of a cluster, by its first scalar.
    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x80 {
            switch value {
            case 0x20: self = .space
            case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: self = .narrowClosing
            case 0x28, 0x5B, 0x7B, 0x24: self = .narrowOpening
            default: self = .ordinary
            }
            return
        }
        if value < 0x2010 {
            self = value == 0xAB ? .opening : value == 0xBB ? .closing : .ordinary
            return
        }
        if value == 0x2014 || value == 0x2015 || value == 0x2025 || value == 0x2026 || value == 0x2E3A {
            self = .inseparable
            return
        }
        if value < 0x10000 {
            if BreakClass.closings.contains(value) {
                self = .closing
                return
            }
            if BreakClass.openings.contains(value) {
                self = .opening
                return
            }
        }
        switch value {
        case 0x3000: self = .space
        case 0x1100...0x11FF, 0x231A...0x231B, 0x23E9...0x23F3, 0x2600...0x27BF, 0x2B50, 0x2B55, 0x2E80...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
            self = .ideographic
        default: self = .ordinary
        }
    }

    /// Whether a line may end between two neighbouring clusters.
    static func allowsBreak(between a: BreakClass, and b: BreakClass) -> Bool {
        if b == .space { return false }
        if a == .space { return true }
        switch b {
        case .closing, .narrowClosing: return false
        case .inseparable:
            if a == .inseparable { return false }
        default: break
        }
        switch a {
        case .opening, .narrowOpening: return false
        case .ideographic, .closing, .inseparable: return true
        case .ordinary, .narrowClosing, .space: return b == .ideographic || b == .opening
        }
    }
}
