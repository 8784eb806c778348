import EventLoop
import IMModel

/// libc's local time as the layers without C take it.
enum LocalTimes {
    @Sendable static func at(_ milliseconds: Int64) -> LocalTime {
        let fields = LocalClock.fields(milliseconds: milliseconds)
        return LocalTime(
            year: fields.year, month: fields.month, day: fields.day, weekday: fields.weekday, hour: fields.hour,
            minute: fields.minute, second: fields.second)
    }
}
