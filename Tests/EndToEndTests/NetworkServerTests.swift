import Foundation
import Testing

extension EndToEnd {
    /// A server for a network, and who may come in.
    @Suite struct NetworkServerTests {
        @Test func twoClientsOverTCP() throws {
            let sandbox = try Sandbox()
            let port = try LoopbackServer.closedPort()
            let server = try TmuxTerminal(sandbox: sandbox)
            try server.command("imchat server --listen 127.0.0.1:\(port)")
            try server.wait(for: "listening")
            let first = try sandbox.imchat("server", "token", "add", "carol")
            let second = try sandbox.imchat("server", "token", "add", "dave")
            #expect(first.status == 0 && second.status == 0)
            let carol = try sandbox.write(first.output, to: "carol")
            let words = second.output.split(whereSeparator: \.isWhitespace).map(String.init)
            try #require(words.count == 2, "UID TOKEN, not '\(second.output)'")
            let dave = try sandbox.write(words[1] + "\n", to: "dave")

            // A token file without a number needs --uid, and the message says so.
            let without = try sandbox.imchat("--server", "127.0.0.1:\(port)", "--token-file", dave)
            #expect(without.status == 2 && without.errors.contains("--uid"))

            let one = try TmuxTerminal(sandbox: sandbox)
            let two = try TmuxTerminal(sandbox: sandbox)
            try one.command("clear; imchat --server 127.0.0.1:\(port) --token-file \(carol); echo exit=$?")
            try one.wait(for: "online as")
            try two.command(
                "clear; imchat --server 127.0.0.1:\(port) --uid \(words[0]) --token-file \(dave); echo exit=$?")
            try two.wait(for: "online as")
            #expect(!(try one.settled().contains("guide")), "residents live there only with --demo")
            try one.go("peer:\(words[0])", title: "#\(words[0])")
            try one.say("over the network")
            try one.waitLine("over the network", "✓")
            try two.wait(for: "over the network")
            try two.press("C-n")
            try two.say("loud and clear")
            try one.waitLine("loud and clear")

            // One account, one client: the second asks what to do.
            let three = try TmuxTerminal(width: 200, sandbox: sandbox)
            try three.command("clear; imchat --server 127.0.0.1:\(port) --token-file \(carol); echo exit=$?")
            try three.wait(for: "is open in another imchat")
            try three.quit()
            try one.quit()
            try two.quit()
            try server.press("C-c")
            try server.wait(for: "ended")
        }

        @Test func twoFirstStartsMakeOneServer() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.command("imchat")
            try bob.command("imchat --as bob")
            try alice.wait(for: "online as alice")
            try bob.wait(for: "online as bob")
            // The one that lost the race goes by itself.
            try alice.wait("one server") { _ in try Self.servers(sandbox).count == 1 }
            let again = try TmuxTerminal(width: 200, sandbox: sandbox)
            try again.command("clear; imchat; echo exit=$?")
            try again.wait(for: "alice is open in another imchat")
            try again.press("Escape")
            try again.press("q")
            try again.wait(for: "exit=0")
        }

        private static func servers(_ sandbox: Sandbox) throws -> [Int32] {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
            return names.compactMap { Int32($0) }.filter { pid in
                guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else { return false }
                let words = String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
                let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") ?? Data()
                return words.contains("--embedded") && Processes.isAlive(pid)
                    && String(decoding: environment, as: UTF8.self).contains(sandbox.root.path)
            }
        }
    }
}
