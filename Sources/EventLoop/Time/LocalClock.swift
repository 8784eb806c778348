internal import CPosix

/// The user's calendar, by the C library (`TZ`, `/etc/localtime`).
public enum LocalClock {
    /// A moment on the calendar.
    public struct Fields: Sendable, Hashable {
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
        /// Seconds east of Greenwich at that moment.
        public var offsetFromUTC: Int
    }

    /// The calendar's fields for milliseconds since 1970. Moments beyond what the C library can tell (years past
    /// 2³¹) answer the start of 1970, so that a forged timestamp cannot stop the program.
    public static func fields(milliseconds: Int64) -> Fields {
        var values = [Int64](repeating: 0, count: 8)
        if cposix_local_time(milliseconds, &values) != 0 { _ = cposix_local_time(0, &values) }
        return Fields(
            year: Int(values[0]), month: Int(values[1]), day: Int(values[2]), weekday: Int(values[3]),
            hour: Int(values[4]), minute: Int(values[5]), second: Int(values[6]), offsetFromUTC: Int(values[7]))
    }
}
