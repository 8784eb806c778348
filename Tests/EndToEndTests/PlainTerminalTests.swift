import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Terminals that can only print lines, and those that nobody knows.
    @Suite struct PlainTerminalTests {
        @Test func aDumbTerminalIsEnoughToChat() throws {
            let sandbox = try Sandbox()
            let program = try PtyProgram(["imchat"], in: sandbox, term: "dumb")
            let before = program.terminal.modes
            func enter(_ line: String, _ answer: String) throws {
                let start = program.output.count
                program.type(line + "\n")
                try program.wait(for: answer, repainting: false, from: start)
            }
            try program.wait(for: "-- online as alice", repainting: false, from: 0)
            try program.wait(for: "Want company?", repainting: false, from: 0)
            #expect(program.terminal.modes == before, "the driver edits the line")
            try enter("/go echo", "echo> ")
            try enter("said to the echo", " echo: said to the echo")
            try enter("/go", "  design crew")
            try enter("/qut", "(y/n) ")
            try enter("n", "echo> ")
            try enter("one\ntwo\n/quit", "(y/n) ")
            try enter("y", "/quit\r\necho> ")
            try program.wait(for: "      /quit", repainting: false, from: 0)
            try enter("/search said", "(number, or Enter for none) ")
            try enter("", "echo> ")
            // Somebody else writes, with things that must not reach a terminal.
            let evil = "look\u{1B}]0;owned\u{7}\u{1B}[2J\n-- offline"
            #expect(try sandbox.imchat("send", "--as", "bob", "peer:alice", evil).status == 0)
            try program.wait(for: "-- bob: 1 unread: look", repainting: false, from: 0)
            try enter("/go bob", "      -- offline")
            program.type("\u{04}")
            #expect(try program.end() == 0)
            #expect(program.terminal.modes == before)
            #expect(!program.output.contains(0x1B) && !program.output.contains(0x07), "text and nothing else")
        }

        /// What is typed right before the end goes out; an answer leaves no prompt behind, and none stands at the end twice.
        @Test func theLastLineIsSentAndOnePromptStands() throws {
            let sandbox = try Sandbox()
            let program = try PtyProgram(["imchat"], in: sandbox, term: "dumb")
            try program.wait(for: "guide> ", repainting: false, from: 0)
            program.type("/go echo\n")
            try program.wait(for: "echo> ", repainting: false, from: 0)
            let start = program.output.count
            program.type("the first\n")
            try program.wait(for: " echo: the first\r\necho> ", repainting: false, from: start)
            #expect(program.text(from: start).components(separatedBy: "echo> ").count == 2)
            program.type("the last one\n\u{04}")
            #expect(try program.end() == 0)
            #expect(program.text(from: start).components(separatedBy: "echo> ").count == 2)
            #expect(try sandbox.imchat("search", "last").output.contains("the last one"))
        }

        @Test(arguments: [("TERM=unknown-thing", "TERM=unknown-thing"), ("TERM=", "TERM is not set")])
        func whatNobodyKnowsGetsLines(_ term: String, _ reason: String) throws {
            let terminal = try TmuxTerminal(width: 100, sandbox: try Sandbox())
            try terminal.command("clear; \(term) imchat; echo exit=$?")
            try terminal.wait(for: "online as alice")
            try terminal.wait(for: reason)
            #expect(try terminal.fact("alternate_on") == "0")
            try terminal.wait(for: "guide>")
            try terminal.command("/quit")
            try terminal.wait(for: "exit=0")
        }

        /// Suspended by the driver's key, ended by its other one.
        @Test func theDriversKeysWork() throws {
            let sandbox = try Sandbox()
            let program = try PtyProgram(["/bin/sh", "-i"], in: sandbox, term: "dumb")
            try program.wait(for: "$ ", repainting: false, from: 0)
            program.type("imchat\n")
            try program.wait(for: "guide> ", repainting: false)
            program.settle()
            var start = program.output.count
            program.type("\u{1A}")
            try program.wait(for: "$ ", repainting: false, from: start)
            start = program.output.count
            #expect(try sandbox.imchat("send", "--as", "bob", "peer:alice", "while it sleeps").status == 0)
            // Also in the background it must keep quiet.
            program.type("bg\n")
            program.settle(400)
            #expect(!program.text(from: start).contains("bob"))
            program.type("fg\n")
            try program.wait(for: "-- bob: 1 unread: while it sleeps", repainting: false, from: start)
            let client = try #require(Processes.children(of: program.process).last)
            start = program.output.count
            program.type("\u{03}")
            try program.wait(for: "$ ", repainting: false, from: start)
            #expect(!Processes.isAlive(client))
        }
    }
}
