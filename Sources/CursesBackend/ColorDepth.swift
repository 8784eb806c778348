package import Cells

/// How many colours a terminal shows, and how a colour is brought down to them.
public enum ColorDepth: Int, Sendable, Comparable, CaseIterable {
    /// None: attributes only.
    case none
    /// The first eight of the palette.
    case eight
    /// The first sixteen.
    case sixteen
    /// The palette of 256.
    case palette
    /// 24 bits.
    case trueColor

    /// Fewer is less.
    public static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }

    /// What a terminal shows.
    ///
    /// - Parameters:
    ///   - colors: the number of colours in its description.
    ///   - colorTerm: the value of COLORTERM; `truecolor` and `24bit` promise 24 bits.
    ///   - noColor: the value of NO_COLOR; any text turns colours off (no-color.org).
    public static func detect(colors: Int, colorTerm: String?, noColor: String?) -> ColorDepth {
        if let noColor, !noColor.isEmpty { return .none }
        if colors < 8 { return .none }
        if colorTerm == "truecolor" || colorTerm == "24bit" || colors > 0x10000 { return .trueColor }
        return colors >= 256 ? .palette : colors >= 16 ? .sixteen : .eight
    }

    /// The palette entry for a colour, -1 for the terminal's own. 24-bit colours get their nearest entry.
    package func index(of color: Color) -> Int {
        if self == .none { return -1 }
        let limit = self == .eight ? 8 : self == .sixteen ? 16 : 256
        switch color {
        case .default: return -1
        case .indexed(let index):
            if Int(index) < limit { return Int(index) }
            // The bright eight are the eight, on a terminal that has no others.
            if limit == 8, index < 16 { return Int(index) - 8 }
            return Self.nearest(to: Self.components(of: Int(index)), below: limit)
        case .rgb(let red, let green, let blue):
            return Self.nearest(to: (Int(red), Int(green), Int(blue)), below: limit)
        }
    }

    /// The entry with the least distance; of a palette of 256 only the cube and the greys, since the first sixteen are
    /// the user's and look as he likes.
    private static func nearest(to color: (Int, Int, Int), below limit: Int) -> Int {
        var best = 0
        var least = Int.max
        for index in (limit == 256 ? 16 : 0)..<limit {
            let other = components(of: index)
            let (r, g, b) = (other.0 - color.0, other.1 - color.1, other.2 - color.2)
            let distance = r * r + g * g + b * b
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    private static func components(of index: Int) -> (Int, Int, Int) {
        Color.indexed(UInt8(index)).components ?? (0, 0, 0)
    }
}
