import Glibc

/// The file side of a database: folders, modes, renames.
package enum DatabaseFile {
    /// Makes the missing folders (mode 0700) and the file (mode 0600); SQLite gives its side files the mode of the file.
    ///
    /// Failures are left for SQLite to report at the open that follows.
    package static func prepare(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for count in 1..<max(1, parts.count) {
            let folder = parts[..<count].joined(separator: "/")
            if !folder.isEmpty { mkdir(folder, 0o700) }
        }
        // Only ever a new file: closing a descriptor of a file in use would drop the locks of other connections.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Moves a file over another and makes the move durable; false if the system refused.
    package static func replace(_ path: String, with other: String) -> Bool {
        let descriptor = open(other, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let synced = fsync(descriptor) == 0
        close(descriptor)
        guard synced, rename(other, path) == 0 else { return false }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
        return true
    }

    /// Whether there is a file.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Removes a file; quiet if there is none.
    package static func remove(_ path: String) { unlink(path) }
}
