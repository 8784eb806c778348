import Glibc

/// Runs a program to its end and collects what it said.
///
/// Made with `posix_spawn` and `waitpid`: what a program leaves running behind it (a tmux server, a chat server) must hold
/// up nobody, and must inherit nothing.
enum Subprocess {
    /// What came of it.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Why a program could not be run.
    struct Failure: Error {
        let program: String
        let code: Int32
    }

    /// Runs a program found on the PATH (or by its path) with an argument list.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil
    ) throws -> Result {
        let output = try temporaryFile()
        let errors = try temporaryFile()
        defer {
            close(output)
            close(errors)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        // The tests' threads block signals. What is started must not: a tmux server could not be told to end.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        for descriptor in Int32(3)..<256 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = (environment ?? inherited).map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, program, &actions, &attributes, &words, &settings)
        guard code == 0 else { throw Failure(program: program, code: code) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Result(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: contents(output),
            errors: contents(errors))
    }

    private static var inherited: [String: String] {
        var all: [String: String] = [:]
        for name in ["PATH", "HOME", "LC_ALL", "LANG", "TMPDIR"] {
            if let value = getenv(name) { all[name] = String(cString: value) }
        }
        if all["LC_ALL"] == nil { all["LC_ALL"] = "C.UTF-8" }
        return all
    }

    /// A file without a name: what a program writes there can be read when it has ended, however much it is.
    private static func temporaryFile() throws -> Int32 {
        var name = Array("/tmp/imchat-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        unlink(name)
        guard descriptor >= 0 else { throw Failure(program: "a temporary file", code: errno) }
        return descriptor
    }

    private static func contents(_ descriptor: Int32) -> String {
        lseek(descriptor, 0, SEEK_SET)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer[..<count]
        }
    }
}
