import Testing

extension EndToEnd {
    /// The commands for scripts, as a shell sees them.
    @Suite struct HeadlessTests {
        @Test func sendWithAndWithoutARunningClient() throws {
            let sandbox = try Sandbox()
            #expect(try sandbox.imchat("send", "--as", "bob", "echo", "first").status == 0)
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("\(Sandbox.binary) --as bob")
            try terminal.wait(for: "online")
            let result = try sandbox.imchat("send", "--as", "bob", "echo", "through the client")
            #expect(result.status == 0, "\(result.errors)")
            try terminal.wait(for: "through the client")
            let found = try sandbox.imchat("search", "--as", "bob", "client")
            #expect(found.status == 0)
            #expect(found.output.contains("through the client"))
        }

        private static let calls: [(String, Int32)] = [
            ("send", 2), ("send a/b x", 2), ("send bob x y", 2), ("tail --sinse 1", 2), ("search", 2), ("export", 2),
            ("store nonsense", 2), ("completions csh", 2), ("send nobody-at-all x", 1), ("send system x", 1),
            ("send --help", 0),
        ]

        @Test(arguments: calls) func exitCodes(_ line: String, _ status: Int32) throws {
            let sandbox = try Sandbox()
            let result = try Subprocess.run(
                Sandbox.binary, line.split(separator: " ").map(String.init), environment: sandbox.environment)
            #expect(result.status == status, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == (status == 0 ? 0 : 1))
        }

        @Test func standardInputIsSentAndRead() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.imchat("send", "--as", "carol", "echo", "exists")
            let sent = try Subprocess.run(
                "sh", ["-c", "printf 'two\nlines\n' | \(Sandbox.binary) send carol"], environment: sandbox.environment)
            #expect(sent.status == 0, "\(sent.errors)")
            let tail = try Subprocess.run(
                "timeout",
                ["10", "sh", "-c", "\(Sandbox.binary) tail --as carol --json --since 1h peer:alice | head -n 1"],
                environment: sandbox.environment)
            #expect(tail.output.contains(#""text":"two\nlines""#), "\(tail.output)\(tail.errors)")
        }
    }
}
