import HeadlessCommands

/// The options of the commands that work on the message store alone.
struct StoreOptions: Equatable {
    /// What to do.
    enum Action: Equatable {
        case sessions(json: Bool)
        case search(SearchCommand.Options)
        case export(address: String, format: ExportCommand.Format, file: String?)
        /// `-` is standard input.
        case `import`(file: String)
        case facts
        case check
        case recover
        case path
        case compact

        /// The address that is asked about, if one is.
        var address: String? {
            switch self {
            case .search(let search): search.session
            case .export(let address, _, _): address
            case .sessions, .import, .facts, .check, .recover, .path, .compact: nil
            }
        }
    }

    var account = ChatOptions()
    var action: Action

    /// Reads what follows `imchat COMMAND`, for a command of `sessions`, `search`, `export`, `import`, `store`.
    static func parse(
        _ command: String, _ arguments: ArraySlice<String>, now: Int64
    ) throws(UsageError) -> StoreOptions {
        var options = StoreOptions(action: .path)
        var search = SearchCommand.Options()
        var format: ExportCommand.Format?
        var file: String?
        var json = false
        var words: [String] = []
        let name = "imchat \(command)"
        let known = CommandCatalog.command(command)?.options.map(\.name) ?? []
        var scanner = ArgumentScanner(arguments, command: name, options: known)
        while let item = scanner.next() {
            guard case .option(let option, let attached) = item else {
                if case .argument(let word) = item { words.append(word) }
                continue
            }
            guard known.contains(option) || option == "-o" && known.contains("--output") else {
                throw scanner.unknown(option)
            }
            if try options.account.take(option, attached: attached, from: &scanner) { continue }
            switch option {
            case "--json":
                try scanner.flag(option, attached: attached)
                json = true
            case "--in":
                search.session = try AddressArgument.checked(
                    scanner.value(of: option, attached: attached, expected: "ADDRESS"))
            case "--from": search.sender = try scanner.value(of: option, attached: attached, expected: "NAME")
            case "--before": search.before = try Self.time(&scanner, option, attached, now)
            case "--after": search.after = try Self.time(&scanner, option, attached, now)
            case "--limit":
                search.limit = Int(
                    try scanner.number(of: option, attached: attached, in: 1...1_000_000_000, expected: "a number"))
            case "--format":
                let expected = "jsonl, markdown or text"
                let text = try scanner.value(of: option, attached: attached, expected: expected)
                guard let found = ExportCommand.Format(rawValue: text) else {
                    throw .badValue(option: option, value: text, expected: expected)
                }
                format = found
            case "-o", "--output": file = try scanner.value(of: option, attached: attached, expected: "FILE")
            default: throw scanner.unknown(option)
            }
        }
        try options.account.validate()
        func only(_ count: Int, _ what: String) throws(UsageError) {
            guard words.count >= count else { throw .missingArgument(what, command: name) }
            guard words.count == count else { throw .unexpectedArgument(words[count], command: name) }
        }
        switch command {
        case "sessions":
            try only(0, "")
            options.action = .sessions(json: json)
        case "search":
            guard !words.isEmpty else { throw .missingArgument("WORDS", command: name) }
            search.words = words.joined(separator: " ")
            search.json = json
            options.action = .search(search)
        case "export":
            try only(1, "a SESSION (see imchat sessions)")
            options.action = .export(
                address: try AddressArgument.checked(words[0]), format: format ?? .jsonl, file: file)
        case "import":
            try only(1, "a FILE, or - for standard input")
            options.action = .import(file: words[0])
        default:
            guard !words.isEmpty else {
                options.action = .facts
                break
            }
            try only(1, "one of check, recover, compact, path")
            switch words[0] {
            case "check": options.action = .check
            case "recover": options.action = .recover
            case "path": options.action = .path
            case "compact": options.action = .compact
            default: throw .unexpectedArgument(words[0], command: name)
            }
        }
        return options
    }

    private static func time(
        _ scanner: inout ArgumentScanner, _ option: String, _ attached: String?, _ now: Int64
    ) throws(UsageError) -> Int64 {
        let text = try scanner.value(of: option, attached: attached, expected: TimeText.expected)
        guard let time = TimeArgument.parse(text, now: now) else {
            throw .badValue(option: option, value: text, expected: TimeText.expected)
        }
        return time
    }
}
