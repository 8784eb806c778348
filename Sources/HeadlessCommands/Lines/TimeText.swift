import IMModel

/// Times as texts: ISO 8601 in exports, and what a user may write for a time.
package enum TimeText {
    /// Milliseconds since 1970 as `2026-11-30T11:47:10.250Z`; read back exactly by `parse`.
    package static func iso(_ milliseconds: Int64) -> String {
        let time = LocalTime.utc(milliseconds: milliseconds)
        let rest = Int(((milliseconds % 1000) + 1000) % 1000)
        return day(time) + "T" + clock(time) + "." + padded(rest, 3) + "Z"
    }

    /// A moment on the user's calendar as `2026-11-30 11:47:10`.
    static func local(_ time: LocalTime) -> String { day(time) + " " + clock(time) }

    private static func day(_ time: LocalTime) -> String {
        (time.year < 0 ? "-" : "") + padded(abs(time.year), 4) + "-" + padded(time.month, 2) + "-" + padded(time.day, 2)
    }

    private static func clock(_ time: LocalTime) -> String {
        [time.hour, time.minute, time.second].map { padded($0, 2) }.joined(separator: ":")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// What a user may write, for usage errors.
    package static let expected = "a time like 2026-11-30, 2026-11-30T14:30, or 90s, 10m, 2h, 3d, 1w ago"

    /// Reads a time as milliseconds since 1970: a date, a date with a time of day, either in the user's zone unless it
    /// ends in `Z` or an offset; or how long ago (`10m`).
    ///
    /// - Parameter offset: seconds east of Greenwich in the user's zone at a moment.
    package static func parse(_ text: String, now: Int64, offset: (Int64) -> Int) -> Int64? {
        if text == "now" { return now }
        if let unit = text.last, let seconds = units[unit], let count = Int64(text.dropLast()), count >= 0,
            count < 1 << 40
        {
            return now - count * seconds * 1000
        }
        var scan = TimeScan(text)
        guard let parsed = scan.run() else { return nil }
        if let zone = parsed.zone { return parsed.milliseconds - Int64(zone) * 1000 }
        // The zone's offset at a moment that is not known yet: a guess, then the offset at the guess.
        let guess = parsed.milliseconds - Int64(offset(parsed.milliseconds)) * 1000
        return parsed.milliseconds - Int64(offset(guess)) * 1000
    }

    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
}
