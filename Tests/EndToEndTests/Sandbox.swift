import Database
import Foundation

/// A home of its own for one test: data, runtime folder and environment; its server is stopped at the end.
final class Sandbox {
    let root: URL
    /// What is added to the environment, or taken out of it (`nil`).
    var changes: [String: String?] = [:]

    /// Makes an empty home under the temporary folder; the path stays short, since Unix sockets need it.
    ///
    /// - Parameter isWelcomed: whether the page of the first start is left out.
    init(isWelcomed: Bool = true) throws {
        root = FileManager.default.temporaryDirectory
            .appendingPathComponent("imc-\(UInt32.random(in: 0...UInt32.max))")
        for folder in ["home", "run", "bin"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("bin/imchat"), withDestinationURL: URL(fileURLWithPath: Self.binary))
        if isWelcomed {
            let folder = root.appendingPathComponent("home/.config/imchat")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try "{ skipWelcome: true }".write(
                to: folder.appendingPathComponent("config.json5"), atomically: true, encoding: .utf8)
        }
    }

    deinit {
        _ = try? imchat("server", "stop")
        try? FileManager.default.removeItem(at: root)
    }

    /// The environment of a user who lives here and has the program on the PATH.
    var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        var all = [
            "HOME": self.path("home"), "XDG_RUNTIME_DIR": self.path("run"), "PATH": "\(self.path("bin")):\(path)",
            "LC_ALL": "C.UTF-8", "USER": "alice", "LOGNAME": "alice", "SWIFT_BACKTRACE": "enable=no",
        ]
        for (name, value) in changes { all[name] = value }
        return all
    }

    /// A path below the sandbox.
    func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }

    /// Where the messages and the server's data are.
    var data: String { path("home/.local/share/imchat") }

    /// The server's log.
    var serverLog: String { path("home/.local/state/imchat/server.log") }

    /// The sockets of the server, by the ends of their names.
    func socket(_ ending: String) throws -> String {
        let folder = path("run/imchat")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let name = names.first(where: { $0.hasSuffix(ending) }) else {
            throw TmuxTerminal.Failure(description: "no socket *\(ending) in \(folder): \(names)")
        }
        return "\(folder)/\(name)"
    }

    /// Writes a file and tells its path.
    func write(_ text: String, to relative: String) throws -> String {
        try text.write(toFile: path(relative), atomically: true, encoding: .utf8)
        return path(relative)
    }

    /// The program under test, built beside the tests.
    static var binary: String {
        if let given = ProcessInfo.processInfo.environment["IMCHAT_BINARY"] { return given }
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for candidate in [folder, folder.deletingLastPathComponent()] {
            let path = candidate.appendingPathComponent("imchat").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../.build/debug/imchat").standardizedFileURL.path
    }

    /// Runs a command of the program to its end.
    @discardableResult
    func imchat(_ arguments: String...) throws -> Subprocess.Result {
        try Subprocess.run(Self.binary, arguments, environment: environment)
    }

    /// A number that alice's message file answers: what is on the disk, for a test that is about to kill her client.
    func stored(_ sql: String) throws -> Int64? {
        let path = try imchat("store", "path").output.trimmingCharacters(in: .whitespacesAndNewlines)
        let file = try DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
        return try file.first(sql) { $0.int64(0) }
    }

    /// The process of the running server, as `imchat server status` tells it.
    func serverProcess() throws -> Int32 {
        let status = try imchat("server", "status").output
        let line = status.split(separator: "\n").first { $0.contains("process") } ?? ""
        guard let number = line.split(whereSeparator: { !$0.isNumber }).first, let pid = Int32(number) else {
            throw TmuxTerminal.Failure(description: "no process in the server's status: \(status)")
        }
        return pid
    }
}
