import Cells
import MessageFlow

extension Theme {
    /// The names of the built-in themes, as written in the configuration.
    package static let names = ["standard", "dark", "light", "high-contrast", "colour-blind", "plain", "monochrome"]

    /// A built-in theme; `nil` where there is none of that name.
    ///
    /// - Parameter background: whether the terminal's background is light; `nil` when nobody knows, which gives colours
    ///   of medium lightness that read on both.
    package static func named(_ name: String, onLight background: Bool? = nil) -> Theme? {
        switch name {
        case "standard", "auto": background.map { $0 ? .light : .dark } ?? .standard
        case "dark": .dark
        case "light": .light
        case "high-contrast": background == true ? .highContrastOnLight : .highContrast
        case "colour-blind", "color-blind":
            background.map { $0 ? .colourBlindOnLight : .colourBlindOnDark } ?? .colourBlind
        case "monochrome": .monochrome
        case "plain": .plain
        default: nil
        }
    }

    /// Attributes only: for `NO_COLOR` and terminals without colours.
    package static let monochrome: Theme = {
        var theme = Theme()
        theme.title = Style(attributes: .bold)
        theme.faint = Style(attributes: .dim)
        theme.line = Style(attributes: .dim)
        theme.unread = Style(attributes: .bold)
        theme.mention = Style(attributes: [.bold, .reverse])
        theme.selection = Style(attributes: .reverse)
        theme.current = Style(attributes: [.bold, .underline])
        theme.draft = Style(attributes: .italic)
        theme.warning = Style(attributes: .bold)
        theme.error = Style(attributes: [.bold, .reverse])
        theme.key = Style(attributes: .bold)
        theme.flow = .monochrome
        return theme
    }()

    /// The default where the background is not known: colours of a lightness in the middle. No colour has a contrast of
    /// more than 4.58:1 to black and to white at once (WCAG 2.1); these have 4.2 at least.
    package static let standard = Theme(
        ThemePalette(
            accent: 63, line: 243, faint: 243, unread: 30, mention: 163, draft: 130, good: 28, warning: 130,
            error: 162, key: 98, link: 30, code: 132, read: 28, tag: 130, senders: FlowStyle.senderPalette))

    /// For dark backgrounds.
    package static let dark = Theme(
        ThemePalette(
            accent: 75, line: 240, faint: 246, unread: 80, mention: 210, draft: 179, good: 114, warning: 179,
            error: 203, key: 176, link: 75, code: 181, read: 114, tag: 179,
            senders: [75, 179, 141, 114, 209, 80, 175, 111, 150, 216, 183, 186]))

    /// For light backgrounds.
    package static let light = Theme(
        ThemePalette(
            accent: 25, line: 249, faint: 242, unread: 25, mention: 125, draft: 94, good: 22, warning: 94, error: 124,
            key: 90, link: 25, code: 89, read: 22, tag: 94,
            senders: [25, 94, 90, 22, 124, 23, 125, 54, 58, 52, 89, 24]))

    /// For eyes that need much contrast, on dark; nothing is dimmed.
    package static let highContrast = Theme(
        ThemePalette(
            accent: 159, line: 252, faint: 254, unread: 229, mention: 229, draft: 223, good: 157, warning: 229,
            error: 217, key: 159, link: 159, code: 223, read: 157, tag: 223,
            senders: [159, 229, 189, 157, 223, 195, 225, 219], isStrong: true))

    /// For eyes that need much contrast, on light.
    package static let highContrastOnLight = Theme(
        ThemePalette(
            accent: 18, line: 238, faint: 235, unread: 18, mention: 52, draft: 52, good: 22, warning: 52, error: 88,
            key: 53, link: 18, code: 53, read: 22, tag: 52, senders: [18, 52, 53, 22, 17, 54, 88, 19], isStrong: true))

    /// Told apart by lightness and by blue against orange, never by red against green.
    package static let colourBlind = Theme(
        ThemePalette(
            accent: 63, line: 243, faint: 243, unread: 63, mention: 130, draft: 130, good: 63, warning: 130, error: 130,
            key: 63, link: 63, code: 97, read: 63, tag: 130, senders: [63, 130, 132, 30, 97, 64]))

    static let colourBlindOnDark = Theme(
        ThemePalette(
            accent: 75, line: 240, faint: 246, unread: 75, mention: 214, draft: 221, good: 75, warning: 221, error: 214,
            key: 75, link: 75, code: 183, read: 75, tag: 221, senders: [75, 214, 183, 221, 117, 180]))

    static let colourBlindOnLight = Theme(
        ThemePalette(
            accent: 25, line: 249, faint: 242, unread: 25, mention: 94, draft: 58, good: 25, warning: 58, error: 94,
            key: 25, link: 25, code: 54, read: 25, tag: 58, senders: [25, 94, 54, 58, 24, 90]))

    /// For screen readers: no lines, no colours, no signs that say nothing.
    package static let plain: Theme = {
        var theme = Theme.monochrome
        theme.drawsLines = false
        theme.flow.metrics.glyphs.rule = " "
        theme.flow.metrics.glyphs.separator = ", "
        theme.flow.metrics.avatarMinimumWidth = .max
        return theme
    }()

    /// Makes a theme of a palette; attributes keep everything told apart without its colour.
    private init(_ palette: ThemePalette) {
        func color(_ index: UInt8, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: .indexed(index), attributes: attributes)
        }
        self = .monochrome
        title = color(palette.accent, .bold)
        line = color(palette.line)
        faint = color(palette.faint)
        unread = color(palette.unread, .bold)
        mention = color(palette.mention, .bold)
        current = color(palette.accent, .bold)
        draft = color(palette.draft)
        good = color(palette.good)
        warning = color(palette.warning)
        error = color(palette.error, palette.isStrong ? [.bold, .underline] : .bold)
        key = color(palette.key, .bold)
        flow = .standard
        flow.senders = palette.senders.map { color($0, .bold) }
        let faintRoles: [FlowRole] = [.time, .dayLine, .markup, .detail, .pending, .sent]
        for role in faintRoles { flow.roles[role] = faint }
        flow.roles[.quote] = color(palette.faint, .italic)
        flow.roles[.notice] = color(palette.faint, .italic)
        flow.roles[.unreadLine] = color(palette.mention, .bold)
        flow.roles[.link] = color(palette.link, .underline)
        flow.roles[.mention] = color(palette.key, .bold)
        flow.roles[.mentionOfMe] = color(palette.mention, [.bold, .reverse])
        flow.roles[.code] = color(palette.code)
        flow.roles[.icon] = color(palette.link, .bold)
        flow.roles[.read] = color(palette.read)
        flow.roles[.failure] = color(palette.error, .bold)
        flow.roles[.tag] = color(palette.tag)
    }
}
