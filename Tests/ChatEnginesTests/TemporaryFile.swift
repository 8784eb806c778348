import Glibc

/// A path for a database that goes away with the value; in memory where the system has such a folder.
final class TemporaryFile {
    let path: String

    init() {
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        path = "\(folder)/imchat-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).db"
    }

    deinit { for suffix in ["", "-wal", "-shm", "-journal", ".is-open"] { unlink(path + suffix) } }
}
