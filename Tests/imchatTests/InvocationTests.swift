import EventLoop
import Testing

@testable import imchat

@Suite struct InvocationTests {
    @Test func nothingMeansChat() throws {
        #expect(try Invocation.parse([]) == .chat(ChatOptions()))
    }

    @Test func optionsTakeTheirValuesEitherWay() throws {
        var expected = ChatOptions()
        expected.server = .tcp(host: "chat.example", port: 23000)
        expected.uid = 7
        expected.tokenFile = "t"
        expected.data = "d"
        #expect(
            try Invocation.parse(["--server", "chat.example:23000", "--uid=7", "--token-file", "t", "--data=d"])
                == .chat(expected))
    }

    @Test(arguments: [
        (["--as", "bob", "send", "alice", "hi"], ["send", "alice", "hi", "--as", "bob"]),
        (
            ["--as=bob", "--data", "send", "send", "alice", "--", "--as"],
            ["send", "alice", "--as=bob", "--data", "send", "--", "--as"]
        ),
        (["--data", "d", "server", "status"], ["server", "status", "--data", "d"]),
        (["--data", "d", "search", "--help"], ["search", "--help"]),
        (["--data", "send"], ["--data=send"]),
    ]) func optionsMayStandBeforeTheCommand(_ before: [String], _ behind: [String]) throws {
        #expect(try Invocation.parse(before) == Invocation.parse(behind))
    }

    @Test func anOptionBeforeTheCommandMustBeOneOfIts() {
        #expect(throws: UsageError.unknownOption("--read-only", command: "imchat send", nearest: nil)) {
            try Invocation.parse(["--read-only", "send", "alice", "hi"])
        }
    }

    @Test(arguments: [
        ("a:1", Endpoint.tcp(host: "a", port: 1)), ("[::1]:2", .tcp(host: "::1", port: 2)),
        ("unix:/x", .unix(path: "/x")),
        ("tls://h:443", .tls(host: "h", port: 443)),
    ]) func endpoints(_ text: String, _ endpoint: Endpoint) {
        #expect(EndpointArgument.parse(text) == endpoint)
        #expect(endpoint.description == text)
    }

    @Test(arguments: [
        "", "a", "a:", ":1", "a:0", "a:65536", "a:-1", "::1:2", "unix:", "tls://a", "a b:1", "http://a:1",
    ])
    func nonsenseIsNoEndpoint(_ text: String) {
        #expect(EndpointArgument.parse(text) == nil)
    }

    @Test(arguments: [
        (["--as"], UsageError.missingValue(option: "--as", expected: "NAME")),
        (
            ["--uid", "x", "--server", "a:1"],
            .badValue(option: "--uid", value: "x", expected: "the account's number on the server")
        ),
        (
            ["--server", "a:1"],
            .required(option: "--token-file", because: "with --server (a file that holds the token)")
        ),
        (["--uid", "5"], .required(option: "--server", because: "with --uid")),
        (["--as", "bob", "--server", "a:1", "--token-file", "t"], .conflict("--as", "--server")),
        (["--dtaa", "x"], .unknownOption("--dtaa", command: "imchat", nearest: "--data")),
        (["sever"], .unknownCommand("sever", nearest: "server")),
        (["server", "status", "now"], .unexpectedArgument("now", command: "imchat server status")),
        (
            ["server", "token"],
            .missingArgument(
                "add NAME [UID] [--support], list, revoke TOKEN|FINGERPRINT|WHO", command: "imchat server token")
        ),
    ]) func mistakesAreTyped(_ arguments: [String], _ error: UsageError) {
        #expect(throws: error) { try Invocation.parse(arguments) }
    }

    @Test func serverOptions() throws {
        var options = ServerOptions()
        options.listen = ("0.0.0.0", 23000)
        options.demo = true
        #expect(try Invocation.parse(["server", "--listen", "0.0.0.0:23000", "--demo"]) == .server(options))
        options = ServerOptions()
        options.action = .addToken(name: "bob", uid: nil)
        #expect(try Invocation.parse(["server", "token", "add", "bob"]) == .server(options))
    }

    static let badNames = [
        "", ".", "..", ".ann", "-ann", "1234", "٣٤", "a b", "a\u{A0}b", "a/b", "ann\u{200B}", "\u{202E}nna",
        "a\u{200D}b",
        "\u{3164}", "a\u{7}", "a\u{E000}", "a#1", String(repeating: "a", count: 65),
    ]

    @Test(arguments: badNames) func namesThatMisleadAreRefused(_ name: String) {
        func error(_ argument: String) -> UsageError {
            .badValue(option: argument, value: name, expected: ChatOptions.nameExpected)
        }
        #expect(throws: error("--as")) { try Invocation.parse(["--as=" + name]) }
        #expect(throws: error("NAME")) { try Invocation.parse(["server", "token", "add", "--", name]) }
        #expect(throws: error("NAME")) { try Invocation.parse(["server", "user", "add", "--", name]) }
        #expect(throws: error("NAME")) { try Invocation.parse(["server", "user", "rename", "--", "ann", name]) }
    }

    @Test(arguments: ["ann", "小林", "o'neil", "Zoë", "a.b-c", "r2d2", "7of9", "😀"]) func otherNamesFit(_ name: String)
        throws
    {
        var expected = ChatOptions()
        expected.name = name
        #expect(try Invocation.parse(["--as", name]) == .chat(expected))
    }

    @Test func afterTwoDashesNothingIsAnOption() {
        #expect(throws: UsageError.unexpectedArgument("--as", command: "imchat")) {
            try Invocation.parse(["--", "--as"])
        }
    }
}
