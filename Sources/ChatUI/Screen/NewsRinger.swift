import Cells
import IMModel

/// Gathers what came in while the user looked elsewhere, and tells it at once, but not more often than every few
/// seconds: what comes in between is told together. A value without a clock.
struct NewsRinger {
    /// The least time between two rings, in milliseconds.
    static let interval: Int64 = 3000

    private struct Item {
        var session: Session
        var count: Int
    }

    private var waiting: [Item] = []
    private var last: Int64?

    /// When something is to be told that waits.
    var deadline: Int64? { waiting.isEmpty ? nil : (last ?? 0) + Self.interval }

    /// Takes what has come in: the sessions as they are now and as they were. Own messages and those that were read
    /// elsewhere raise no count, so they are no news.
    mutating func note(_ sessions: [Session], before: [Session], settings: NotificationSettings) {
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        for session in sessions where settings.isNews(session, before: known[session.id]) {
            let old = known[session.id]
            let count = max(1, session.unreadCount - (old?.unreadCount ?? 0))
            if let place = waiting.firstIndex(where: { $0.session.id == session.id }) {
                waiting[place].session = session
                waiting[place].count += count
            } else {
                waiting.append(Item(session: session, count: count))
            }
        }
    }

    /// The user has come back and sees for himself.
    mutating func forget() { waiting = [] }

    /// What is to be done now.
    mutating func due(now: Int64, configuration: ChatConfiguration) -> [ChatEffect] {
        guard !waiting.isEmpty else { return [] }
        if let last, now - last < Self.interval { return [] }
        last = now
        defer { waiting = [] }
        let settings = configuration.notifications
        var effects: [ChatEffect] = settings.rings ? [.bell] : []
        guard settings.tellsDesktop else { return effects }
        let words = configuration.strings.sessions
        if waiting.count == 1, let only = waiting.first {
            let preview = TextSanitizer.line(String((only.session.preview ?? "").prefix(200)))
            let body = settings.showsText && !preview.isEmpty ? preview : words.newMessages(only.count, 1)
            effects.append(.notify(title: TextSanitizer.line(only.session.displayName), body: body))
        } else {
            let count = waiting.reduce(0) { $0 + $1.count }
            effects.append(.notify(title: "imchat", body: words.newMessages(count, waiting.count)))
        }
        return effects
    }
}
