import Foundation
import Testing

extension EndToEnd {
    /// Names, groups and members over the network.
    @Suite struct DirectoryTests {
        @Test func namesAndGroupsComeOverHTTP() throws {
            let sandbox = try Sandbox()
            let (port, http) = (try LoopbackServer.closedPort(), try LoopbackServer.closedPort())
            let server = try TmuxTerminal(sandbox: sandbox)
            try server.command("imchat server --listen 127.0.0.1:\(port) --http localhost:\(http)")
            try server.wait(for: "HTTP on")
            var files: [String: String] = [:]
            var uids: [String: String] = [:]
            for name in ["carol", "dave"] {
                let token = try sandbox.imchat("server", "token", "add", name).output
                files[name] = try sandbox.write(token, to: name)
                uids[name] = token.split(separator: " ").first.map(String.init)
            }
            func options(_ name: String) -> String {
                "--server 127.0.0.1:\(port) --token-file \(files[name] ?? "") --directory http://localhost:\(http)"
            }
            // By name, from a script.
            let sent = try Subprocess.run(
                "sh", ["-c", "\(Sandbox.binary) send \(options("carol")) dave 'from a script'"],
                environment: sandbox.environment)
            #expect(sent.status == 0, "\(sent.errors)")

            let carol = try TmuxTerminal(sandbox: sandbox)
            let dave = try TmuxTerminal(sandbox: sandbox)
            try carol.command("clear; imchat \(options("carol")); echo exit=$?")
            try carol.wait(for: "online as")
            try dave.command("clear; imchat \(options("dave")); echo exit=$?")
            try dave.wait(for: "online as")
            try dave.waitLine("carol")
            try carol.say("/msg dave hello dave")
            try carol.waitLine("hello dave", "✓")
            try dave.wait(for: "hello dave")
            try carol.say("/group create crew dave")
            try carol.waitTitle("crew")
            try dave.waitLine("crew")
            try carol.say("/group members")
            try carol.waitLine("dave", "#\(uids["dave"] ?? "?")")
            try carol.escape()
            try carol.say("to all of @dave")
            try dave.go("crew")
            try dave.wait(for: "to all of @dave")
            try carol.say("/group mute dave")
            try carol.waitLine("Done")
            try carol.say("/group unmute dave")
            try dave.wait(for: "may speak again")
            try dave.say("is it my turn?")
            try carol.wait(for: "is it my turn?")
            // Not everybody may join what nobody opened.
            try dave.say("/group join 99999")
            try dave.waitLine("not found")

            // The directory goes, the chat goes on: a note, numbers for names.
            try carol.quit()
            try carol.command(
                "clear; imchat --server 127.0.0.1:\(port) --token-file \(files["carol"] ?? "") "
                    + "--directory unix:\(sandbox.path("nobody")); echo exit=$?")
            try carol.wait(for: "no names: the directory cannot be reached")
            try carol.say("still talking")
            try dave.wait(for: "still talking")
            try carol.quit()
            try dave.quit()
            try server.press("C-c")
            try server.wait(for: "ended")
        }
    }
}
