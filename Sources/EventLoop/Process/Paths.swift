internal import Glibc

/// Names of files and folders.
public enum Paths {
    /// The names in a folder, sorted, without `.` and `..`; none where it cannot be read.
    public static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a folder and those above it that are missing, each with the mode (default: for its owner only). A folder
    /// that is there already is left as it is.
    public static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
        if mkdir(path, mode) == 0 { return }
        var code = errno
        if code == ENOENT {
            let above = folder(of: path)
            guard above != path, above != "." else { throw Files.failure("make folder", path, code) }
            try makeFolder(above, mode: mode)
            if mkdir(path, mode) == 0 { return }
            code = errno
        }
        if code == EEXIST || code == EROFS || code == EACCES, isFolder(path) { return }
        throw code == EEXIST ? .notAFolder(path: path) : Files.failure("make folder", path, code)
    }

    /// Whether something is there, a dangling link included.
    public static func exists(_ path: String) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0
    }

    /// Where a link leads to; the path itself if it is none, or leads nowhere.
    public static func resolved(_ path: String) -> String {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) else {
            return path
        }
        defer { free(target) }
        return String(cString: target)
    }

    /// Whether something is there that is no file and no folder: a device, a pipe, a socket, or a link to one.
    public static func isSpecial(_ path: String) -> Bool {
        var found = stat()
        guard stat(path, &found) == 0 else { return false }
        return found.st_mode & S_IFMT != S_IFREG && found.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether it is a folder, or a link to one.
    public static func isFolder(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    /// The user that owns it, and its permission bits; `nil` if it is not there. Links are not followed.
    public static func ownerAndMode(_ path: String) -> (userID: UInt32, mode: UInt32)? {
        var found = stat()
        return lstat(path, &found) == 0 ? (found.st_uid, found.st_mode & 0o7777) : nil
    }

    /// The folder part of a path: "/a" of "/a/b", "/" of "/a", "." of "a".
    public static func folder(of path: String) -> String {
        var bytes = Array(path.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        bytes.removeSubrange(slash...)
        while let last = bytes.last, last == UInt8(ascii: "/") { bytes.removeLast() }
        return bytes.isEmpty ? "/" : String(decoding: bytes, as: UTF8.self)
    }

    /// Two parts with one separator between them; an absolute second part stands alone.
    public static func join(_ first: String, _ second: String) -> String {
        if second.utf8.first == UInt8(ascii: "/") || first.isEmpty { return second }
        return first.utf8.last == UInt8(ascii: "/") ? first + second : first + "/" + second
    }

    /// Removes a file; not being there is no error.
    public static func remove(_ path: String) throws(FileError) {
        if unlink(path) != 0, errno != ENOENT { throw Files.failure("remove", path, errno) }
    }
}
