import Foundation
import Testing

extension EndToEnd {
    /// The example of a program on the libraries, built as another program would be, on a real terminal.
    @Suite struct ExampleTests {
        private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardizedFileURL

        /// Builds the example beside our own products; what is built already is not built again.
        private static func build() throws -> String {
            let scratch = root.appendingPathComponent(".build/examples/Poll").path
            let arguments = [
                "build", "--package-path", root.appendingPathComponent("Examples/Poll").path, "--scratch-path", scratch,
            ]
            var result = try Subprocess.run("swift", arguments)
            // The package manager can stumble over modules that have changed since the folder was last used.
            if result.status != 0 {
                try? FileManager.default.removeItem(atPath: scratch)
                result = try Subprocess.run("swift", arguments)
            }
            guard result.status == 0 else { throw TmuxTerminal.Failure(description: result.output + result.errors) }
            return scratch + "/debug/Poll"
        }

        @Test func thePollIsSixtyLines() throws {
            let source = Self.root.appendingPathComponent("Examples/Poll/Sources/Poll/main.swift")
            let lines = try String(contentsOf: source, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 61)
            #expect(lines.allSatisfy { $0.count <= 120 })
        }

        @Test func thePollIsShownVotedOnOnceAndLeft() throws {
            let program = try Self.build()
            let sandbox = try Sandbox()
            let terminal = try TmuxTerminal(width: 50, height: 10, sandbox: sandbox)
            try terminal.command(TmuxTerminal.quote(program))
            try terminal.wait(for: "Lunch?")
            let first = try terminal.wait(for: "1 or 2 votes, q leaves")
            for words in ["Ann", "1 Noodles: 2", "2 Rice: 1"] { #expect(first.contains(words), "\(first)") }

            // The preparation takes its time and tells how far it is; only then the vote counts.
            try terminal.type("1")
            let uploading = try terminal.wait("progress") { $0.contains("0 %") }
            #expect(uploading.contains("1 Noodles: 2"))
            try terminal.wait(for: "1 Noodles: 3")

            // The precheck refuses the second vote.
            try terminal.type("2")
            let refused = try terminal.wait(for: "You have voted already.")
            #expect(refused.contains("2 Rice: 1"))

            try terminal.type("q")
            try terminal.wait(for: "$ ")
            #expect(try terminal.fact("alternate_on") == "0")
        }
    }
}
