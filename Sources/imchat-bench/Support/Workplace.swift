import EventLoop
import Glibc

/// A folder for the files of one run; it goes with its owner.
final class Workplace {
    let path: String

    init() throws {
        let parent = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
        path = Paths.join(parent, "imchat-bench-\(getpid())")
        try Paths.makeFolder(path)
    }

    deinit { try? Workplace.run("rm", ["-rf", path]) }

    /// A name inside.
    func file(_ name: String) -> String { Paths.join(path, name) }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) throws {
        let loop = EventLoop()
        var result: ProcessResult?
        let runner = try ProcessRunner(.init(program, arguments), on: loop) { result = $0 }
        loop.run(atMost: 60_000) { result != nil }
        withExtendedLifetime(runner) {}
        guard case .exited(0)? = result?.ending else { throw BenchError("\(program) failed") }
    }

    /// Bytes of a file.
    static func size(_ path: String) throws -> Int {
        var found = stat()
        guard stat(path, &found) == 0 else { throw BenchError("\(path) is not there") }
        return Int(found.st_size)
    }
}
