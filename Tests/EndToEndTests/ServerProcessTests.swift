import Foundation
import Testing

extension EndToEnd {
    /// The life and the files of the embedded server.
    @Suite struct ServerProcessTests {
        @Test func theServerIsPrivateAndTellsAboutItself() throws {
            let sandbox = try Sandbox()
            #expect(try sandbox.imchat("server", "status").status == 1)
            #expect(try sandbox.imchat("server", "stop").output.contains("no server runs"))
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.say("tell-nobody-9317")
            try terminal.wait("the echo") { TmuxTerminal.count("tell-nobody-9317", in: $0.replacingSidebar()) == 2 }

            let status = try sandbox.imchat("server", "status")
            #expect(status.status == 0)
            for word in ["version", "process", "socket", "a minute after its last client", sandbox.serverLog] {
                #expect(status.output.contains(word), "\(word) in:\n\(status.output)")
            }
            for ending in [".chat", ".directory"] { #expect(try mode(sandbox.socket(ending)) == 0o600) }
            for folder in [sandbox.data, sandbox.path("run/imchat")] { #expect(try mode(folder) & 0o077 == 0) }
            for file in try FileManager.default.subpathsOfDirectory(atPath: sandbox.data) {
                #expect(try mode("\(sandbox.data)/\(file)") & 0o077 == 0, "\(file) is for nobody else")
            }

            let log = try String(contentsOfFile: sandbox.serverLog, encoding: .utf8)
            #expect(log.contains("serves"))
            #expect(!log.contains("tell-nobody-9317"))
            let token =
                try String(contentsOfFile: "\(sandbox.data)/accounts/alice/account.json", encoding: .utf8)
                .split(separator: "\"").first { $0.count >= 16 && !$0.contains(" ") } ?? "no token"
            #expect(!log.contains(token), "no token in the log")

            #expect(try sandbox.imchat("server", "stop").output == "stopped\n")
            #expect(throws: TmuxTerminal.Failure.self) { try sandbox.socket(".chat") }
            // Whoever starts the program anew wants the server.
            try terminal.quit()
            try terminal.chat()
            try terminal.quit()
        }

        private func mode(_ path: String) throws -> Int {
            let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            return (value as? NSNumber)?.intValue ?? -1
        }
    }
}
