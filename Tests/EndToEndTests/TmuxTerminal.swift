import Foundation
import Testing

/// A real terminal: a tmux server of its own, of a fixed size, whose screen is waited for and read.
final class TmuxTerminal {
    /// What went wrong, with the screen as it was.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let socket: String
    private(set) var width: Int
    private(set) var height: Int
    /// How long to wait for a text before the test fails, in milliseconds.
    static let patience = 20_000

    /// Starts a shell of its own in a terminal; `environment` is added to a clean one.
    init(width: Int = 80, height: Int = 24, sandbox: Sandbox, term: String = "tmux-256color") throws {
        self.width = width
        self.height = height
        socket = "imchat-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...UInt32.max))"
        // The shell keeps the pane alive after the program, so that what it left behind can be looked at.
        let configuration = sandbox.root.appendingPathComponent("tmux.conf")
        try """
        set -g default-terminal "\(term)"
        set -g status off
        set -g escape-time 0
        set -g remain-on-exit on
        set -g history-limit 2000
        set -g allow-passthrough on
        set -s set-clipboard on
        """.write(to: configuration, atomically: true, encoding: .utf8)
        var environment = sandbox.environment
        environment["PS1"] = "$ "
        let exports = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.quote($0.value))" }
        let shell = "exec env -i \(exports.joined(separator: " ")) TERM=\(term) /bin/sh"
        try run([
            "-f", configuration.path, "new-session", "-d", "-x", String(width), "-y", String(height), "-s", "main",
            shell,
        ])
        try wait(for: "$ ")
    }

    deinit { _ = try? run(["kill-server"]) }

    /// Types a command line into the shell and presses Enter.
    func command(_ line: String) throws {
        try type(line)
        try press("Enter")
    }

    /// Types text as keys.
    func type(_ text: String) throws { try run(["send-keys", "-t", "main", "-l", text]) }

    /// Presses keys by tmux's names.
    func press(_ keys: String...) throws { try run(["send-keys", "-t", "main"] + keys) }

    /// Pastes text through tmux, bracketed if the program asked for it.
    func paste(_ text: String) throws {
        try run(["set-buffer", "-b", "clip", text])
        try run(["paste-buffer", "-p", "-b", "clip", "-t", "main"])
    }

    /// Gives the window another size.
    func resize(width: Int, height: Int) throws {
        self.width = width
        self.height = height
        try run(["resize-window", "-t", "main", "-x", String(width), "-y", String(height)])
    }

    /// The screen as text.
    func screen() throws -> String { try run(["capture-pane", "-p", "-t", "main"]) }

    /// The screen's lines.
    func lines() throws -> [String] {
        try screen().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The cursor, column and row.
    func cursor() throws -> (x: Int, y: Int) {
        let text = try run(["display-message", "-p", "-t", "main", "#{cursor_x} #{cursor_y}"])
        let parts = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return parts.count == 2 ? (parts[0], parts[1]) : (-1, -1)
    }

    /// One of tmux's own facts about the pane, e.g. `alternate_on`.
    func fact(_ name: String) throws -> String {
        try run(["display-message", "-p", "-t", "main", "#{\(name)}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until the screen shows a text; fails with the screen when patience is over.
    @discardableResult
    func wait(for text: String, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try wait("'\(text)'" + (count > 1 ? " \(count) times" : "")) { screen in
            screen.components(separatedBy: text).count > count
        }
    }

    /// Waits until a text is gone from the screen.
    @discardableResult
    func waitGone(_ text: String) throws -> String { try wait("no '\(text)'") { !$0.contains(text) } }

    /// Waits until a condition on the screen holds.
    @discardableResult
    func wait(_ what: String, until condition: (String) throws -> Bool) throws -> String {
        let end = Date().addingTimeInterval(Double(Self.patience) / 1000)
        var last = ""
        repeat {
            last = try screen()
            if try condition(last) { return last }
            usleep(30_000)  // wait between two looks at the screen
        } while Date() < end
        throw Failure(description: "waited for \(what); the screen is:\n\(Self.framed(last))")
    }

    /// Runs tmux on the private socket.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let result = try Subprocess.run("tmux", ["-L", socket] + arguments)
        guard result.status == 0 else {
            throw Failure(description: "tmux \(arguments.first ?? "") failed: \(result.errors)")
        }
        return result.output
    }

    static func quote(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }

    static func framed(_ screen: String) -> String {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)" }.joined(separator: "\n")
    }
}
