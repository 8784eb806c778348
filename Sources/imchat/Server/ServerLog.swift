import EventLoop

/// The server's log: lines with a time, never message text or tokens; kept below a bound by starting anew.
struct ServerLog {
    let path: String
    /// Whether lines go to standard error too (a server in the foreground).
    let echoes: Bool
    /// The wall clock, milliseconds since 1970.
    let clock: () -> Int64

    /// A log past so many bytes is begun again; the last one is kept beside it.
    private static let limit = 1 << 20

    /// Writes one line.
    func write(_ line: String) {
        let time = LocalClock.fields(milliseconds: clock())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let stamp =
            "\(time.year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute)):\(two(time.second))"
        let text = "\(stamp) \(CommandOutput.clean(line))\n"
        if echoes { try? StandardStreams.write(2, text) }
        try? Files.append(path, Array(text.utf8), limit: Self.limit)
    }
}
