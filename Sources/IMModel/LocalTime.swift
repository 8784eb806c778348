/// A moment on the user's calendar, as libc's `localtime_r` tells it; layers without C get it through a closure.
public struct LocalTime: Sendable, Hashable {
    /// The year, e.g. 2026.
    public var year: Int
    /// 1–12.
    public var month: Int
    /// 1–31.
    public var day: Int
    /// 0 Sunday … 6 Saturday.
    public var weekday: Int
    /// 0–23.
    public var hour: Int
    /// 0–59.
    public var minute: Int
    /// 0–60.
    public var second: Int

    /// Makes a moment.
    public init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.weekday = weekday
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Whether both are on the same calendar day.
    public func isSameDay(as other: LocalTime) -> Bool {
        year == other.year && month == other.month && day == other.day
    }

    /// The same moment at Greenwich, for tests and for programs without a time zone; proleptic Gregorian calendar.
    public static func utc(milliseconds: Int64) -> LocalTime {
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = Int(seconds - days * 86_400)
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        let weekday = Int(((days % 7) + 11) % 7)
        return LocalTime(
            year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month: month,
            day: Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1), weekday: weekday,
            hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    }
}
