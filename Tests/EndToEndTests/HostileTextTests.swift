import Foundation
import Testing

extension EndToEnd {
    /// Text from others is only text, whatever it holds.
    @Suite struct HostileTextTests {
        @Test func aMessageCannotTouchTheTerminal() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try alice.go("echo")
            let record = try String(contentsOfFile: "\(sandbox.data)/accounts/alice/account.json", encoding: .utf8)
            let uid = try #require(Self.number(after: "\"uid\"", in: record))

            // A name with a title sequence in it, granted by the directory.
            let directory = try RawClient(socket: sandbox.socket(".directory"))
            let body = #"{"user_name":"Mal\u001b]0;owned\u0007\u202elory\u001b[2J","platform_id":1,"device_id":"raw"}"#
            directory.send(
                Array(
                    "POST /auth/grant HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
            let answer = String(decoding: directory.receive(), as: UTF8.self)
            var sender = Self.number(after: "\"uid\"", in: answer)
            var token = Self.string(after: "\"token\"", in: answer)
            if sender == nil || token == nil {
                // Such a name is not given; then an innocent one says the same things.
                let words = try sandbox.imchat("server", "token", "add", "mallory").output
                    .split(whereSeparator: \.isWhitespace)
                sender = words.first.flatMap { Int64($0) }
                token = words.last.map(String.init)
            }
            let mallory = try RawClient(socket: sandbox.socket(".chat"))
            try mallory.login(token: try #require(token))
            let from = try #require(sender)
            let title = try alice.fact("pane_title")

            let texts = [
                #"\u001b]0;owned\u0007\u001b[2J\u001b[1;1Hforged ● online as root"#,
                #"\u009d0;owned\u009c\u009b2J\u0000\u0007\u0008\u000d\u007f end of controls"#,
                #"\u202eright to left\u202c \u2066\u200b\u200d\ufeff bidi"#,
                #"\u001bP\u001b]52;c;b3duZWQ=\u0007\u001bc reset"#, #"\u001b[?1049l\u001b[?25l\u001b[200~ modes"#,
                String(repeating: "w", count: 5_000), String(repeating: #"e\u0301"#, count: 800),
                "line one\\nline two\\r\\nline three\\ttab", "last-of-all",
            ]
            for (place, text) in texts.enumerated() {
                mallory.say(
                    from: from, to: uid, content: Array(#"{"uuid":"hostile-\#(place)","text":"\#(text)"}"#.utf8))
            }
            // No JSON, no UTF-8, nothing at all.
            for content in [[0x1B, 0x5B, 0x32, 0x4A], [0xFF, 0xFE, 0x00], [], Array("{\"text\":".utf8)] as [[UInt8]] {
                mallory.say(from: from, to: uid, content: content)
            }
            try alice.wait(for: "unread elsewhere")
            try alice.go("peer:\(from)", title: "direct")
            try alice.wait("the messages") { $0.contains("last-of-all") || $0.contains("lory") }
            for _ in 1...60 { try alice.press("PageUp") }
            for key in ["C-Home", "C-End"] {
                try alice.press(key)
                let screen = try alice.settled()
                let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(rows.first?.hasPrefix(" imchat") ?? false, "\(TmuxTerminal.framed(screen))")
                #expect(rows.prefix(24).last?.contains("online as alice") ?? false)
                for row in rows.prefix(23) { #expect(row.contains { "│┼┴├".contains($0) }, "\(row)") }
                #expect(!screen.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
            }
            #expect(try alice.fact("pane_title") == title || !alice.fact("pane_title").contains("owned"))
            #expect(try alice.fact("alternate_on") == "1")
            #expect(try alice.fact("cursor_flag") == "1")
            #expect(throws: TmuxTerminal.Failure.self, "no clipboard") { try alice.run(["show-buffer"]) }
            // And she can still talk.
            try alice.say("I am still here")
            try alice.waitLine("I am still here", "✓")
            try alice.quit()
            #expect(!(try alice.fact("pane_title").contains("owned")))
        }

        private static func number(after key: String, in text: String) -> Int64? {
            guard let range = text.range(of: key) else { return nil }
            return Int64(text[range.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber })
        }

        private static func string(after key: String, in text: String) -> String? {
            guard let range = text.range(of: key) else { return nil }
            let parts = text[range.upperBound...].split(separator: "\"", maxSplits: 2)
            return parts.count > 1 ? String(parts[1]) : nil
        }
    }
}
