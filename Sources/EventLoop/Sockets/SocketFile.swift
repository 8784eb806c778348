internal import Glibc

/// The file of a Unix socket that we bound: removed at the end only while it is still ours.
struct SocketFile {
    let path: String
    private let device: UInt64
    private let inode: UInt64

    init?(path: String) {
        guard let found = Self.status(path) else { return nil }
        self.path = path
        device = UInt64(found.st_dev)
        inode = UInt64(found.st_ino)
    }

    func removeIfOurs() {
        guard let found = Self.status(path), UInt64(found.st_dev) == device, UInt64(found.st_ino) == inode else {
            return
        }
        unlink(path)
    }

    static func isSocket(_ path: String) -> Bool {
        guard let found = status(path) else { return false }
        return found.st_mode & S_IFMT == S_IFSOCK
    }

    private static func status(_ path: String) -> stat? {
        var found = stat()
        return lstat(path, &found) == 0 ? found : nil
    }
}
