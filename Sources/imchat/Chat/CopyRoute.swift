/// Where a copied text goes. Programs get it on their standard input, by an argument list and never a shell's command
/// line.
enum CopyRoute: Equatable {
    /// A program: the user's own, or where the terminal takes no copies the one that belongs to the desktop.
    case program([String])
    /// The tmux around us: it keeps the text in a buffer of its own, and hands it on to its terminal. What we write to
    /// the terminal ourselves (OSC 52) it lets through only if it is set to.
    case tmux
    /// The terminal (OSC 52), which tells nobody whether it has taken it.
    case terminal

    /// The way here; `nil` where there is none.
    ///
    /// - Parameter setting: what the user chose, as words with blanks between them.
    init?(_ setting: String, terminalTakesCopies: Bool, _ variable: (String) -> String?) {
        let own = EditorCommand.split(setting)
        if !own.isEmpty {
            self = .program(own)
        } else if variable("TMUX")?.isEmpty == false {
            self = .tmux
        } else if terminalTakesCopies {
            self = .terminal
        } else if variable("WAYLAND_DISPLAY") != nil {
            self = .program(["wl-copy"])
        } else if variable("DISPLAY") != nil {
            self = .program(["xclip", "-selection", "clipboard", "-in"])
        } else {
            return nil
        }
    }

    /// The program with its arguments, if it is one that gets the text.
    var words: [String] {
        switch self {
        case .program(let words): words
        case .tmux: ["tmux", "load-buffer", "-w", "-"]
        case .terminal: []
        }
    }
}
