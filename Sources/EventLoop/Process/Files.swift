internal import CPosix
internal import Glibc

/// Whole files: read within a bound, replaced at once. These calls block; small files only on the loop's thread.
public enum Files {
    /// Reads a file of at most `limit` bytes.
    public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = cposix_open(path, O_RDONLY | O_NOCTTY, 0)
        guard descriptor >= 0 else { throw failure("open", path, -descriptor) }
        defer { close(descriptor) }
        do {
            guard let bytes = try StandardStreams.readAll(descriptor, limit: limit) else {
                throw FileError.tooLarge(path: path, limit: limit)
            }
            return bytes
        } catch let error as SystemError {
            throw failure("read", path, error.code)
        } catch let error as FileError {
            throw error
        } catch {
            throw failure("read", path, EIO)
        }
    }

    /// Replaces a file as a whole: after a crash or on a full disk there is the old or the new content, never a part.
    /// The new file has the mode from its first moment and is on the disk when the call returns. Of a link the file that
    /// it leads to is replaced, and the link stays.
    public static func writeAtomically(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600) throws(FileError) {
        let path = Paths.resolved(path)
        let temporary = "\(path).\(getpid()).\(UUIDv4.make().prefix(8))"
        let descriptor = cposix_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure("create", temporary, -descriptor) }
        var code: Int32 = 0
        do throws(SystemError) {
            try StandardStreams.write(descriptor, bytes)
            // The process's umask may have narrowed the mode; it never widens it.
            if fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { code = errno }
        } catch {
            code = error.code
        }
        if close(descriptor) != 0 && code == 0 { code = errno }
        if code == 0 && rename(temporary, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw failure("write", path, code)
        }
        syncFolder(of: path)
    }

    /// Makes the new name itself last; some file systems refuse this, which is no error.
    private static func syncFolder(of path: String) {
        let folder = cposix_open(Paths.folder(of: path), O_RDONLY | O_DIRECTORY, 0)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    static func failure(_ operation: String, _ path: String, _ code: Int32) -> FileError {
        switch code {
        case ENOENT: .notFound(path: path)
        case ENOTDIR: .notAFolder(path: path)
        default: .system(SystemError(operation: operation, subject: path, code: code))
        }
    }
}
