internal import CPosix
internal import Glibc

/// Runs a program that owns the terminal while it runs, as an editor does; the loop goes on meanwhile, so that
/// connections live. The caller has given the terminal back before, and reads nothing from it until the program ended.
///
/// The program stays in this process's group: a Ctrl-Z inside it stops both, and the shell continues both, as users
/// expect of one job. Keys that send signals reach this process too; the caller ignores SIGINT and SIGQUIT meanwhile.
public final class ForegroundProgram {
    /// The process's number.
    public let processID: Int32

    private let loop: EventLoop
    private var completion: ((ProcessResult.Ending) -> Void)?
    private var exit: Watch?
    private var childSignal: SignalWatch?

    /// Starts a program by its argument list, never through a shell; the completion comes from the loop, once.
    /// - Parameters:
    ///   - executable: a path, or a name to look for in `$PATH`.
    ///   - input: the terminal's descriptor for reading.
    ///   - output: the terminal's descriptor for writing, for errors too.
    public init(
        _ executable: String, _ arguments: [String], input: Int32 = 0, output: Int32 = 1, on loop: EventLoop,
        completion: @escaping (ProcessResult.Ending) -> Void
    ) throws(SystemError) {
        let started = ArgumentVector.with([executable] + arguments) { argv in
            ArgumentVector.with(ProcessEnvironment.variables) { envp in
                cposix_spawn(executable, argv, envp, input, output, output, 1)
            }
        }
        guard started > 0 else { throw SystemError(operation: "start", subject: executable, code: -started) }
        processID = started
        self.loop = loop
        self.completion = completion
        let handle = cposix_process_fd(started)
        if handle >= 0 {
            exit = loop.watch(handle, .readable) { [weak self] _ in self?.reap() }
        } else {
            childSignal = try? loop.watchSignal(SIGCHLD) { [weak self] in self?.reap() }
            loop.onNextTurn { [weak self] in self?.reap() }
        }
    }

    /// Asks the program to end (SIGTERM, and SIGCONT in case it is stopped); the completion still comes.
    public func terminate() {
        guard completion != nil else { return }
        kill(processID, SIGTERM)
        kill(processID, SIGCONT)
    }

    private func reap() {
        var status: Int32 = 0
        guard let completion else { return }
        let answer = cposix_reap(processID, &status)
        if answer == 0 { return }
        self.completion = nil
        if let exit {
            exit.cancel()
            close(exit.descriptor)
        }
        exit = nil
        childSignal?.cancel()
        childSignal = nil
        completion(status >= 256 ? .signalled(status - 256) : .exited(answer < 0 ? 255 : status))
    }
}
