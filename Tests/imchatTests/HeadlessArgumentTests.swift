import EventLoop
import HeadlessCommands
import Testing

@testable import imchat

/// The command lines of the commands that need no terminal.
@Suite struct HeadlessArgumentTests {
    private static let now: Int64 = 1_764_500_000_000
    private static let account = {
        var account = ChatOptions()
        account.name = "bob"
        account.data = "d"
        return account
    }()
    private static let remote = {
        var account = ChatOptions()
        account.server = .tls(host: "h", port: 443)
        account.tokenFile = "t"
        account.uid = 7
        account.appID = 9
        return account
    }()

    private func parse(_ line: [String]) throws -> Invocation { try Invocation.parse(line, now: Self.now) }

    // MARK: send

    private static func send(
        _ address: String, _ text: String?, timeout: Int64 = 30, id: String? = nil, account: ChatOptions = ChatOptions()
    ) -> SendOptions {
        var options = SendOptions()
        (options.address, options.text, options.timeout) = (address, text, timeout)
        (options.id, options.account) = (id, account)
        return options
    }

    private static let sends: [([String], SendOptions)] = [
        (["bob", "hi"], send("bob", "hi")),
        (["bob"], send("bob", nil)),
        (["bob", "-"], send("bob", nil)),
        (["bob", ""], send("bob", "")),
        (["peer:7", "--", "--help"], send("peer:7", "--help")),
        (["--", "bob", "--as"], send("bob", "--as")),
        (["--timeout", "5", "room:3", "x"], send("room:3", "x", timeout: 5)),
        (["group:7", "x", "--timeout=86400"], send("group:7", "x", timeout: 86_400)),
        (["--id", "build-17", "bob", "x"], send("bob", "x", id: "build-17")),
        (["customer:7/9", "x"], send("customer:7/9", "x")),
        (["me/peer:bob", "x"], send("me/peer:bob", "x")),
        (["--as", "bob", "--data=d", "alice", "x"], send("alice", "x", account: account)),
        (
            [
                "--server", "tls://h:443", "--token-file", "t", "--uid", "7", "--appid", "9", "peer:1", "x",
            ], send("peer:1", "x", account: remote)
        ),
    ]

    @Test(arguments: sends) func sending(_ line: [String], _ options: SendOptions) throws {
        #expect(try parse(["send"] + line) == .send(options))
    }

    // MARK: tail

    private static func tail(
        _ address: String? = nil, json: Bool = false, _ start: TailStart = .now, account: ChatOptions = ChatOptions()
    ) -> TailArguments {
        TailArguments(account: account, tail: TailOptions(json: json, address: address, start: start))
    }

    private static let tails: [([String], TailArguments)] = [
        ([], tail()),
        (["--json"], tail(json: true)),
        (["bob", "--json"], tail("bob", json: true)),
        (["--since", "0"], tail(nil, .key(0))),
        (["--since=9223372036854775807"], tail(nil, .key(.max))),
        (["--since", "10s"], tail(nil, .time(now - 10_000))),
        (["--since", "now"], tail(nil, .time(now))),
        (["--since", "2026-11-30T00:00Z"], tail(nil, .time(1_795_996_800_000))),
        (["system"], tail("system")),
        (["--as", "bob", "--data", "d", "group:x y"], tail("group:x y", account: account)),
    ]

    @Test(arguments: tails) func tailing(_ line: [String], _ options: TailArguments) throws {
        #expect(try parse(["tail"] + line) == .tail(options))
    }

    // MARK: The store's commands

    private static func search(_ words: String, _ change: (inout SearchCommand.Options) -> Void = { _ in })
        -> StoreOptions.Action
    {
        var options = SearchCommand.Options()
        options.words = words
        change(&options)
        return .search(options)
    }

    private static let actions: [([String], StoreOptions.Action)] = [
        (["sessions"], .sessions(json: false)),
        (["sessions", "--json"], .sessions(json: true)),
        (["search", "a"], search("a")),
        (["search", "two", "words"], search("two words")),
        (["search", "--", "--limit"], search("--limit")),
        (["search", "--in", "peer:7", "a"], search("a") { $0.session = "peer:7" }),
        (["search", "--from=bob", "a"], search("a") { $0.sender = "bob" }),
        (["search", "--limit", "1", "a", "--json"], search("a") { ($0.limit, $0.json) = (1, true) }),
        (
            ["search", "--before", "1h", "--after", "2d", "a"],
            search("a") { ($0.before, $0.after) = (now - 3_600_000, now - 172_800_000) }
        ),
        (["export", "bob"], .export(address: "bob", format: .jsonl, file: nil)),
        (["export", "--format", "markdown", "peer:7"], .export(address: "peer:7", format: .markdown, file: nil)),
        (["export", "--format=text", "bob", "-o", "f"], .export(address: "bob", format: .text, file: "f")),
        (["export", "--output", "f", "bob"], .export(address: "bob", format: .jsonl, file: "f")),
        (["import", "f"], .import(file: "f")),
        (["import", "-"], .import(file: "-")),
        (["store"], .facts), (["store", "check"], .check), (["store", "path"], .path),
        (["store", "compact"], .compact), (["store", "recover"], .recover),
    ]

