public import Cells

/// The signs that rows are drawn with. All are our own text; their columns are counted by the width policy.
public struct FlowGlyphs: Sendable, Hashable {
    /// The sign that rules are drawn with.
    public var rule: SafeText = "─"
    /// What stands for text that was cut.
    public var ellipsis: SafeText = "…"
    /// The state of an own message that waits for a connection.
    public var pending: SafeText = "⋯"
    /// It is on its way to the server.
    public var sending: SafeText = "⇡"
    /// The server has it.
    public var sent: SafeText = "✓"
    /// It was delivered or read.
    public var delivered: SafeText = "✓✓"
    /// It did not go out.
    public var failed: SafeText = "⚠"
    /// Before a quoted line.
    public var quote: SafeText = "> "
    /// A picture.
    public var image: SafeText = "▣"
    /// A file.
    public var file: SafeText = "▤"
    /// A voice message.
    public var audio: SafeText = "♪"
    /// A film.
    public var video: SafeText = "▶"
    /// A place.
    public var location: SafeText = "⌖"
    /// A link card.
    public var link: SafeText = "↗"
    /// A call.
    public var call: SafeText = "☏"
    /// A kind that is not known.
    public var unknown: SafeText = "?"
    /// Between two details.
    public var separator: SafeText = " · "
    /// Between width and height.
    public var times: SafeText = "×"
    /// Beside a chosen row.
    public var marked: SafeText = "●"

    /// The signs of a Unicode terminal.
    public init() {}

    /// The signs of a terminal with nothing but ASCII.
    public static let ascii: FlowGlyphs = {
        var glyphs = FlowGlyphs()
        glyphs.rule = "-"
        glyphs.ellipsis = "..."
        glyphs.pending = ".."
        glyphs.sending = "^"
        glyphs.sent = "v"
        glyphs.delivered = "vv"
        glyphs.failed = "!"
        glyphs.image = "[i]"
        glyphs.file = "[f]"
        glyphs.audio = "[a]"
        glyphs.video = "[v]"
        glyphs.location = "[@]"
        glyphs.link = "->"
        glyphs.call = "[c]"
        glyphs.unknown = "[?]"
        glyphs.separator = " - "
        glyphs.times = "x"
        glyphs.marked = "*"
        return glyphs
    }()
}
