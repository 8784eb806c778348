internal import CPosix

/// Starts programs that outlive this one.
public enum DetachedProcess {
    /// Starts a program without terminal, session and parent: input from nothing, output appended to the log (made
    /// with mode 0600; nowhere if `nil`), every other descriptor closed, signals at their defaults.
    ///
    /// Answers the process number once the program really runs; a program that cannot be started is an error here.
    /// - Parameters:
    ///   - executable: its path; no search.
    ///   - arguments: without the program's own name.
    ///   - folder: where it runs; `nil` is the present one.
    @discardableResult
    public static func spawn(
        executable: String, arguments: [String], logPath: String?, folder: String? = "/"
    ) throws(SystemError) -> Int32 {
        let answer = ArgumentVector.with([executable] + arguments) { argv in
            ArgumentVector.with(ProcessEnvironment.variables) { envp in
                cposix_spawn_detached(executable, argv, envp, logPath ?? "", folder ?? "")
            }
        }
        guard answer > 0 else { throw SystemError(operation: "start", subject: executable, code: -answer) }
        return answer
    }
}
