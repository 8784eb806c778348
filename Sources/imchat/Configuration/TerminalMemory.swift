import Cells
import EventLoop

/// What terminals were found to do, remembered by their names, so that the next first paint is right at once.
struct TerminalMemory {
    private static let limit = 50
    private let path: String
    private let name: String

    init(path: String, variable: (String) -> String? = ProcessEnvironment.variable) {
        self.path = path
        name = Self.name(variable)
    }

    /// Terminals of one TERM differ by the program that shows them, and by what stands in between.
    static func name(_ variable: (String) -> String?) -> String {
        let parts = ["TERM", "TERM_PROGRAM", "COLORTERM"].map { variable($0) ?? "" }
        return (parts + [variable("TMUX") == nil ? "" : "tmux"]).joined(separator: "|")
    }

    /// What is known of the terminal at hand.
    var findings: TerminalFindings { all[name] ?? TerminalFindings() }

    /// Keeps what was found; a place that cannot be written is no trouble of the user's.
    func keep(_ findings: TerminalFindings) {
        var known = all
        guard known[name] != findings else { return }
        if known.count >= Self.limit { known = [:] }
        known[name] = findings
        try? JSONFile.write(known, to: path)
    }

    private var all: [String: TerminalFindings] { JSONFile.read([String: TerminalFindings].self, from: path) ?? [:] }
}
