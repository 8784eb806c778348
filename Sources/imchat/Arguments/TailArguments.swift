import EventLoop
import HeadlessCommands

/// The options of `imchat tail`.
struct TailArguments: Equatable {
    var account = ChatOptions()
    var tail = TailOptions()

    static let names = ChatOptions.names + ["--json", "--since", "--help"]

    /// Reads what follows `imchat tail`.
    static func parse(_ arguments: ArraySlice<String>, now: Int64) throws(UsageError) -> TailArguments {
        var options = TailArguments()
        var scanner = ArgumentScanner(arguments, command: "imchat tail", options: names)
        while let item = scanner.next() {
            switch item {
            case .option("--json", let attached):
                try scanner.flag("--json", attached: attached)
                options.tail.json = true
            case .option("--since", let attached):
                let expected = "a line's key, or \(TimeText.expected)"
                let text = try scanner.value(of: "--since", attached: attached, expected: expected)
                if let key = Int64(text), key >= 0 {
                    options.tail.start = .key(key)
                } else if let time = TimeArgument.parse(text, now: now) {
                    options.tail.start = .time(time)
                } else {
                    throw .badValue(option: "--since", value: text, expected: expected)
                }
            case .option(let name, let attached):
                guard try options.account.take(name, attached: attached, from: &scanner) else {
                    throw scanner.unknown(name)
                }
            case .argument(let word):
                guard options.tail.address == nil else { throw .unexpectedArgument(word, command: "imchat tail") }
                options.tail.address = try AddressArgument.checked(word)
            }
        }
        try options.account.validate()
        return options
    }
}
