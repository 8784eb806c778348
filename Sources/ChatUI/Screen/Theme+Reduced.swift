import Cells
import MessageFlow

extension Theme {
    /// The theme for a terminal of so many colours. With 16 or less the palette is the user's own and its greys, whites
    /// and yellows may be the background, so that only hues that read on both are kept, by their nearest; what is grey
    /// becomes dim. Without colours attributes are left.
    ///
    /// - Parameter background: whether the background is light; `nil` when nobody knows.
    package func reduced(toColors count: Int, onLight background: Bool? = nil) -> Theme {
        guard count < 256 else { return self }
        guard count >= 8 else { return mapped { Theme.withoutColor($0) } }
        return mapped { style in
            guard let (red, green, blue) = style.foreground.components else { return style }
            var style = style
            style.background = .default
            if let hue = Theme.hue(red, green, blue, onLight: background) {
                style.foreground = .indexed(hue)
            } else {
                style.foreground = .default
                style.attributes.formUnion(.dim)
            }
            return style
        }
    }

    /// The theme without colours where they were meant to tell something, told by attributes alone.
    private static func withoutColor(_ style: Style) -> Style { Style(attributes: style.attributes, link: style.link) }

    private func mapped(_ change: (Style) -> Style) -> Theme {
        var theme = self
        for part in Theme.parts { theme[keyPath: part.path] = change(theme[keyPath: part.path]) }
        theme.flow.senders = theme.flow.senders.map(change)
        theme.flow.roles = theme.flow.roles.mapValues(change)
        return theme
    }

    /// The entry of the eight that a colour's hue is nearest to; `nil` for greys.
    private static func hue(_ red: Int, _ green: Int, _ blue: Int, onLight: Bool?) -> UInt8? {
        let most = max(red, green, blue)
        let least = min(red, green, blue)
        guard most - least > 30 else { return nil }
        let spread = Double(most - least)
        var degrees: Double
        if most == red {
            degrees = 60 * Double(green - blue) / spread
        } else if most == green {
            degrees = 120 + 60 * Double(blue - red) / spread
        } else {
            degrees = 240 + 60 * Double(red - green) / spread
        }
        if degrees < 0 { degrees += 360 }
        switch degrees {
        case ..<20, 340...: return 1
        // Yellow is lost on light, and nobody knows what the user made of it.
        case ..<75: return onLight == false ? 3 : 1
        case ..<160: return 2
        case ..<260: return onLight == false ? 6 : 4
        default: return 5
        }
    }
}
