/// What the command line asks for.
enum Invocation: Equatable {
    case chat(ChatOptions)
    case server(ServerOptions)
    case doctor(InspectionOptions)
    case keys(InspectionOptions)
    case help
    case version

    static let commands = ["server", "doctor", "keys"]

    /// Reads the command line without the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        if arguments.contains("--help") || arguments.contains("-h") { return .help }
        if let first = arguments.first, !first.hasPrefix("-") {
            switch first {
            case "server": return .server(try ServerOptions.parse(arguments.dropFirst()))
            case "doctor": return .doctor(try InspectionOptions.parse(arguments.dropFirst(), command: "doctor"))
            case "keys": return .keys(try InspectionOptions.parse(arguments.dropFirst(), command: "keys"))
            case "help": return .help
            case "version": return .version
            default:
                throw .unknownCommand(first, nearest: EditDistance.nearest(to: first, among: commands))
            }
        }
        var options = ChatOptions()
        var scanner = ArgumentScanner(
            arguments[...], command: "imchat", options: ChatOptions.names + ["--help", "--version"])
        while let item = scanner.next() {
            switch item {
            case .option("--version", _), .option("-V", _): return .version
            case .option(let name, let attached):
                guard try options.take(name, attached: attached, from: &scanner) else { throw scanner.unknown(name) }
            case .argument(let word): throw .unexpectedArgument(word, command: "imchat")
            }
        }
        try options.validate()
        return .chat(options)
    }
}
