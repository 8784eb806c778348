import EventLoop
import IMServer

/// The options of `imchat server`.
struct ServerOptions: Equatable {
    /// What the command does.
    enum Action: Equatable {
        /// Serves until it is stopped.
        case run
        /// Tells whether a server runs, and what it does.
        case status
        /// Ends the running server.
        case stop
        /// Makes a user with a token and prints `UID TOKEN`; `nil` leaves the number to the server.
        case addToken(name: String, uid: Int64?)
        /// Changes or lists users, groups and tokens.
        case manage(ManagementCommand)
    }

    var action = Action.run
    /// A TCP address to serve a network on.
    var listen: (host: String, port: UInt16)?
    /// Where HTTP is served: the operator's interface and the directory on this machine, the directory elsewhere.
    var http: [Endpoint] = []
    /// Those of them that serve the directory alone, wherever they are.
    var directoryOnly: Set<Endpoint> = []
    /// Where clients connect by WebSocket.
    var webSocket: Endpoint?
    /// Whether echo, guide and the others live here.
    var demo = false
    /// Started by a client: ends a minute after the last client leaves.
    var embedded = false
    /// Whether `group add` makes a super group.
    var isSuper = false
    /// The number that `group add` gives; the server chooses without it.
    var groupID: Int64?
    /// Whether `token add` is for who answers customers.
    var isSupport = false
    /// Whether peer messages need friendship both ways.
    var needsFriendship = false
    /// Whether blacklists count.
    var hasBlacklist = false
    /// The file of words that are masked.
    var wordFile: String?
    var data: String?

    static let names = [
        "--listen", "--http", "--websocket", "--demo", "--data", "--embedded", "--super", "--id", "--support",
        "--friend-permission",
        "--blacklist", "--word-file",
    ]

    static func == (a: ServerOptions, b: ServerOptions) -> Bool {
        a.action == b.action && a.listen?.host == b.listen?.host && a.listen?.port == b.listen?.port
            && a.http == b.http && a.directoryOnly == b.directoryOnly && a.webSocket == b.webSocket
            && a.isSuper == b.isSuper && a.isSupport == b.isSupport
            && a.groupID == b.groupID
            && a.needsFriendship == b.needsFriendship
            && a.hasBlacklist == b.hasBlacklist && a.wordFile == b.wordFile && a.demo == b.demo
            && a.embedded == b.embedded && a.data == b.data
    }

    /// Reads what follows `imchat server`.
    static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> ServerOptions {
        var options = ServerOptions()
        var scanner = ArgumentScanner(arguments, command: "imchat server", options: names)
        var words: [String] = []
        while let item = scanner.next() {
            switch item {
            case .option("--listen", let attached):
                let text = try scanner.value(of: "--listen", attached: attached, expected: "HOST:PORT")
                guard let address = EndpointArgument.hostAndPort(text) else {
                    throw .badValue(option: "--listen", value: text, expected: "HOST:PORT")
                }
                options.listen = address
            case .option("--http", let attached):
                let expected = "[directory:]" + httpExpected
                let text = try scanner.value(of: "--http", attached: attached, expected: expected)
                let isDirectory = text.hasPrefix("directory:")
                guard let endpoint = http(isDirectory ? String(text.dropFirst(10)) : text) else {
                    throw .badValue(option: "--http", value: text, expected: expected)
                }
                options.http.append(endpoint)
                if isDirectory { options.directoryOnly.insert(endpoint) }
            case .option("--websocket", let attached):
                let text = try scanner.value(of: "--websocket", attached: attached, expected: httpExpected)
                guard let endpoint = http(text) else {
                    throw .badValue(option: "--websocket", value: text, expected: httpExpected)
                }
                options.webSocket = endpoint
            case .option("--super", let attached):
                try scanner.flag("--super", attached: attached)
                options.isSuper = true
            case .option("--id", let attached):
                options.groupID = try ManagementArguments.id(
                    try scanner.value(of: "--id", attached: attached, expected: "a number above 0"))
            case .option("--support", let attached):
                try scanner.flag("--support", attached: attached)
                options.isSupport = true
            case .option("--friend-permission", let attached):
                try scanner.flag("--friend-permission", attached: attached)
                options.needsFriendship = true
            case .option("--blacklist", let attached):
                try scanner.flag("--blacklist", attached: attached)
                options.hasBlacklist = true
            case .option("--word-file", let attached):
                options.wordFile = try scanner.value(of: "--word-file", attached: attached, expected: "FILE")
            case .option("--demo", let attached):
                try scanner.flag("--demo", attached: attached)
                options.demo = true
            case .option("--embedded", let attached):
                try scanner.flag("--embedded", attached: attached)
                options.embedded = true
            case .option("--data", let attached):
                options.data = try scanner.value(of: "--data", attached: attached, expected: "FOLDER")
            case .option(let name, _): throw scanner.unknown(name)
            case .argument(let word): words.append(word)
            }
        }
        options.action = try action(words, options)
        return options
    }

    private static let httpExpected = "HOST:PORT or unix:PATH"

    private static func http(_ text: String) -> Endpoint? {
        switch EndpointArgument.parse(text) {
        case .tls?, nil: nil
        case let endpoint?: endpoint
        }
    }

    private static func action(_ words: [String], _ options: ServerOptions) throws(UsageError) -> Action {
        switch words.first {
        case nil: return .run
        case "status" where words.count == 1: return .status
        case "stop" where words.count == 1: return .stop
        case "user", "group": return .manage(try ManagementArguments.parse(words, options))
        case "token":
            guard words.count >= 2, words[1] == "add" else {
                return .manage(try ManagementArguments.parse(words, options))
            }
            guard words.count >= 3 else { throw .missingArgument("a NAME", command: "imchat server token add") }
            guard words.count <= 4 else { throw .unexpectedArgument(words[4], command: "imchat server token add") }
            let name = try ChatOptions.name(words[2])
            let uid = words.count == 4 ? try ManagementArguments.id(words[3], of: "the user's number") : nil
            return options.isSupport ? .manage(.addSupport(name: name, uid: uid)) : .addToken(name: name, uid: uid)
        case "status", "stop": throw .unexpectedArgument(words[1], command: "imchat server \(words[0])")
        case let word?: throw .unexpectedArgument(word, command: "imchat server")
        }
    }
}
