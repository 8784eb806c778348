import Glibc
import TestSupport

/// A program on a pseudo terminal of its own, its controlling one, with every byte that it wrote.
final class PtyProgram {
    let terminal: PseudoTerminal
    let process: Int32
    /// Kept as long as the program may need it.
    private let sandbox: Sandbox
    /// Everything that was written so far.
    private(set) var output: [UInt8] = []
    /// What the terminal answers to a question found in the output.
    var answers: [(question: String, answer: String)] = []
    /// Whether the process outlives this object, which then only hangs up.
    var isKept = false
    private var answered = 0
    private var status: Int32?

    /// Starts a program of the sandbox as the leader of a session.
    init(
        _ arguments: [String], in sandbox: Sandbox, term: String? = "xterm-256color",
        environment changes: [String: String] = [:], width: Int = 92, height: Int = 24
    ) throws {
        guard let terminal = PseudoTerminal(width: width, height: height) else {
            throw TmuxTerminal.Failure(description: "no pseudo terminal")
        }
        self.terminal = terminal
        self.sandbox = sandbox
        var environment = sandbox.environment.merging(changes) { $1 }
        environment["TERM"] = term
        environment["PS1"] = "$ "
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        // The first terminal that the leader of a session opens is its own.
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, terminal.path, O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // The tests' threads block signals; a program of a terminal has none blocked. The last flag is
        // POSIX_SPAWN_SETSID, which does not reach Swift.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var path = arguments[0]
        if !path.hasPrefix("/") { path = sandbox.path("bin/\(path)") }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, &words, &settings)
        guard code == 0 else { throw Subprocess.Failure(program: path, code: code) }
        process = pid
    }

    deinit {
        if status == nil, !isKept {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    /// The output as text, from a position on.
    func text(from start: Int = 0) -> String { String(decoding: output[start...], as: UTF8.self) }

    /// Reads what is there, waiting so long for something; answers whether anything was.
    @discardableResult
    func pump(_ milliseconds: Int32 = 20) -> Bool {
        let bytes = terminal.writtenBytes(waiting: milliseconds)
        output += bytes
        if !answers.isEmpty {
            let new = text(from: answered)
            for (question, answer) in answers where new.contains(question) {
                terminal.type(answer)
                answered = output.count
            }
        }
        return !bytes.isEmpty
    }

    /// Types keys, reading meanwhile.
    func type(_ text: String) {
        terminal.type(text)
        pump(0)
    }

    /// Types bytes, reading meanwhile: a terminal takes only so many that nobody has read.
    func type(_ bytes: [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 512) {
            terminal.type(Array(bytes[start..<min(start + 512, bytes.count)]))
            pump(1)
        }
    }

    /// Waits until a text is written from now on. What a screen shows already is painted again on Ctrl-L.
    func wait(for wanted: String, repainting: Bool = true, from start: Int? = nil) throws {
        let start = start ?? output.count
        var rounds = 0
        try wait("'\(wanted)'") {
            rounds += 1
            if repainting, rounds % 20 == 0 { type("\u{0C}") }
            return text(from: start).contains(wanted)
        }
    }

    /// Waits until a condition holds.
    func wait(_ what: String, milliseconds: Int = TmuxTerminal.patience, until condition: () -> Bool) throws {
        let start = Self.now
        while !condition() {
            guard Self.now - start < milliseconds else {
                let last = String(decoding: output.suffix(1500), as: UTF8.self)
                throw TmuxTerminal.Failure(description: "waited for \(what); last written: \(last.debugDescription)")
            }
            pump()
        }
    }

    /// Waits until nothing was written for a while.
    func settle(_ milliseconds: Int32 = 150) {
        while pump(milliseconds) {}
    }

    /// Waits for the end; the exit code, or 128 and the signal.
    @discardableResult
    func end() throws -> Int32 {
        var status: Int32 = 0
        try wait("the end of the program") { waitpid(process, &status, WNOHANG) == process }
        self.status = status
        pump(50)
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Milliseconds of a clock that only goes on.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}
