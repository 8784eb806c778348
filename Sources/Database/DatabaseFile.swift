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

extension DatabaseFile {
    /// Gives a database and its log another, dated name, so that nothing that may be in them is lost; answers the name.
    /// `nil` if the system refused.
    package static func setAside(_ path: String) -> String? {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))"
        let base = "\(path).damaged-\(date)-\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))"
        var target = base
        var count = 1
        while exists(target) {
            count += 1
            target = "\(base)-\(count)"
        }
        // The log first: a log without its file is found again, a file without its log looks whole and is not.
        if exists(path + "-wal"), rename(path + "-wal", target + "-wal") != 0 { return nil }
        guard rename(path, target) == 0 else { return nil }
        remove(path + "-shm")
        return target
    }

    /// Whether another process has the database open: it holds SQLite's shared lock then ("File Locking And Concurrency",
    /// section 3). Call it only while this process has it not open.
    package static func isInUse(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Makes an empty file that says something by being there.
    package static func mark(_ path: String) { prepare(path) }

    /// Whether there is a folder in the file's place.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a log with something in it, and of its file nothing. SQLite would remove the log.
    package static func isOnlyLog(_ path: String) -> Bool {
        var (file, log) = (stat(), stat())
        guard stat(path + "-wal", &log) == 0, log.st_size > SalvagePages.walHeader else { return false }
        return stat(path, &file) != 0 || file.st_size == 0
    }

    /// What shows that a database was written to: size and time of the file and of its log.
    struct Stamp: Equatable {
        private var numbers: [Int]
        /// Whether there is a log with something in it.
        let hasLog: Bool

        init(_ file: stat, _ log: stat) {
            hasLog = log.st_size > 0
            numbers = [file, log].flatMap {
                [Int($0.st_ino), Int($0.st_size), $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec]
            }
        }
    }

    /// The stamp of a file as it is now.
    static func stamp(_ path: String) -> Stamp {
        var (file, log) = (stat(), stat())
        stat(path, &file)
        stat(path + "-wal", &log)
        return Stamp(file, log)
    }

    /// Whether there is a file with nothing in it, and no log that could hold its pages.
    package static func isEmpty(_ path: String) -> Bool {
        var file = stat()
        guard stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_size == 0 else { return false }
        return !isOnlyLog(path)
    }

    /// The schema version in a file's first page, without what the log says; `nil` if it is no whole page of a database.
    package static func schemaVersion(_ path: String) -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        guard read(descriptor, &header, 100) == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        return Int(SalvagePages.number(header, 60))
    }

    /// Removes copies that were made before a change of the schema (`PATH.before-vN`) once they are so many seconds old.
    package static func removeOldCopies(of path: String, versions: Range<Int>, seconds: Int) {
        for version in versions {
            let copy = "\(path).before-v\(version)"
            var status = stat()
            guard stat(copy, &status) == 0, time(nil) - status.st_mtim.tv_sec > seconds else { continue }
            remove(copy)
        }
    }
}

extension DatabaseFile {
    /// What a mark beside a file is called that says that its log is needed.
    package static let openMark = ".is-open"

    /// Whether a writer ended without a clean close, and of its log there is not one whole page, or less than the log's
    /// index speaks of: it was removed, emptied, cut or overwritten, and what was written last is lost. A file that was
    /// closed, or never written to, has no mark. Call it only while this process has the file not open.
    package static func isLogLost(_ path: String) -> Bool {
        exists(path + openMark) && !isFolder(path) && (!hasLog(path) || isLogCut(path))
    }

    /// Whether the log is shorter than its index says, which a kill leaves beside it and the next who opens the file makes
    /// anew ("WAL-mode File Format", section 2.1: two equal copies of a header in the machine's byte order).
    private static func isLogCut(_ path: String) -> Bool {
        let descriptor = open(path + "-shm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var header = [UInt32](repeating: 0, count: 24)
        guard read(descriptor, &header, 96) == 96, header[..<12] == header[12...], header[0] == 3_007_000 else {
            return false
        }
        // Page sizes of 64 KiB are written as 1; the other half of the word says that the header is whole.
        let half = header[3].littleEndian >> 16
        let pageSize = half == 1 ? 65_536 : Int(half)
        var log = stat()
        guard stat(path + "-wal", &log) == 0 else { return false }
        return Int(log.st_size) < SalvagePages.walHeader + Int(header[4]) * (SalvagePages.frameHeader + pageSize)
    }

    /// Whether there is a log with at least one whole page ("Database File Format", section 4.1).
    static func hasLog(_ path: String) -> Bool {
        // No lock of SQLite is on a log, so none is dropped.
        let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        var header = [UInt8](repeating: 0, count: SalvagePages.walHeader)
        guard fstat(descriptor, &status) == 0, read(descriptor, &header, header.count) == header.count,
            SalvagePages.number(header, 0) | 1 == 0x377F_0683
        else { return false }
        return Int(status.st_size) >= header.count + 24 + Int(SalvagePages.number(header, 8))
    }

    /// Which file it is, whatever its name.
    struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
    }

    /// The file of a name; `nil` where there is none.
    static func identity(_ path: String) -> Identity? {
        var status = stat()
        return stat(path, &status) == 0 ? Identity(status) : nil
    }

    /// Whether there is a link that leads nowhere.
    package static func isDanglingLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK && !exists(path)
    }
}
