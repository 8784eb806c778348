import ChatUI

/// What the command line asks for.
enum Invocation: Equatable {
    case chat(ChatOptions)
    case server(ServerOptions)
    case doctor(InspectionOptions)
    case keys(InspectionOptions)
    case send(SendOptions)
    case tail(TailArguments)
    case store(StoreOptions)
    case completions(Completions.Shell)
    /// The usage of a command; of the program itself without one.
    case help(String? = nil)
    case version

    static let commands = CommandCatalog.all.map(\.name)

    /// Reads the command line without the program's name.
    static func parse(_ arguments: [String], now: Int64 = 0) throws(UsageError) -> Invocation {
        let arguments = commandFirst(arguments)
        // What follows "--" is no option; a text to send may be anything.
        let head = arguments.prefix { $0 != "--" }
        if head.contains("--help") || head.contains("-h") {
            return .help(head.first.flatMap { CommandCatalog.command($0)?.name })
        }
        if let first = arguments.first, !first.hasPrefix("-") {
            switch first {
            case "server": return .server(try ServerOptions.parse(arguments.dropFirst()))
            case "doctor": return .doctor(try InspectionOptions.parse(arguments.dropFirst(), command: "doctor"))
            case "keys": return .keys(try InspectionOptions.parse(arguments.dropFirst(), command: "keys"))
            case "send": return .send(try SendOptions.parse(arguments.dropFirst()))
            case "tail": return .tail(try TailArguments.parse(arguments.dropFirst(), now: now))
            case "sessions", "search", "export", "import", "store":
                return .store(try StoreOptions.parse(first, arguments.dropFirst(), now: now))
            case "completions": return .completions(try shell(arguments.dropFirst()))
            case "help": return .help(try topic(arguments.dropFirst()))
            case "version": return .version
            default:
                throw .unknownCommand(first, nearest: EditDistance.nearest(to: first, among: commands))
            }
        }
        var options = ChatOptions()
        var scanner = ArgumentScanner(
            arguments[...], command: "imchat",
            options: ChatOptions.names + ["--read-only", "--take-over", "--help", "--version"])
        while let item = scanner.next() {
            switch item {
            case .option("--version", _), .option("-V", _): return .version
            case .option("--read-only", let attached), .option("--take-over", let attached):
                guard case .option(let name, _) = item else { break }
                try scanner.flag(name, attached: attached)
                let wanted: ChatOptions.HeldAccount = name == "--read-only" ? .readOnly : .takeOver
                guard options.held == nil || options.held == wanted else {
                    throw .conflict("--read-only", "--take-over")
                }
                options.held = wanted
            case .option(let name, let attached):
                guard try options.take(name, attached: attached, from: &scanner) else { throw scanner.unknown(name) }
            case .argument(let word): throw .unexpectedArgument(word, command: "imchat")
            }
        }
        try options.validate()
        return .chat(options)
    }

    /// Options of an account may stand before the command too: `imchat --as bob send alice`. Then they are moved behind
    /// its own.
    private static func commandFirst(_ arguments: [String]) -> [String] {
        var index = 0
        while index < arguments.count {
            let word = arguments[index]
            if word == "--" { return arguments }
            guard word.hasPrefix("-") else {
                guard index > 0, commands.contains(word) else { return arguments }
                let behind = arguments[(index + 1)...]
                let own = behind.prefix { $0 != "--" }
                return [word] + own + arguments[..<index] + behind.dropFirst(own.count)
            }
            index += ChatOptions.names.contains(word) ? 2 : 1
        }
        return arguments
    }

    private static func topic(_ words: ArraySlice<String>) throws(UsageError) -> String? {
        guard let name = words.first else { return nil }
        guard let command = CommandCatalog.command(name) else {
            throw .unknownCommand(name, nearest: EditDistance.nearest(to: name, among: commands))
        }
        return command.name
    }

    private static func shell(_ words: ArraySlice<String>) throws(UsageError) -> Completions.Shell {
        guard let name = words.first else { throw .missingArgument("bash, zsh or fish", command: "imchat completions") }
        guard let shell = Completions.Shell(rawValue: name), words.count == 1 else {
            throw .unexpectedArgument(
                words.count > 1 ? words.dropFirst().first ?? "" : name, command: "imchat completions")
        }
        return shell
    }
}
