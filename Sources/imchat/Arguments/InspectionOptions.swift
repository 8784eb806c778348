/// The options of the commands that look and change nothing.
struct InspectionOptions: Equatable {
    /// The data folder; the XDG one without it.
    var data: String?

    static func parse(_ arguments: ArraySlice<String>, command: String) throws(UsageError) -> InspectionOptions {
        let switches = command == "keys" ? ["--dump"] : []
        var options = InspectionOptions()
        var scanner = ArgumentScanner(arguments, command: "imchat \(command)", options: ["--data"] + switches)
        while let item = scanner.next() {
            switch item {
            case .option("--data", let attached):
                options.data = try scanner.value(of: "--data", attached: attached, expected: "FOLDER")
            case .option(let name, let attached) where switches.contains(name):
                try scanner.flag(name, attached: attached)
            case .option(let name, _): throw scanner.unknown(name)
            case .argument(let word): throw .unexpectedArgument(word, command: "imchat \(command)")
            }
        }
        return options
    }
}
