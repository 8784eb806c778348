public import IMModel
import IMService

/// Where in the JSON of an answer the messages and their fields lie.
public struct HTTPMessageMapping: Sendable {
    /// What the text at `content` is.
    public enum ContentKind: Sendable, Hashable {
        /// What the sender wrote.
        case text
        /// A GoBelieve content, JSON as text (protocol document, section 8).
        case goBelieve
    }

    /// In which order a page comes.
    public enum PageOrder: Sendable, Hashable {
        /// As it is shown.
        case oldestFirst
        /// The other way round.
        case newestFirst
    }

    /// The array of messages.
    public var messages: JSONPath
    /// What is true where more lies beyond the page; `nil`: a page with fewer messages than asked for is the last.
    public var hasMore: JSONPath?
    /// In which order a page comes.
    public var pageOrder: PageOrder
    /// The source's id of a message; one without it is left out.
    public var id: JSONPath
    /// The id on the wire, by which the same message is known when it came over TCP.
    public var originID: JSONPath?
    /// The sender's id.
    public var sender: JSONPath
    /// The sender's name.
    public var senderName: JSONPath?
    /// When it was said.
    public var time: JSONPath
    /// Milliseconds in one unit of `time`.
    public var timeUnit: Int64
    /// A whole number that grows within a session; `nil`: the id if it is a number, else the time.
    public var order: JSONPath?
    /// The content.
    public var content: JSONPath
    /// What the content is.
    public var contentKind: ContentKind
    /// What the next page is asked with; `nil`: the id.
    public var anchor: JSONPath?
    /// The last word on a message, given its JSON and its session: `nil` leaves it out. For contents of a program's
    /// own, and for answers that hold other sessions' messages too.
    public var adjust: (@Sendable (Message, JSONValue, SessionID) -> Message?)?

    /// Makes a mapping of plain texts with seconds; change the rest afterwards.
    public init(messages: JSONPath, id: JSONPath, sender: JSONPath, time: JSONPath, content: JSONPath) {
        self.messages = messages
        self.id = id
        self.sender = sender
        self.time = time
        self.content = content
        pageOrder = .oldestFirst
        timeUnit = 1000
        contentKind = .text
    }

    /// Orders of messages that came over HTTP begin here, so that they lie before every message that came over TCP,
    /// whose orders are small numbers of the store.
    static let firstOrder = -(Int64(1) << 62)

    /// The messages of an answer, oldest first, and how many elements the array had.
    func read(
        _ answer: JSONValue, session: SessionID, me: ContactID
    ) -> (messages: [Message], elements: Int, hasMore: Bool?)? {
        guard let elements = answer[messages].elements else { return nil }
        var found = elements.compactMap { message($0, session: session, me: me) }
        if pageOrder == .newestFirst { found.reverse() }
        // The sort is stable: equal orders stay as they came.
        found.sort { $0.order < $1.order }
        return (found, elements.count, hasMore.flatMap { answer[$0].flag })
    }

    private func message(_ value: JSONValue, session: SessionID, me: ContactID) -> Message? {
        guard let id = value[id].text, !id.isEmpty else { return nil }
        let sender = ContactID(value[sender].text ?? "")
        let time = value[time].integer.map { $0.multipliedReportingOverflow(by: timeUnit) }
        let timestamp = time.map { $0.overflow ? 0 : max(0, $0.partialValue) } ?? 0
        let place = order.map { value[$0].integer } ?? Int64(id) ?? timestamp
        let raw = value[content].text ?? ""
        let isOwn = sender == me
        var message = Message(
            id: MessageID("http/" + id), session: session, originID: originID.flatMap { value[$0].text }, serverID: id,
            sender: Contact(id: sender, name: senderName.flatMap { value[$0].text }), isOutgoing: isOwn,
            timestamp: timestamp, order: Self.firstOrder + min(max(place ?? timestamp, 0), Int64(1) << 61),
            content: .text(TextContent(raw)), rawContent: raw, state: isOwn ? .sent : .incoming,
            anchor: anchor.flatMap { value[$0].text } ?? id)
        if contentKind == .goBelieve {
            let details = RawContent(raw).details
            message.content = details.content
            message.originID = message.originID ?? details.originID
            message.replyTo = details.replyTo
            if message.sender.name == nil { message.sender.name = details.senderName }
        }
        return adjust.map { $0(message, value, session) } ?? message
    }
}
