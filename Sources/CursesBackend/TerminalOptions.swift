internal import Glibc

/// What a screen is opened with; `fromEnvironment` reads what the user's shell says.
public struct TerminalOptions: Sendable, Equatable {
    /// Where keys are read.
    public var input: Int32
    /// Where the screen is written.
    public var output: Int32
    /// The terminal type (TERM).
    public var term: String?
    /// COLORTERM.
    public var colorTerm: String?
    /// NO_COLOR.
    public var noColor: String?
    /// Whether a tmux stands between us and the terminal (TMUX is set).
    public var isInsideTmux: Bool

    /// Makes options for a terminal.
    public init(
        input: Int32 = 0, output: Int32 = 1, term: String?, colorTerm: String? = nil, noColor: String? = nil,
        isInsideTmux: Bool = false
    ) {
        self.input = input
        self.output = output
        self.term = term
        self.colorTerm = colorTerm
        self.noColor = noColor
        self.isInsideTmux = isInsideTmux
    }

    /// Standard input and output, and what the environment says about them.
    public static func fromEnvironment() -> TerminalOptions {
        TerminalOptions(
            term: value("TERM"), colorTerm: value("COLORTERM"), noColor: value("NO_COLOR"),
            isInsideTmux: value("TMUX") != nil)
    }

    static func value(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        return String(cString: text)
    }

    /// Whether the terminal understands titles; a console would print them or wait for their end.
    var hasTitle: Bool { isGraphical }

    /// Whether the terminal understands OSC sequences at all (titles, links, clipboard).
    var isGraphical: Bool {
        let names = [
            "xterm", "tmux", "screen", "rxvt", "foot", "alacritty", "wezterm", "st-", "konsole", "gnome", "vte",
            "contour", "ghostty", "kitty", "mintty", "putty", "iterm",
        ]
        return names.contains { term?.hasPrefix($0) == true }
    }
}
