import Foundation
import Testing

extension EndToEnd {
    /// Files that messages carry, with a program of the test's in the place of curl.
    @Suite struct SavingTests {
        @Test func aFileIsFetchedAndATextIsKept() throws {
            let sandbox = try Sandbox()
            let curl = try sandbox.write(
                "#!/bin/sh\nout=$(sed -n 's/^output = \"\\(.*\\)\"$/\\1/p')\nprintf content > \"$out\"\n",
                to: "bin/curl")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl)
            #expect(try sandbox.imchat("send", "echo", "some text").status == 0)
            let line = try #require(
                try sandbox.imchat("export", "echo").output.split(separator: "\n").first.map(String.init))
            let address = try #require(line.firstMatch(of: #/"address":"(peer:[0-9]+)"/#)).1
            func message(_ id: String, _ url: String) -> String {
                #"{"address":"\#(address)","kind":"peer","type":"file","ids":{"origin":"\#(id)"},"own":false,"#
                    + #""sender":{"id":"\#(address.dropFirst(5))"},"state":"incoming","time":"2026-11-30T10:00:00.000Z","#
                    + #""content":{"file":{"url":"\#(url)","filename":"../plan.pdf","size":7},"uuid":"\#(id)"}}"#
            }
            let lines = [message("f2", "file:///etc/passwd"), message("f1", "https://files.example/x")]
            let file = try sandbox.write(lines.joined(separator: "\n") + "\n", to: "in.jsonl")
            let imported = try sandbox.imchat("import", file)
            #expect(imported.status == 0, "\(imported.errors)")
            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.chat()
            try terminal.go("echo")
            try terminal.wait(for: "plan.pdf", count: 2)
            // Where the file is a place on this machine nothing is read.
            try terminal.press("Up")
            try terminal.press("g")
            try terminal.press("s")
            try terminal.wait(for: "Not saved: this is no web address")
            try terminal.press("j")
            try terminal.press("s")
            try terminal.wait(for: "Saved as \(sandbox.path("home/Downloads/plan.pdf"))".prefix(40).description)
            #expect(try String(contentsOfFile: sandbox.path("home/Downloads/plan.pdf"), encoding: .utf8) == "content")
            try terminal.press("s")
            try terminal.wait("a second name") { _ in
                FileManager.default.fileExists(atPath: sandbox.path("home/Downloads/plan (2).pdf"))
            }
            // A text goes into the collection; the connection's log is in the debug view.
            try terminal.press("G")
            try terminal.press("s")
            try terminal.escape()
            try terminal.say("/saved")
            try terminal.wait(for: "some text")
            try terminal.escape()
            try terminal.say("/debug")
            try terminal.wait(for: "counters and events")
            try terminal.press("End")
            try terminal.escape()
            try terminal.quit()
        }
    }
}
