import ChatEngines
import IMModel

/// The last things that happened on the connection, for the debug view: states, counts and real-time messages, and
/// nothing of what ordinary messages say.
struct EventLog {
    static let limit = 200
    private(set) var lines: [String] = []

    /// Keeps an event with its time.
    mutating func note(_ event: ChatEngineEvent, at time: LocalTime) {
        guard let text = Self.text(event) else { return }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        if lines.count == Self.limit { lines.removeFirst() }
        lines.append("\(two(time.hour)):\(two(time.minute)):\(two(time.second))  \(text)")
    }

    /// An event in words, raw; `nil` for what is of no interest.
    static func text(_ event: ChatEngineEvent) -> String? {
        switch event {
        case .connection(let state): "connection: \(words(state))"
        case .inserted(let messages): "messages: \(messages.count) new"
        case .updated(let messages): "messages: \(messages.count) changed"
        case .deleted(_, let ids): "messages: \(ids.count) deleted"
        case .historyFilled(let sessions): "history: \(sessions.count) filled"
        case .realTime(let sender, let text): "real-time from #\(sender.id.rawValue): \(text)"
        case .typing(_, let contact, let isTyping): "#\(contact.id.rawValue) \(isTyping ? "types" : "stopped typing")"
        case .loginElsewhere(let platform, _): "login elsewhere: \(platform)"
        case .storeTrouble(let reason): "store: \(reason ?? "well")"
        case .missed(let sessions): "messages: missed in \(sessions.count)"
        case .storeRecovered: "store: recovered"
        case .sessionsChanged, .sessionRemoved, .contactChanged, .notice: nil
        }
    }

    private static func words(_ state: ChatConnectionState) -> String {
        switch state {
        case .offline: "offline"
        case .resolving: "resolving"
        case .connecting: "connecting"
        case .authenticating: "authenticating"
        case .online(let syncing): syncing ? "online, synchronising" : "online"
        case .waiting(let milliseconds, let reason): "waiting \(milliseconds) ms (\(reason))"
        case .refused(let reason): "refused (\(reason))"
        case .readOnly: "read-only"
        }
    }
}
