import Glibc

/// The pages of a database file as they lie on the disk, those of the write-ahead log over those of the file.
///
/// Nothing is believed but lengths: the file may be cut, zeroed or overwritten anywhere ("Database File Format" and
/// "WAL-mode File Format" of the SQLite documentation).
struct SalvagePages: ~Copyable {
    static let walHeader = 32
    static let frameHeader = 24

    let pageSize: Int
    let count: Int
    private let file: Int32
    private let log: Int32
    /// Where the log has the newest content of a page.
    private var inLog: [Int: Int] = [:]

    /// Opens the file and its log for reading; `nil` if there is no file.
    init?(path: String) {
        file = open(path, O_RDONLY | O_CLOEXEC)
        log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if log >= 0 { close(log) }
            return nil
        }
        let header = Self.read(file, at: 0, count: 100)
        let logHeader = log >= 0 ? Self.read(log, at: 0, count: Self.walHeader) : []
        let written = header.count >= 18 ? Int(header[16]) << 8 | Int(header[17]) : 0
        let logged = logHeader.count == Self.walHeader ? Int(Self.number(logHeader, 8)) : 0
        pageSize =
            [written == 1 ? 65_536 : written, logged].first { $0 >= 512 && $0 <= 65_536 && $0 & ($0 - 1) == 0 } ?? 4_096
        var pages = (Int(lseek(file, 0, SEEK_END)) + pageSize - 1) / pageSize
        if logHeader.count == Self.walHeader {
            var place = Self.walHeader
            while true {
                let frame = Self.read(log, at: place, count: Self.frameHeader)
                // Frames of an earlier round have other salts.
                guard frame.count == Self.frameHeader, frame[8..<16] == logHeader[16..<24] else { break }
                let page = Int(Self.number(frame, 0))
                inLog[page] = place + Self.frameHeader
                pages = max(pages, min(page, pages + 1_000_000))
                place += Self.frameHeader + pageSize
            }
        }
        count = pages
    }

    deinit {
        close(file)
        if log >= 0 { close(log) }
    }

    /// A page by its number, from 1; short at the end of a cut file.
    func page(_ number: Int) -> [UInt8] {
        if let place = inLog[number] { return Self.read(log, at: place, count: pageSize) }
        guard number > 0, number <= count else { return [] }
        return Self.read(file, at: (number - 1) * pageSize, count: pageSize)
    }

    /// Four bytes, the highest first.
    static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        guard place >= 0, place + 4 <= bytes.count else { return 0 }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func read(_ file: Int32, at place: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { pread(file, $0 + done, count - done, place + done) } ?? 0
            }
            guard step > 0 else { break }
            done += step
        }
        bytes.removeLast(count - done)
        return bytes
    }
}
