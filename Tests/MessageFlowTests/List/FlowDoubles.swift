import Cells
import IMModel
import MessageFlow

let flowSession = SessionID(account: "a", kind: .peer, target: "1")

/// A loop whose time stands still until it is moved.
final class FlowLoop: FlowScheduling {
    private var actions: [(at: Int64, timer: FlowTimer, run: () -> Void)] = []
    private var last: UInt64 = 0
    var flowMilliseconds: Int64 = 0

    func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer {
        last += 1
        actions.append((flowMilliseconds + milliseconds, FlowTimer(rawValue: last), action))
        return FlowTimer(rawValue: last)
    }

    func cancel(_ timer: FlowTimer) { actions.removeAll { $0.timer == timer } }

    var pending: Int { actions.count }

    /// Moves time on and runs what falls due, in order; 0 runs what is due now, with all that follows from it now.
    func advance(_ milliseconds: Int64 = 0) {
        let end = flowMilliseconds + milliseconds
        var turns = 0
        while let next = actions.filter({ $0.at <= end }).min(by: {
            ($0.at, $0.timer.rawValue) < ($1.at, $1.timer.rawValue)
        }) {
            actions.removeAll { $0.timer == next.timer }
            flowMilliseconds = max(flowMilliseconds, next.at)
            next.run()
            turns += 1
            precondition(turns < 100_000, "the loop never comes to rest")
        }
        flowMilliseconds = end
    }
}

/// Rows as high as their text says (`h3 …` is three rows at any width; `w30 …` is 30 columns wrapped).
final class FakeComposer: RowComposing {
    var layouts = 0
    var shown: [Set<MessageID>] = []
    var drawn: [(MessageID, Int, RowHighlight)] = []
    var cleared = 0
    var nonsense = false
    var link: String?

    static func height(_ message: Message, width: Int) -> Int {
        guard case .text(let text) = message.content else { return 1 }
        let word = text.text.prefix { $0 != " " }
        if word.first == "h", let height = Int(word.dropFirst()) { return height }
        if word.first == "w", let columns = Int(word.dropFirst()) { return max(1, (columns + width - 1) / width) }
        return 1
    }

    func layout(_ context: RowContext, width: Int) -> RowLayout {
        layouts += 1
        let id = nonsense ? MessageID("nobody") : context.message.id
        let height = nonsense ? -3 : Self.height(context.message, width: width) + (context.startsUnread ? 1 : 0)
        return RowLayout(
            messageID: id, width: nonsense ? width * 9 : width, height: height,
            frames: [
                .init(component: .avatar, rect: Rect(x: 0, y: 0, width: 2, height: 1)),
                .init(component: .content, rect: Rect(x: 2, y: 0, width: max(0, width - 2), height: height)),
            ])
    }

    func draw(
        _ layout: RowLayout, _ context: RowContext, into buffer: inout CellBuffer, at origin: Point, clip: Rect,
        highlight: RowHighlight
    ) {
        drawn.append((context.message.id, origin.y, highlight))
        guard let link else { return }
        var style = Style.plain
        style.link = buffer.link(to: link)
        buffer.fill(Rect(x: origin.x + 4, y: origin.y, width: 2, height: 1).intersection(clip), style: style)
    }

    func show(only visible: Set<MessageID>) { shown.append(visible) }
    func clearSnapshots(of message: MessageID?) { cleared += 1 }
}

/// A session of `count` messages with orders 1…count, made as they are asked for.
final class FakeProvider: SessionMessageProvider {
    struct Request {
        var anchor: Message?
        var direction: PageDirection
        var limit: Int
        var completion: (Result<MessagePage, ProviderError>) -> Void
    }

    var count: Int
    var text: (Int) -> String
    var knowsFirst = true
    /// Holds requests instead of answering them.
    var holds = false
    var requests: [Request] = []
    var answers: ((Request) -> Result<MessagePage, ProviderError>?)?

    init(count: Int, text: @escaping (Int) -> String = { "h1 \($0)" }) {
        self.count = count
        self.text = text
    }

    /// Makes another message of the one with an order.
    var change: (Int, inout Message) -> Void = { _, _ in }