    @Test(arguments: actions) func storing(_ line: [String], _ action: StoreOptions.Action) throws {
        #expect(try parse(line) == .store(StoreOptions(action: action)))
        let withAccount = StoreOptions(account: Self.account, action: action)
        #expect(try parse([line[0], "--as", "bob", "--data=d"] + line.dropFirst()) == .store(withAccount))
    }

    // MARK: The rest

    private static let others: [([String], Invocation)] = [
        (["completions", "bash"], .completions(.bash)), (["completions", "zsh"], .completions(.zsh)),
        (["completions", "fish"], .completions(.fish)), (["help"], .help()), (["help", "send"], .help("send")),
        (["send", "--help"], .help("send")), (["-h"], .help()), (["tail", "bob", "-h"], .help("tail")),
        (["version"], .version), (["--version"], .version), (["-V"], .version),
    ]

    @Test(arguments: others) func asking(_ line: [String], _ invocation: Invocation) throws {
        #expect(try parse(line) == invocation)
    }

    // MARK: Mistakes

    private static let mistakes: [([String], UsageError)] = [
        (["send"], .missingArgument("an ADDRESS and a TEXT", command: "imchat send")),
        (["send", "a/b", "x"], .badAddress("a/b")),
        (["send", "customer:7", "x"], .badAddress("customer:7")),
        (["send", "", "x"], .badAddress("")),
        (["send", "--timeout"], .missingValue(option: "--timeout", expected: "seconds")),
        (["send", "--timeout", "0", "a"], .badValue(option: "--timeout", value: "0", expected: "seconds")),
        (["send", "--timeout=x", "a"], .badValue(option: "--timeout", value: "x", expected: "seconds")),
        (["send", "--id", "", "a"], .badValue(option: "--id", value: "", expected: SendOptions.idForm)),
        (["send", "--id", "a b", "a"], .badValue(option: "--id", value: "a b", expected: SendOptions.idForm)),
        (["send", "--tmeout", "1"], .unknownOption("--tmeout", command: "imchat send", nearest: "--timeout")),
        (["send", "--json", "a"], .unknownOption("--json", command: "imchat send", nearest: nil)),
        (["send", "--uid", "7", "a"], .required(option: "--server", because: "with --uid")),
        (["tail", "--json=1"], .badValue(option: "--json", value: "1", expected: "no value")),
        (["tail", "--sinse", "1"], .unknownOption("--sinse", command: "imchat tail", nearest: "--since")),
        (["tail", "a", "b"], .unexpectedArgument("b", command: "imchat tail")),
        (["tail", "nope:1"], .badAddress("nope:1")),
        (["sessions", "x"], .unexpectedArgument("x", command: "imchat sessions")),
        (["sessions", "--limit", "1"], .unknownOption("--limit", command: "imchat sessions", nearest: nil)),
        (["search"], .missingArgument("WORDS", command: "imchat search")),
        (["search", "--limit", "0", "a"], .badValue(option: "--limit", value: "0", expected: "a number")),
        (["search", "--in", "a/b", "x"], .badAddress("a/b")),
        (
            ["search", "--before", "soon", "x"],
            .badValue(option: "--before", value: "soon", expected: TimeText.expected)
        ),
        (["export"], .missingArgument("a SESSION (see imchat sessions)", command: "imchat export")),
        (["export", "a", "b"], .unexpectedArgument("b", command: "imchat export")),
        (
            ["export", "--format", "xml", "a"],
            .badValue(option: "--format", value: "xml", expected: "jsonl, markdown or text")
        ),
        (["import"], .missingArgument("a FILE, or - for standard input", command: "imchat import")),
        (["import", "-o", "x"], .unknownOption("-o", command: "imchat import", nearest: nil)),
        (["store", "nonsense"], .unexpectedArgument("nonsense", command: "imchat store")),
        (["store", "check", "x"], .unexpectedArgument("x", command: "imchat store")),
        (["completions"], .missingArgument("bash, zsh or fish", command: "imchat completions")),
        (["completions", "csh"], .unexpectedArgument("csh", command: "imchat completions")),
        (["help", "sned"], .unknownCommand("sned", nearest: "send")),
        (["tial"], .unknownCommand("tial", nearest: "tail")),
    ]

    @Test(arguments: mistakes) func mistakesAreTyped(_ line: [String], _ error: UsageError) {
        #expect(throws: error) { try parse(line) }
    }

    @Test func sinceTakesNoNonsense() {
        #expect(throws: UsageError.self) { try parse(["tail", "--since", "-1"]) }
        #expect(throws: UsageError.self) { try parse(["tail", "--since", "yesterday"]) }
    }

    @Test(arguments: CommandCatalog.all.map(\.name)) func everyOptionOfTheHelpIsTaken(_ name: String) throws {
        let command = try #require(CommandCatalog.command(name))
        for option in command.options {
            // Whatever else is wrong with such a line: the option itself is known.
            do { _ = try parse([name, option.name, "1"]) } catch let error as UsageError {
                if case .unknownOption = error { Issue.record("\(name) does not know \(option.name)") }
            }
        }
    }
}
