import Cells
import EventLoop
import IMModel

/// A message as one line for people: when, who, where, what. Everything remote passes the sanitiser.
enum PlainLine {
    /// `2026-11-30 11:47:10 bob: hello`, `… bob → design-crew: hello`, `… alice → bob: hello`.
    ///
    /// - Parameter session: the session's name, its address where nobody told one.
    static func text(_ message: Message, session: String, localTime: (Int64) -> LocalTime) -> SafeText {
        let time = TextSanitizer.line(TimeText.local(localTime(message.timestamp)))
        let place = TextSanitizer.line(session)
        let what = TextSanitizer.line(ContentWords.words(message.content, raw: message.rawContent))
        var who = TextSanitizer.line(message.sender.displayName)
        if message.sender.id.rawValue.isEmpty { who = message.session.kind == .system ? "system" : place }
        let isPlain =
            message.session.kind == .system || message.sender.id.rawValue.isEmpty
            || (message.session.kind == .peer && !message.isOutgoing)
        var state: SafeText = .empty
        switch message.state {
        case .waiting, .sending: state = " (not sent yet)"
        case .failed(let failure): state = " (\(TextSanitizer.line(HeadlessFailure.words(failure))))"
        case .incoming, .sent, .delivered, .read: break
        }
        return isPlain ? "\(time) \(who): \(what)\(state)" : "\(time) \(who) → \(place): \(what)\(state)"
    }

    /// The user's calendar.
    static func localTime(_ milliseconds: Int64) -> LocalTime {
        let fields = LocalClock.fields(milliseconds: milliseconds)
        return LocalTime(
            year: fields.year, month: fields.month, day: fields.day, weekday: fields.weekday, hour: fields.hour,
            minute: fields.minute, second: fields.second)
    }
}
