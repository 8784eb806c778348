internal import CPosix
internal import Glibc

/// An exclusive lock on a file, held until `release()` or the end of the process, even a violent one. A lock belongs
/// to this value: another one in the same process is refused as well.
public final class FileLock {
    /// The locked file; it stays where it is afterwards, since removing it would let two processes hold "the" lock.
    public let path: String
    private var descriptor: Int32

    /// Takes the lock without waiting; `FileError.locked` if somebody has it. Makes the file with mode 0600.
    public init(path: String) throws(FileError) {
        let descriptor = cposix_open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Files.failure("open", path, -descriptor) }
        let code = -cposix_lock(descriptor)
        guard code == 0 else {
            close(descriptor)
            if code == EWOULDBLOCK { throw .locked(path: path) }
            throw Files.failure("lock", path, code)
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { release() }

    /// Gives the lock back.
    public func release() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }
}
