/// Every command with its options: what usage texts and completions are made from.
enum CommandCatalog {
    /// An option of a command.
    struct Option {
        let name: String
        /// What its value is called; `nil` for a switch.
        let value: String?
        let about: String
    }

    /// A command.
    struct Command {
        let name: String
        let usage: String
        let about: String
        /// A few sentences more.
        let details: String
        let options: [Option]
        /// What may follow it, for completion.
        var words: [String] = []
    }

    private static let account = [
        Option(name: "--as", value: "NAME", about: "who to be on the server of this machine"),
        Option(name: "--account", value: "NAME", about: "an account of the configuration file"),
        Option(name: "--server", value: "ADDRESS", about: "a server of somebody else's; 2016+ADDRESS for one of 2016"),
        Option(name: "--token-file", value: "FILE", about: "the token of the account there, or \"UID TOKEN\""),
        Option(name: "--uid", value: "N", about: "the account's number there"),
        Option(name: "--appid", value: "N", about: "the application's number, for support sessions"),
        Option(name: "--directory", value: "ADDRESS", about: "where that server's names, groups and members are"),
        Option(name: "--data", value: "FOLDER", about: "where messages are kept"),
    ]
    private static let json = Option(name: "--json", value: nil, about: "one JSON object a line")

    /// The commands in the order in which they are shown.
    static let all = [
        Command(
            name: "send", usage: "imchat send [options] ADDRESS [TEXT]", about: "send one message",
            details: """
                Without TEXT, or with -, the text is read from standard input. Ends with 0 once the server has
                acknowledged the message, with 1 and the reason if it did not go out, with 2 after wrong usage.
                A running client of the account sends it; without one it goes through the account's own outbox.
                """,
            options: [
                Option(name: "--timeout", value: "SECONDS", about: "how long to wait for the server (30)"),
                Option(name: "--id", value: "ID", about: "the message's own id: tried again with it, it goes out once"),
            ] + account),
        Command(
            name: "tail", usage: "imchat tail [options] [ADDRESS]", about: "show messages as they come",
            details: """
                One line for each message, from now on or --since a time or the "key" of a line. Keeps nothing and
                marks nothing as read. Ends with 0 on Ctrl-C, SIGTERM, or when its reader ends.
                """,
            options: [
                json, Option(name: "--since", value: "TIME|KEY", about: "start there: 2026-11-30T14:30, 10m, or a key"),
            ] + account),
        Command(
            name: "sessions", usage: "imchat sessions [options]", about: "list the sessions", details: "",
            options: [json] + account),
        Command(
            name: "search", usage: "imchat search [options] WORDS", about: "search everything ever said",
            details: """
                All words must occur; "several words" stand together, begin* finds beginnings. The latest come first.
                Beside words there may be from:NAME, in:SESSION, kind:image, before:DATE and after:DATE; the kinds are text,
                image, audio, video, file, location, link, notice, system and call.
                """,
            options: [
                Option(name: "--in", value: "ADDRESS", about: "only in this session"),
                Option(name: "--from", value: "NAME", about: "only from this sender"),
                Option(name: "--before", value: "DATE", about: "only before it"),
                Option(name: "--after", value: "DATE", about: "only from then on"),
                Option(name: "--limit", value: "N", about: "so many at most (100)"), json,
            ] + account),
        Command(
            name: "export", usage: "imchat export [options] SESSION", about: "write a session out",
            details: "jsonl is lossless, and imchat import reads it.",
            options: [
                Option(name: "--format", value: "jsonl|markdown|text", about: "the form (jsonl)"),
                Option(name: "--output", value: "FILE", about: "where to (also -o; standard output without it)"),
            ] + account),
        Command(
            name: "import", usage: "imchat import [options] FILE", about: "take exported messages in",
            details: "What is there already stays as it is; lines that are no messages are named. - is standard input.",
            options: account),
        Command(
            name: "store", usage: "imchat store [check|recover|compact|path] [options]",
            about: "look after the message store",
            details: """
                Without a word it tells what the store holds and how long messages are kept. check looks for damage; recover
                keeps a damaged file aside under a dated name and takes what can be read into a new one.
                """, options: account, words: ["check", "recover", "compact", "path"]),
        Command(
            name: "server", usage: "imchat server [options] [status | stop | user … | group … | token …]",
            about: "run or ask the chat server",
            details: """
                WHO is a name or a number, ID a group's number.
                  server status, server stop
                  server user add NAME | list | rename WHO NAME | forbid|allow WHO
                  server user friend|unfriend|block|unblock WHO OTHER
                  server group add NAME MASTER [MEMBER ...] [--super] [--id ID] | list | members ID | rename ID NAME
                  server group join|leave|mute|unmute ID WHO | open|close|disband ID
                  server token add NAME [UID] [--support] | list | revoke TOKEN|FINGERPRINT|WHO
                A group is closed until it is opened: then everybody with an account may join.

                It is one process with its queues in one SQLite file: made for tens of people, not for thousands.
                  connections    as many as it may open files (ulimit -Hn, at most 65,536), less 256; one account
                                 holds half of them at most, and so do those without a log-in, 4,096 of them for a
                                 minute; then the oldest gives way
                  slow reader    dropped when 8 MB wait for it (16 MB for its account, 64 MB for all), or when it takes
                                 nothing for a minute; what was stored comes at its next log-in. The system holds a
                                 quarter MB for each connection on top
                  fast writer    read no faster than the disk goes along: 256 messages ahead
                  group          2,000 members; names 255 bytes; a message 32,767 bytes
                  HTTP           64 connections at a time, bodies to 256 KB, 30 seconds for a request and for taking
                                 the answer, which counts as what a slow reader leaves; 200 groups of one's own
                For more, the real servers serve the same client.
                """,
            options: [
                Option(name: "--listen", value: "HOST:PORT", about: "serve a network, with tokens"),
                Option(name: "--demo", value: nil, about: "let echo, guide and the others live on it"),
                Option(name: "--http", value: "ADDRESS", about: "HTTP: localhost for operators, else names and groups"),
                Option(name: "--websocket", value: "ADDRESS", about: "serve clients by WebSocket too, at /ws"),
                Option(name: "--friend-permission", value: nil, about: "peer messages need friendship both ways"),
                Option(name: "--blacklist", value: nil, about: "blacklists count"),
                Option(name: "--word-file", value: "FILE", about: "mask these words, one a line"),
                Option(name: "--super", value: nil, about: "group add makes a super group"),
                Option(name: "--id", value: "ID", about: "group add takes this number"),
                Option(name: "--support", value: nil, about: "token add is for who answers customers"),
                Option(name: "--data", value: "FOLDER", about: "where the server keeps its data"),
            ], words: ["status", "stop", "user", "group", "token"]),
        Command(
            name: "doctor", usage: "imchat doctor [options]", about: "tell what works here and what is wrong",
            details: """
                Looks at terminal, locale, widths, colours, configuration, stores, server and clock. The report holds no
                names, texts, paths or tokens. Ends with 1 where something is wrong.
                """,
            options: [Option(name: "--data", value: "FOLDER", about: "where messages are kept")]),
        Command(
            name: "keys", usage: "imchat keys --dump [options]", about: "print every key as it is bound", details: "",
            options: [
                Option(name: "--dump", value: nil, about: "all of them, one a line: focus, key, what it does"),
                Option(name: "--data", value: "FOLDER", about: "where messages are kept"),
            ]),
        Command(
            name: "completions", usage: "imchat completions bash|zsh|fish", about: "print completions for a shell",
            details: "", options: [], words: ["bash", "zsh", "fish"]),
        Command(name: "help", usage: "imchat help [COMMAND]", about: "explain a command", details: "", options: []),
        Command(name: "version", usage: "imchat version", about: "print the version", details: "", options: []),
    ]

