/// How a cell looks.
public struct Style: Sendable, Hashable {
    /// On/off attributes.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8
        /// Wraps the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Heavier.
        public static let bold = Attributes(rawValue: 1)
        /// Fainter.
        public static let dim = Attributes(rawValue: 2)
        /// Slanted.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
        /// Foreground and background swapped.
        public static let reverse = Attributes(rawValue: 16)
        /// Struck through.
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// Colour of the glyph.
    public var foreground: Color
    /// Colour behind it.
    public var background: Color
    /// Attributes.
    public var attributes: Attributes
    /// A hyperlink over the cell: an index into the buffer's `links`, 0 for none.
    public var link: UInt16

    /// Makes a style; what is not given is the terminal's default.
    public init(
        foreground: Color = .default, background: Color = .default, attributes: Attributes = [], link: UInt16 = 0
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.link = link
    }

    /// The terminal's default look.
    public static let plain = Style()

    /// This style with more attributes.
    public func adding(_ more: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(more)
        return style
    }
}
