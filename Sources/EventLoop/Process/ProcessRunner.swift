internal import CPosix
internal import Glibc

/// Runs another program beside the loop: an argument list (never a shell), bytes in, bytes out, told when it has
/// ended. Keep it; one that is let go of kills the program.
public final class ProcessRunner {
    /// What to run.
    public struct Command: Sendable, Hashable {
        /// A path, or a name to look for in `$PATH`.
        public var executable: String
        /// Without the program's own name.
        public var arguments: [String]
        /// `NAME=value`; `nil` passes ours on.
        public var environment: [String]?
        /// What it reads; its input ends after it.
        public var input: [UInt8]
        /// Bytes kept of each output; a program that writes more is killed.
        public var outputLimit: Int
        /// Milliseconds until it is killed; `nil` is never.
        public var timeout: Int64?

        /// Describes a command.
        public init(
            _ executable: String, _ arguments: [String] = [], environment: [String]? = nil, input: [UInt8] = [],
            outputLimit: Int = 1_048_576, timeout: Int64? = nil
        ) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
            self.input = input
            self.outputLimit = outputLimit
            self.timeout = timeout
        }
    }

    /// The process's number.
    public let processID: Int32

    private let loop: EventLoop
    private let command: Command
    private let completion: (ProcessResult) -> Void
    private var result = ProcessResult(ending: .exited(0), output: [], errorOutput: [], wasKilled: false)
    private var written = 0
    private var input: Watch?
    private var output: Watch?
    private var errorOutput: Watch?
    private var exit: Watch?
    private var childSignal: SignalWatch?
    private var timer: TimerID?
    private var hasEnded = false
    private var isDone = false

    /// Starts the command; the completion comes from the loop, once, when the program has ended and its output is
    /// complete. Throws if it cannot be started (not found, not executable).
    public init(
        _ command: Command, on loop: EventLoop, completion: @escaping (ProcessResult) -> Void
    ) throws(SystemError) {
        let pipes = try Pipes()
        let started = ArgumentVector.with([command.executable] + command.arguments) { argv in
            ArgumentVector.with(command.environment ?? ProcessEnvironment.variables) { envp in
                cposix_spawn(
                    command.executable, argv, envp, pipes.input.read, pipes.output.write, pipes.error.write, 1)
            }
        }
        pipes.closeChildEnds()
        guard started > 0 else {
            pipes.closeOurEnds()
            throw SystemError(operation: "start", subject: command.executable, code: -started)
        }
        processID = started
        self.loop = loop
        self.command = command
        self.completion = completion
        watch(pipes)
    }

    deinit {
        guard !isDone else { return }
        closeAll()
        if !hasEnded {
            Glibc.kill(processID, SIGKILL)
            // Killed, so this wait is short; without it a zombie stays.
            var status: Int32 = 0
            waitpid(processID, &status, 0)
        }
    }

    /// Kills the program; the completion still comes.
    public func kill() {
        guard !hasEnded else { return }
        result.wasKilled = true
        Glibc.kill(processID, SIGKILL)
    }

    private func watch(_ pipes: Pipes) {
        for descriptor in [pipes.input.write, pipes.output.read, pipes.error.read] {
            _ = cposix_set_nonblocking(descriptor, 1)
        }
        if command.input.isEmpty {
            close(pipes.input.write)
        } else {
            input = loop.watch(pipes.input.write, .writable) { [weak self] _ in self?.feed() }
        }
        output = loop.watch(pipes.output.read, .readable) { [weak self] _ in self?.collectOutput() }
        errorOutput = loop.watch(pipes.error.read, .readable) { [weak self] _ in self?.collectErrorOutput() }
        let handle = cposix_process_fd(processID)
        if handle >= 0 {
            exit = loop.watch(handle, .readable) { [weak self] _ in self?.reap() }
        } else {
            // Kernels without process descriptors: any child's end makes us look after our own.
            childSignal = try? loop.watchSignal(SIGCHLD) { [weak self] in self?.reap() }
            loop.onNextTurn { [weak self] in self?.reap() }
        }
        if let timeout = command.timeout {
            timer = loop.schedule(after: timeout) { [weak self] in self?.kill() }
        }
    }

    private func feed() {
        guard let input else { return }
        let count = command.input.withUnsafeBytes { bytes in
            cposix_write(input.descriptor, bytes.baseAddress?.advanced(by: written), UInt64(bytes.count - written))
        }
        if count > 0 { written += Int(count) }
        // A program may end, or close its input, before it has read all: that is its own affair.
        if written == command.input.count || (count < 0 && Int32(-count) != EAGAIN) {
            Self.end(input)
            self.input = nil
        }
    }

    private func collectOutput() {
        if !collect(output, \.output) {
            Self.end(output)
            output = nil
            finishIfComplete()
        }
    }

    private func collectErrorOutput() {
        if !collect(errorOutput, \.errorOutput) {
            Self.end(errorOutput)
            errorOutput = nil
            finishIfComplete()
        }
    }

    /// Reads once; `false` at the end.
    private func collect(_ watch: Watch?, _ bytes: WritableKeyPath<ProcessResult, [UInt8]>) -> Bool {
        guard let watch else { return false }
        let count = cposix_read(watch.descriptor, loop.scratch.baseAddress, UInt64(loop.scratch.count))
        guard count > 0 else { return count < 0 && Int32(-count) == EAGAIN }
        let room = command.outputLimit - result[keyPath: bytes].count
        result[keyPath: bytes] += loop.scratch[..<min(room, Int(count))]
        if Int(count) > room { kill() }
        return true
    }

    private func reap() {
        var status: Int32 = 0
        guard !hasEnded else { return }
        let answer = cposix_reap(processID, &status)
        if answer == 0 { return }
        hasEnded = true
        result.ending = status >= 256 ? .signalled(status - 256) : .exited(answer < 0 ? 255 : status)
        Self.end(exit)
        exit = nil
        childSignal?.cancel()
        childSignal = nil
        // A grandchild may hold the outputs open for ever; what is there now is what the program said.
        drain(&output, \.output)
        drain(&errorOutput, \.errorOutput)
        finishIfComplete()
    }

    private func drain(_ watch: inout Watch?, _ bytes: WritableKeyPath<ProcessResult, [UInt8]>) {
        guard let last = watch else { return }
        var before = -1
        while result[keyPath: bytes].count > before {
            before = result[keyPath: bytes].count
            if !collect(last, bytes) { break }
        }
        Self.end(last)
        watch = nil
    }

    private func finishIfComplete() {
        guard hasEnded, output == nil, errorOutput == nil, !isDone else { return }
        isDone = true
        closeAll()
        completion(result)
    }

    private func closeAll() {
        if let timer { loop.cancel(timer) }
        for watch in [input, output, errorOutput, exit] { Self.end(watch) }
        input = nil
        output = nil
        errorOutput = nil
        exit = nil
        childSignal?.cancel()
    }

    private static func end(_ watch: Watch?) {
        guard let watch else { return }
        watch.cancel()
        close(watch.descriptor)
    }
}