    /// The options of `imchat` itself.
    static let own =
        account + [
            Option(name: "--read-only", value: nil, about: "read along where another imchat has the account"),
            Option(name: "--take-over", value: nil, about: "end the imchat that has the account, and start here"),
            Option(name: "--help", value: nil, about: "explain"),
            Option(name: "--version", value: nil, about: "print the version"),
        ]

    /// A command by its name.
    static func command(_ name: String) -> Command? { all.first { $0.name == name } }

    /// What `imchat COMMAND --help` prints.
    static func help(_ command: Command) -> String {
        var text = "usage: \(command.usage)\n\n\(command.about)"
        if !command.details.isEmpty { text += "\n\n" + command.details }
        let names = command.options.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
        let width = min(24, names.map(\.count).max() ?? 0)
        if !names.isEmpty { text += "\n" }
        for (option, name) in zip(command.options, names) {
            text += "\n  " + name + String(repeating: " ", count: max(0, width - name.count)) + "  " + option.about
        }
        if ["send", "tail", "search", "export"].contains(command.name) {
            text +=
                "\n\nAddresses: peer:NAME-OR-UID, group:NAME-OR-ID, room:ID, customer:APPID/UID, system; a bare\nname is a peer. ACCOUNT/ in front, as in work/peer:bob, chooses the account."
        }
        return text
    }
}
