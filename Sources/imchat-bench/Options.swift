/// What the command line asks for.
struct Options {
    /// The form that ends within half a minute, with a shorter history.
    var isShort = false
    /// The file of bars.
    var barsPath = "Benchmarks/thresholds.json"
    /// The program to measure; `nil` is the one beside this one.
    var program: String?
    /// Only the sections of these names.
    var sections: [String] = []

    static let usage = """
        usage: imchat-bench [--short] [--thresholds FILE] [--program FILE] [SECTION ...]
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--short": isShort = true
            case "--thresholds", "--program":
                guard let value = rest.popFirst() else { throw BenchError("\(argument) needs a file") }
                if argument == "--program" { program = value } else { barsPath = value }
            case _ where argument.hasPrefix("-"): throw BenchError("unknown option \(argument)\n\(Self.usage)")
            default: sections.append(argument)
            }
        }
    }
}
