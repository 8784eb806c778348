import Foundation
import Glibc
import Testing

/// A real terminal: a tmux server of its own, of a fixed size, whose screen is waited for and read.
final class TmuxTerminal {
    /// What went wrong, with the screen as it was.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let socket: String
    let sandbox: Sandbox
    private(set) var width: Int
    private(set) var height: Int
    /// How long to wait for a text before the test fails, in milliseconds.
    static let patience = 20_000

    /// Starts a shell of its own in a terminal, with the environment of the sandbox alone.
    init(width: Int = 92, height: Int = 24, sandbox: Sandbox, term: String = "tmux-256color") throws {
        self.width = width
        self.height = height
        self.sandbox = sandbox
        socket = "imchat-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...UInt32.max))"
        // The shell keeps the pane alive after the program, so that what it left behind can be looked at.
        let configuration = try sandbox.write(
            """
            set -g default-terminal "tmux-256color"
            set -g status off
            set -g escape-time 0
            set -g remain-on-exit on
            set -g history-limit 2000
            set -g allow-passthrough on
            set -s set-clipboard on
            """, to: "tmux.conf")
        var environment = sandbox.environment
        environment["PS1"] = "$ "
        let exports = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.quote($0.value))" }
        let shell = "exec env -i \(exports.joined(separator: " ")) TERM=\(term) /bin/sh"
        try run([
            "-f", configuration, "new-session", "-d", "-x", String(width), "-y", String(height), "-s", "main", shell,
        ])
        try wait(for: "$")
    }

    deinit { _ = try? run(["kill-server"]) }

    /// Types a command line into the shell and presses Enter.
    func command(_ line: String) throws {
        try type(line)
        try press("Enter")
    }

    /// Starts the program and waits until it is online.
    func chat(as name: String = "alice", options: String = "") throws {
        try command("clear; imchat\(name == "alice" ? "" : " --as \(name)") \(options); echo exit=$?")
        try wait(for: "online as \(name)")
    }

    /// Quits the program and waits for the shell.
    func quit(exit code: Int = 0) throws {
        try press("C-q")
        try wait(for: "exit=\(code)")
    }

    /// Makes the shell usable after a program that was killed and could give nothing back.
    func reset() throws {
        try wait(for: "exit=137")
        try press("C-j")  // what the program had not yet read is now the shell's
        try type("stty sane; printf '\\033[?1049l\\033[?2004l\\033[?1004l\\033[0m\\033[?25h'; clear; echo re''set")
        try press("C-j")  // the driver is still raw and makes no line end of Enter
        try wait(for: "reset")
    }

    /// Opens a session by name or address and waits until its name stands at the top.
    func go(_ address: String, title: String? = nil) throws {
        try say("/go \(address)", shown: title.map { _ in "/go " })
        try waitTitle(title ?? address)
    }

    /// Waits until the session's name stands in the line at the top.
    func waitTitle(_ title: String) throws {
        try wait("the title '\(title)'") { screen in
            (screen.split(separator: "\n", omittingEmptySubsequences: false).first ?? "")
                .split(separator: "│").last?.contains(title) ?? false
        }
    }

    /// Types a line into the composer, waits until it (or what is `shown` of it) is there, and presses Enter.
    func say(_ text: String, shown: String? = nil) throws {
        try type(text)
        try wait(for: shown ?? String(text.prefix(24)))
        try press("Enter")
    }

    /// Types text as keys.
    func type(_ text: String) throws { try run(["send-keys", "-t", "main", "-l", "--", text]) }

    /// Presses keys by tmux's names.
    func press(_ keys: String...) throws { try run(["send-keys", "-t", "main"] + keys) }

    /// Presses Esc, and lets it be a key of its own: with the next one right behind it, it would be Alt.
    func escape() throws {
        try press("Escape")
        usleep(80_000)  // longer than the program waits for the rest of a sequence
    }

    /// Pastes text through tmux, bracketed if the program asked for it.
    func paste(_ text: String) throws {
        try run(["set-buffer", "-b", "clip", "--", text])
        try run(["paste-buffer", "-p", "-r", "-b", "clip", "-t", "main"])
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
        let parts = try fact("cursor_x} #{cursor_y").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return parts.count == 2 ? (parts[0], parts[1]) : (-1, -1)
    }

    /// One of tmux's own facts about the pane, e.g. `alternate_on`.
    func fact(_ name: String) throws -> String {
        try run(["display-message", "-p", "-t", "main", "#{\(name)}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The program in the foreground: the child of the terminal's shell.
    func process() throws -> Int32 {
        guard let shell = Int32(try fact("pane_pid")), let child = Processes.children(of: shell).last else {
            throw Failure(description: "no program runs; the screen is:\n\(Self.framed(try screen()))")
        }
        return child
    }

    /// Sends a signal to the program in the foreground.
    func signal(_ number: Int32) throws { kill(try process(), number) }

    /// Waits until the screen shows a text; fails with the screen when patience is over.
    @discardableResult
    func wait(for text: String, count: Int = 1) throws -> String {
        try wait("'\(text)'" + (count > 1 ? " \(count) times" : "")) { Self.count(text, in: $0) >= count }
    }

    /// Waits until a text is gone from the screen.
    @discardableResult
    func waitGone(_ text: String) throws -> String { try wait("no '\(text)'") { !$0.contains(text) } }

    /// Waits until one line of the screen holds all of some texts.
    @discardableResult
    func waitLine(_ texts: String...) throws -> String {
        try wait("a line with \(texts)") { screen in
            screen.split(separator: "\n").contains { line in texts.allSatisfy { line.contains($0) } }
        }
    }

    /// Waits until a condition on the screen holds.
    @discardableResult
    func wait(
        _ what: String, patience: Int = TmuxTerminal.patience, until condition: (String) throws -> Bool
    ) throws -> String {
        let end = Date().addingTimeInterval(Double(patience) / 1000)
        var last = ""
        repeat {
            last = try screen()
            if try condition(last) { return last }
            usleep(30_000)  // between two looks at the screen
        } while Date() < end
        throw Failure(description: "waited for \(what); the screen is:\n\(Self.framed(last))")
    }

    /// Waits until the screen is the same in two looks 200 ms apart, and gives it.
    func settled() throws -> String {
        var last = try screen()
        var since = Date()
        return try wait("a screen that rests") { screen in
            if screen != last {
                last = screen
                since = Date()
            }
            return Date().timeIntervalSince(since) > 0.2
        }
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

    /// How often a text occurs in another.
    static func count(_ text: String, in screen: String) -> Int { screen.components(separatedBy: text).count - 1 }

    static func framed(_ screen: String) -> String {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)" }.joined(separator: "\n")
    }
}
