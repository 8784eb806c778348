public import Cells
public import IMModel

/// The theme of rows: measures, and how each role looks.
///
/// No meaning hangs on colour alone: states have signs, names have words, notices stand in the middle.
public struct FlowStyle: Sendable, Hashable {
    /// Measures and signs; a change lays rows out anew.
    public var metrics: FlowMetrics
    /// How senders look; picked by id, so that a sender keeps the colour everywhere. Empty means plain bold.
    public var senders: [Style]
    /// How the roles look; what is not in it is plain.
    public var roles: [FlowRole: Style]

    /// Makes a theme.
    public init(metrics: FlowMetrics = FlowMetrics(), senders: [Style], roles: [FlowRole: Style]) {
        self.metrics = metrics
        self.senders = senders
        self.roles = roles
    }

    /// Palette entries with a contrast of at least 4.2:1 on black and on white (WCAG 2.1 relative luminance; 4.58 is the
    /// most that a colour can have on both).
    public static let senderPalette: [UInt8] = [63, 130, 29, 163, 97, 28, 131, 30, 98, 132, 64, 162]

    /// The default theme, readable on light and on dark.
    public static let standard = FlowStyle(
        senders: senderPalette.map { Style(foreground: .indexed($0), attributes: .bold) },
        roles: [
            .ownName: Style(attributes: .bold),
            .time: Style(attributes: .dim),
            .dayLine: Style(attributes: .dim),
            .unreadLine: Style(foreground: .indexed(162), attributes: .bold),
            .link: Style(foreground: .indexed(30), attributes: .underline),
            .mention: Style(foreground: .indexed(97), attributes: .bold),
            .mentionOfMe: Style(foreground: .indexed(130), attributes: [.bold, .reverse]),
            .code: Style(foreground: .indexed(132)),
            .quote: Style(attributes: [.dim, .italic]),
            .markup: Style(attributes: .dim),
            .icon: Style(foreground: .indexed(30), attributes: .bold),
            .cardTitle: Style(attributes: .bold),
            .detail: Style(attributes: .dim),
            .notice: Style(attributes: [.dim, .italic]),
            .pending: Style(attributes: .dim),
            .sent: Style(attributes: .dim),
            .read: Style(foreground: .indexed(28)),
            .failure: Style(foreground: .indexed(162), attributes: .bold),
            .tag: Style(foreground: .indexed(130)),
        ])

    /// The default theme without colours (NO_COLOR, monochrome terminals).
    public static let monochrome: FlowStyle = {
        var style = FlowStyle.standard
        style.senders = [Style(attributes: .bold)]
        style.roles = style.roles.mapValues { Style(attributes: $0.attributes) }
        return style
    }()

    /// How a role looks.
    public func style(of role: FlowRole) -> Style {
        if let style = roles[role] { return style }
        switch role {
        case .custom(let style): return style
        case .sender(let index):
            guard !senders.isEmpty else { return Style(attributes: .bold) }
            return senders[Int(UInt(bitPattern: index) % UInt(senders.count))]
        default: return .plain
        }
    }

    /// The role of a sender's name: the same for the same id, on every machine and in every run (FNV-1a).
    public static func senderRole(_ id: ContactID) -> FlowRole {
        var hash: UInt32 = 2_166_136_261
        for byte in id.rawValue.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return .sender(Int(hash >> 8))
    }

    /// How a style changes under a highlight: reversed when selected, bold when marked, underlined when found.
    public func highlighted(_ style: Style, _ highlight: RowHighlight) -> Style {
        var style = style
        if highlight.contains(.selected) { style.attributes.formSymmetricDifference(.reverse) }
        if highlight.contains(.marked) { style.attributes.formUnion(.bold) }
        if highlight.contains(.found) { style.attributes.formUnion(.underline) }
        return style
    }
}
