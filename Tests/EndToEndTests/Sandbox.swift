import Foundation

/// A home of its own for one test: data, runtime folder and environment; its server is stopped at the end.
final class Sandbox {
    let root: URL

    /// Makes an empty home under the temporary folder; the path stays short, since Unix sockets need it.
    init() throws {
        root = FileManager.default.temporaryDirectory
            .appendingPathComponent("imc-\(UInt32.random(in: 0...UInt32.max))")
        for folder in ["home", "run"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    deinit {
        _ = try? imchat("server", "stop")
        try? FileManager.default.removeItem(at: root)
    }

    /// The environment of a user who lives here.
    var environment: [String: String] {
        [
            "HOME": root.appendingPathComponent("home").path,
            "XDG_RUNTIME_DIR": root.appendingPathComponent("run").path,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8", "USER": "alice", "LOGNAME": "alice",
        ]
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
    func imchat(_ arguments: String...) throws -> Subprocess.Result {
        try Subprocess.run(Self.binary, arguments, environment: environment)
    }
}
