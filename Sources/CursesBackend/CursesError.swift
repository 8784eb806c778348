/// Why a screen could not be opened.
public enum CursesError: Error, Equatable, CustomStringConvertible {
    /// Input or output is no terminal.
    case notATerminal
    /// TERM is not set or empty.
    case terminalTypeMissing
    /// The terminal type is in no terminfo database, or there is no database.
    case terminalTypeUnknown(String)
    /// A terminal that cannot place its cursor (`dumb`).
    case terminalTypeTooSimple(String)
    /// The locale's characters are not UTF-8; the value is its code set.
    case localeNotUTF8(String)
    /// The terminal driver refused; the value is `errno`.
    case driver(Int32)
    /// ncurses refused without a reason.
    case refused(String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .notATerminal:
            "standard input and output must be a terminal; in a pipe use a command without a screen (send, tail, export)"
        case .terminalTypeMissing: "TERM is not set; set it to the terminal's type, for example xterm-256color"
        case .terminalTypeUnknown(let term):
            "no terminal description for TERM=\(term); set TERM to a known type, for example xterm-256color, "
                + "or install it (package ncurses-term)"
        case .terminalTypeTooSimple(let term):
            "TERM=\(term) cannot place the cursor; use a terminal that can, or a command without a screen"
        case .localeNotUTF8(let codeset):
            "the locale uses \(codeset), not UTF-8; start with LC_ALL=C.UTF-8 or another UTF-8 locale"
        case .driver(let code): "the terminal refused its modes (errno \(code)); is it still connected?"
        case .refused(let term): "ncurses could not start on TERM=\(term); try TERM=xterm-256color"
        }
    }
}
