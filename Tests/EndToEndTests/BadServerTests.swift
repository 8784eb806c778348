import Foundation
import Testing

extension EndToEnd {
    /// Servers that are not as they should be: the status line says so, and typing goes on.
    @Suite struct BadServerTests {
        @Test(arguments: ["absent", "silent", "closing", "garbage", "huge"])
        func theStatusLineTellsAndTypingGoesOn(_ kind: String) throws {
            let sandbox = try Sandbox()
            let server: LoopbackServer? =
                switch kind {
                case "silent": try LoopbackServer(.silent)
                case "closing": try LoopbackServer(.closing)
                case "garbage":
                    try LoopbackServer(.saying(Array("HTTP/1.1 400 Bad Request\r\n\r\n\u{1B}]0;owned\u{7}".utf8)))
                case "huge": try LoopbackServer(.saying([0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 4, 2, 0, 0]))
                default: nil
                }
            let port = try server?.port ?? LoopbackServer.closedPort()
            let token = try sandbox.write("77 not-a-real-token\n", to: "token")
            let terminal = try TmuxTerminal(sandbox: sandbox)
            let title = try terminal.fact("pane_title")
            try terminal.command("clear; imchat --server 127.0.0.1:\(port) --token-file \(token); echo exit=$?")
            try terminal.wait(for: kind == "silent" ? "signing in" : "next try in")
            // Growing delay: the second wait is longer than the first.
            if kind != "silent" {
                let screen = try terminal.wait("a delay of two seconds or more") { screen in
                    Self.delay(in: screen).map { $0 >= 2 } ?? false
                }
                #expect(screen.contains(" s: "), "a reason is told:\n\(TmuxTerminal.framed(screen))")
            }
            // A session can be opened and written to; the message waits.
            try terminal.say("/go peer:5")
            try terminal.waitTitle("#5")
            try terminal.say("nobody hears this")
            try terminal.wait(for: "nobody hears this")
            try terminal.press("F1")
            try terminal.wait(for: "paint anew")
            try terminal.escape()
            try terminal.waitGone("paint anew")
            if let server { #expect(server.arrivals.count <= 8, "no storm of connections") }
            let process = try terminal.process()
            let ticks = Processes.ticks(process)
            usleep(300_000)  // a while of its own, to see what it costs
            #expect(Processes.ticks(process) - ticks < 10, "no burning of the processor")
            #expect(!(try terminal.fact("pane_title").contains("owned")))
            try terminal.quit()
            #expect(try terminal.fact("pane_title") == title)
        }

        @Test func aRefusedTokenIsSaid() throws {
            let sandbox = try Sandbox()
            let port = try LoopbackServer.closedPort()
            let server = try TmuxTerminal(sandbox: sandbox)
            try server.command("imchat server --listen 127.0.0.1:\(port)")
            try server.wait(for: "listening")
            let token = try sandbox.write("77 not-a-real-token\n", to: "token")
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; imchat --server 127.0.0.1:\(port) --token-file \(token); echo exit=$?")
            try terminal.wait(for: "not let in")
            try terminal.say("/go peer:5")
            try terminal.waitTitle("#5")
            try terminal.quit()
            try server.press("C-c")
            try server.wait(for: "ended")
        }

        private static func delay(in screen: String) -> Int? {
            guard let range = screen.range(of: "next try in ") else { return nil }
            return Int(screen[range.upperBound...].prefix { $0.isNumber })
        }
    }
}
