internal import Glibc

extension Files {
    /// Appends to a file, made with mode 0600; a file past `limit` bytes is moved to `path.1` first, so that a log and
    /// its predecessor together stay below twice the limit.
    public static func append(_ path: String, _ bytes: [UInt8], limit: Int) throws(FileError) {
        var facts = stat()
        if stat(path, &facts) == 0, Int(facts.st_size) > limit { _ = rename(path, path + ".1") }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(SystemError(operation: "open", subject: path, code: errno)) }
        defer { close(descriptor) }
        do throws(SystemError) {
            try StandardStreams.write(descriptor, bytes)
        } catch {
            throw .system(error)
        }
    }
}