    func message(_ order: Int) -> Message {
        var message = Message.fake(order, text(order))
        change(order, &message)
        return message
    }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        let request = Request(anchor: anchor, direction: direction, limit: limit, completion: completion)
        requests.append(request)
        guard !holds else { return }
        if let answers {
            if let answer = answers(request) { completion(answer) }
            return
        }
        completion(page(request))
    }

    func page(_ request: Request) -> Result<MessagePage, ProviderError> {
        let at = request.anchor.flatMap { Int($0.id.rawValue) }
        if request.anchor != nil, at == nil || at! > count { return .failure(.unknownAnchor) }
        switch request.direction {
        case .older:
            let end = at ?? count + 1
            let start = max(1, end - request.limit)
            return .success(MessagePage(messages: (start..<max(start, end)).map(message), isLast: start == 1))
        case .newer:
            guard at != nil || knowsFirst else { return .failure(.unknownAnchor) }
            let start = (at ?? 0) + 1
            let end = min(count + 1, start + request.limit)
            return .success(
                MessagePage(
                    messages: (start..<max(start, end)).map(message), isLast: end > count, isFirst: at == nil))
        case .around:
            let middle = at ?? 1
            let start = max(1, middle - request.limit / 2)
            let end = min(count + 1, start + request.limit)
            return .success(
                MessagePage(messages: (start..<end).map(message), isLast: end > count, isFirst: start == 1))
        }
    }
}

/// A service that keeps what it is given and answers as told.
final class FakeService: MessageServiceInterface {
    var calls: [(MessageAction, Message, SessionID?)] = []
    var answer: ((Message) -> MessageActionResult)? = { .success($0) }
    var completions: [(MessageActionResult) -> Void] = []

    private func call(
        _ action: MessageAction, _ message: Message, _ session: SessionID?,
        _ completion: @escaping (MessageActionResult) -> Void
    ) {
        calls.append((action, message, session))
        completions.append(completion)
        if let answer { completion(answer(message)) }
    }

    func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        call(.send, message, session, completion)
    }
    func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        call(.resend, message, nil, completion)
    }
    func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        call(.forward, message, session, completion)
    }
    func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        call(.revoke, message, nil, completion)
    }
    func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        call(.save, message, session, completion)
    }
    func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        call(.delete, message, nil, completion)
    }
}

extension Message {
    /// A message whose id and order are the same number.
    static func fake(
        _ order: Int, _ text: String = "h1", session: SessionID = flowSession, outgoing: Bool = false,
        state: DeliveryState? = nil, timestamp: Int64 = 0, replyTo: String? = nil, mentionsMe: Bool = false,
        version: Int = 0
    ) -> Message {
        Message(
            id: MessageID("\(order)"), session: session, originID: "o\(order)", sender: Contact(id: ContactID("2")),
            isOutgoing: outgoing, timestamp: timestamp, order: Int64(order), content: .text(TextContent(text)),
            replyTo: replyTo, state: state ?? (outgoing ? .sent : .incoming), version: version,
            mentionsMe: mentionsMe)
    }
}

/// The id of the fake message with an order.
func id(_ order: Int) -> MessageID { MessageID("\(order)") }

/// A controller with its doubles.
struct FlowRig {
    let loop = FlowLoop()
    let composer = FakeComposer()
    let provider: FakeProvider
    let service = FakeService()
    let flow: MessageFlowController
    let log = EventLog()
    let area: Rect

    final class EventLog {
        var events: [MessageFlowEvent] = []
        var displays = 0
    }

    init(
        count: Int, width: Int = 20, height: Int = 10, configuration: SessionConfiguration = .init(),
        session: Session = Session(id: flowSession, capabilities: Capabilities(rawValue: .max)),
        prechecks: [any MessageServicePrechecker] = [], preparations: [any MessageServicePreparation] = [],
        text: @escaping (Int) -> String = { "h1 \($0)" }
    ) {
        provider = FakeProvider(count: count, text: text)
        area = Rect(x: 0, y: 0, width: width, height: height)
        flow = MessageFlowController(
            session: session, configuration: configuration,
            interaction: SessionInteraction(
                provider: provider, service: service, prechecks: prechecks, preparations: preparations),
            composer: composer, scheduler: loop)
        flow.onEvent = { [log] in log.events.append($0) }
        flow.onNeedsDisplay = { [log] in log.displays += 1 }
    }

    /// Draws, lets the loop come to rest, draws again.
    func show(width: Int? = nil, height: Int? = nil) {
        for _ in 0..<2 {
            var buffer = CellBuffer(size: Size(width: width ?? area.width, height: height ?? area.height))
            flow.draw(into: &buffer, in: buffer.bounds)
            loop.advance()
        }
    }

    /// The visible rows as `id@y`.
    var rows: [String] { flow.visibleRows.map { "\($0.id)@\($0.y)" } }
    /// Ids of the window as numbers.
    var window: [Int] { flow.windowMessages.compactMap { Int($0.id.rawValue) } }
}
