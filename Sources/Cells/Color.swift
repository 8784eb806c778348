/// A colour as the terminal is asked for it. What a terminal cannot show, the backend brings down to what it can.
public enum Color: Sendable, Hashable {
    /// The terminal's own foreground or background.
    case `default`
    /// A palette entry: 0–15 the user's own sixteen, 16–231 the cube, 232–255 greys.
    case indexed(UInt8)
    /// 24-bit colour.
    case rgb(UInt8, UInt8, UInt8)
}
