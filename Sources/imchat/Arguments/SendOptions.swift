/// The options of `imchat send`.
struct SendOptions: Equatable {
    var account = ChatOptions()
    var address = ""
    /// `nil`: standard input.
    var text: String?
    /// How long to wait for the server's word, in seconds.
    var timeout: Int64 = 30
    /// The message's id, from a caller who may try again; made anew without it.
    var id: String?

    static let names = ChatOptions.names + ["--timeout", "--id", "--help"]

    static let idForm = "an id of 1 to 64 printable ASCII characters without blanks"

    /// Reads what follows `imchat send`.
    static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> SendOptions {
        var options = SendOptions()
        var scanner = ArgumentScanner(arguments, command: "imchat send", options: names)
        var words: [String] = []
        while let item = scanner.next() {
            switch item {
            case .option("--timeout", let attached):
                options.timeout = try scanner.number(
                    of: "--timeout", attached: attached, in: 1...86_400, expected: "seconds")
            case .option("--id", let attached):
                let text = try scanner.value(of: "--id", attached: attached, expected: Self.idForm)
                guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw .badValue(option: "--id", value: text, expected: Self.idForm)
                }
                options.id = text
            case .option(let name, let attached):
                guard try options.account.take(name, attached: attached, from: &scanner) else {
                    throw scanner.unknown(name)
                }
            case .argument(let word): words.append(word)
            }
        }
        guard let address = words.first else {
            throw .missingArgument("an ADDRESS and a TEXT", command: "imchat send")
        }
        guard words.count <= 2 else {
            throw .unexpectedArgument(words[2], command: "imchat send (the text is one argument: put it in quotes)")
        }
        options.address = try AddressArgument.checked(address)
        if words.count == 2, words[1] != "-" { options.text = words[1] }
        try options.account.validate()
        return options
    }
}
