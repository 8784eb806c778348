/// A moment as a user writes it.
package enum MomentText {
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
