internal import Glibc

/// Other processes of this user.
public enum RunningProcess {
    /// Asks a process to end (SIGTERM); `false` where there is none or it is somebody else's.
    @discardableResult
    public static func terminate(_ processID: Int32) -> Bool { processID > 1 && kill(processID, SIGTERM) == 0 }

    /// Whether there is such a process.
    public static func exists(_ processID: Int32) -> Bool {
        processID > 1 && (kill(processID, 0) == 0 || errno == EPERM)
    }

    /// Stops this process as Ctrl-Z would, until somebody continues it.
    public static func stopSelf() { _ = kill(getpid(), SIGSTOP) }
}
