import EventLoop
import HeadlessCommands

/// A time on the command line, in the user's zone.
enum TimeArgument {
    /// Milliseconds since 1970; `nil` for a text that is no time.
    static func parse(_ text: String, now: Int64) -> Int64? {
        TimeText.parse(text, now: now) { LocalClock.fields(milliseconds: $0).offsetFromUTC }
    }
}
