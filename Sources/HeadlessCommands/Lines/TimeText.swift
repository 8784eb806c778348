import IMModel
import MessageStore

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
    package static let expected = MomentText.expected

    /// Reads what a user wrote for a time; see `MomentText.parse`.
    package static func parse(_ text: String, now: Int64, offset: (Int64) -> Int) -> Int64? {
        MomentText.parse(text, now: now, offset: offset)
    }
}
