import Foundation
import Glibc
import TestSupport
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
            ("send --help", 0), ("send --server 127.0.0.1:1 --token-file nowhere bob x", 1),
            ("send --account nobody bob x", 1), ("send nobody/peer:7 --as alice x", 2), ("tail --json alice/peer:", 2),
            ("send --directory nonsense bob x", 2), ("send --directory http://a:1 bob x", 2), ("--read-only=1", 2),
            ("send --timeout 0 bob x", 2), ("sessions stray", 2), ("export nobody-at-all", 1), ("import /nowhere", 1),
            ("store check", 1), ("completions fish", 0), ("version", 0),
        ]

        @Test(arguments: calls) func exitCodes(_ line: String, _ status: Int32) throws {
            let sandbox = try Sandbox()
            let result = try Subprocess.run(
                Sandbox.binary, line.split(separator: " ").map(String.init), environment: sandbox.environment)
            #expect(result.status == status, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == (status == 0 ? 0 : 1))
        }

        @Test func anAccountOfTheConfigurationIsKnownEverywhere() throws {
            let sandbox = try Sandbox()
            let port = try LoopbackServer.closedPort()
            let server = try TmuxTerminal(sandbox: sandbox)
            try server.command("imchat server --listen 127.0.0.1:\(port) --demo")
            try server.wait(for: "listening")
            let token = try sandbox.write(try sandbox.imchat("server", "token", "add", "carol").output, to: "carol")
            _ = try sandbox.write(
                """
                { skipWelcome: true,
                  accounts: { work: { server: "127.0.0.1:\(port)", tokenFile: "\(token)",
                    directory: "unix:\(try sandbox.socket(".directory"))" } } }
                """, to: "home/.config/imchat/config.json5")
            for line in [
                ["send", "--account", "work", "echo", "one"], ["send", "work/peer:echo", "two"],
                ["sessions", "--account=work"], ["search", "--account", "work", "one"],
                ["export", "work/peer:echo"], ["store", "check", "--account", "work"],
                ["store", "path", "--account", "work"],
            ] {
                let result = try Subprocess.run(Sandbox.binary, line, environment: sandbox.environment)
                #expect(result.status == 0, "\(line): \(result.errors)")
            }
            let text = try sandbox.imchat("export", "--format", "text", "work/peer:echo").output
            #expect(text.contains("one") && text.contains("two"))
            // A link leads to the file, a pipe is written into; neither is replaced.
            let place = TemporaryFolder()
            let (link, pipe) = (place.file("link"), place.file("pipe"))
            #expect(symlink("file", link) == 0 && mkfifo(pipe, 0o600) == 0)
            try Data().write(to: URL(fileURLWithPath: place.file("file")))
            let toLink = try sandbox.imchat("export", "--format", "text", "work/peer:echo", "-o", link)
            #expect(toLink.status == 0, "\(toLink.errors)")
            #expect(try String(contentsOfFile: place.file("file"), encoding: .utf8) == text)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            #expect(try sandbox.imchat("export", "--format", "text", "work/peer:echo", "-o", pipe).status == 0)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(reader, &bytes, bytes.count)
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == text)
            #expect(place.names.sorted() == ["file", "link", "pipe"])
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; imchat --account work; echo exit=$?")
            try terminal.wait(for: "online as work")
            try terminal.quit()
            try server.press("C-c")
            try server.wait(for: "ended")
        }

        @Test func aForgottenTokenIsAskedForAnew() throws {
            let sandbox = try Sandbox()
            #expect(try sandbox.imchat("send", "echo", "before").status == 0)
            _ = try sandbox.imchat("server", "stop")
            for suffix in ["", "-wal", "-shm"] { unlink(sandbox.data + "/server.sqlite" + suffix) }
            // Something runs again, and knows nobody.
            #expect(try sandbox.imchat("send", "--as", "bob", "echo", "x").status == 0)
            let result = try sandbox.imchat("send", "echo", "after")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try sandbox.imchat("search", "after").status == 0)
        }

        @Test func aPortWhereNobodyListensIsToldOnATerminal() throws {
            let sandbox = try Sandbox()
            let port = try LoopbackServer.closedPort()
            let token = try sandbox.write("5 token\n", to: "token")
            let terminal = try TmuxTerminal(width: 160, sandbox: sandbox)
            try terminal.command(
                "clear; imchat send --server 127.0.0.1:\(port) --token-file \(token) --timeout 3 peer:7 hi; echo exit=$?"
            )
            try terminal.wait(for: "waiting for a connection to 127.0.0.1:\(port) (nobody listens there)")
            try terminal.wait(for: "no connection (nobody listens there)")
            try terminal.wait(for: "exit=1")
            try terminal.command("clear; imchat tail --as bob; echo exit=$?")
            try terminal.wait(for: "listening as bob")
            try terminal.press("C-c")
            try terminal.wait(for: "exit=0")
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
