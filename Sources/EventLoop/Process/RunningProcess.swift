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

extension RunningProcess {
    /// Whether somebody is there who continues this process after a stop: a shell with job control. A program that a
    /// terminal multiplexer or a login started has nobody, and would stay stopped for ever.
    public static var canBeContinued: Bool {
        let parent = getppid()
        return parent > 1 && getsid(parent) == getsid(0) && getpgid(parent) != getpgrp()
    }
}
