public import Glibc

/// What tests ask of files and do with them.
public enum FileFacts {
    /// The permission bits of a file; 0 where there is none.
    public static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// The bytes of a file; 0 where there is none.
    public static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Copies the bytes that a file has now, as a crash would leave them.
    public static func copy(_ from: String, to: String) {
        let source = open(from, O_RDONLY)
        let target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0, write(target, buffer, count) == count else { break }
        }
        close(source)
        close(target)
    }
}
