import IMModel
import MessageFlow

@testable import ChatUI

/// Message flows of a few sessions over lists in memory, with time that stands still.
final class FlowStage {
    /// Runs what is due when asked to.
    final class Scheduler: FlowScheduling {
        private var waiting: [(timer: FlowTimer, at: Int64, action: () -> Void)] = []
        private var serial: UInt64 = 0
        private(set) var flowMilliseconds: Int64 = 0

        func runLater(after milliseconds: Int64, _ action: @escaping () -> Void) -> FlowTimer {
            serial += 1
            waiting.append((FlowTimer(rawValue: serial), flowMilliseconds + milliseconds, action))
            return FlowTimer(rawValue: serial)
        }

        func cancel(_ timer: FlowTimer) { waiting.removeAll { $0.timer == timer } }

        func turn(_ milliseconds: Int64 = 0) {
            flowMilliseconds += milliseconds
            for _ in 0..<50 {
                let due = waiting.filter { $0.at <= flowMilliseconds }
                guard !due.isEmpty else { return }
                waiting.removeAll { $0.at <= flowMilliseconds }
                for entry in due { entry.action() }
            }
        }
    }

    /// Answers pages of a list at once.
    final class Provider: SessionMessageProvider {
        let all: [Message]
        init(_ all: [Message]) { self.all = all }

        func messages(
            in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
            completion: @escaping (Result<MessagePage, ProviderError>) -> Void
        ) {
            let place = anchor.flatMap { anchor in all.firstIndex { $0.id == anchor.id } }
            switch direction {
            case .older:
                let end = place ?? all.count
                let start = max(0, end - limit)
                completion(.success(MessagePage(messages: Array(all[start..<end]), isLast: start == 0)))
            case .newer:
                let start = min(all.count, (place ?? all.count - 1) + 1)
                let end = min(all.count, start + limit)
                completion(.success(MessagePage(messages: Array(all[start..<end]), isLast: end == all.count)))
            case .around:
                guard let place else { return completion(.failure(.unknownAnchor)) }
                let start = max(0, place - limit / 2)
                let end = min(all.count, start + limit)
                completion(
                    .success(
                        MessagePage(messages: Array(all[start..<end]), isLast: end == all.count, isFirst: start == 0)))
            }
        }
    }

    /// Does every action at once and remembers it.
    final class Service: MessageServiceInterface {
        var done: [String] = []
        var refusal: MessageActionError?

        private func answer(_ name: String, _ message: Message, _ completion: (MessageActionResult) -> Void) {
            done.append("\(name) \(message.id)")
            completion(refusal.map { .failure($0) } ?? .success(message))
        }
        func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
            answer("send", message, completion)
        }
        func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
            answer("resend", message, completion)
        }
        func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
            answer("forward to \(session.address)", message, completion)
        }
        func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
            answer("revoke", message, completion)
        }
        func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
            answer("save", message, completion)
        }
        func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
            answer("delete", message, completion)
        }
    }

    let scheduler = Scheduler()
    let service = Service()
    private(set) var flows: [SessionID: MessageFlowController] = [:]
    private(set) var stage: Stage!

    static let everything: Capabilities = [.send, .resend, .forward, .revoke, .save, .delete, .reply, .typing]

    init(
        messages: [Message], sessions: [Session] = FlowStage.sessions,
        configuration: ChatConfiguration = ChatConfiguration()
    ) {
        stage = Stage(sessions: sessions, configuration: configuration) { [unowned self] id in
            if let known = flows[id] { return known }
            guard let session = sessions.first(where: { $0.id == id }) else { return nil }
            let interaction = SessionInteraction(
                provider: Provider(messages.filter { $0.session == id }), service: service)
            var strings = FlowStrings.table(configuration.strings.language)
            strings.keys = configuration.keys.flowKeys
            let flow = MessageFlowController(
                session: session, configuration: SessionConfiguration(), interaction: interaction,
                composer: RowComposer(
                    style: configuration.theme.flow, strings: strings),
                scheduler: scheduler)
            flow.wallClock = { FlowStage.start + 60_000 }
            flows[id] = flow
            return flow
        }
    }

    /// Lets the list fetch, draws, and lets it tell what is seen.
    func settle(_ width: Int = 80, _ height: Int = 24) {
        for _ in 0..<3 {
            scheduler.turn()
            stage.draw(width, height)
        }
        scheduler.turn()
        stage.wait(0)
    }

    static let crew = Stage.id(.group, "7")
    static let start: Int64 = 1_796_000_000_000

    static let sessions: [Session] = Stage.sessions.map { session in
        var session = session
        if session.id.kind != .system { session.capabilities = everything }
        return session
    }

    /// One message of the crew.
    static func message(
        _ number: Int, _ text: String, by name: String = "Maria", own: Bool = false, state: DeliveryState? = nil,
        mentionsMe: Bool = false, replyTo: String? = nil
    ) -> Message {
        Message(
            id: MessageID("\(number)"), session: crew, originID: "o\(number)", serverID: "s\(number)",
            sender: Contact(id: ContactID(own ? "1" : name), name: own ? "alice" : name), isOutgoing: own,
            timestamp: start + Int64(number) * 1000, order: Int64(number), content: .text(TextContent(text)),
            rawContent: text, replyTo: replyTo, state: state ?? (own ? .sent : .incoming), mentionsMe: mentionsMe)
    }

    /// Somebody calls.
    static let call: Message = {
        var message = FlowStage.message(9, "")
        message.content = .call(CallContent(event: .dial(video: false)))
        return message
    }()

    static let talk: [Message] = [
        message(1, "新的布局快照合进来了，滚动时 CPU 降了一半 🎉", by: "陈晓 Chen Xiao"),
        message(2, "see https://example.org/r/118 for the numbers", by: "陈晓 Chen Xiao"),
        message(3, "half? on which list?", replyTo: "o1"),
        message(4, "100k rows, 120×40. @alice can you try it?", by: "陈晓 Chen Xiao", mentionsMe: true),
        message(5, "trying now, give me five minutes", own: true, state: .read),
        message(6, "and this one will not go out yet", own: true, state: .failed(.notMember)),
    ]
}
