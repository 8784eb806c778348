import Cells
import ChatEngines
import CursesBackend
import EventLoop
import IMModel
import MessageFlow

/// How a poll looks: each line of its payload on a line.
final class PollView: ContentView {
    override func bodyBox(_ context: MessageViewContext) -> Box {
        let text = TextSanitizer.multiline(context.message.content.customPayload ?? "")
        return .vertical(text.lines.map { .line($0, .text) })
    }
}

/// A session with one poll: a provider, a service, a precheck that refuses, a preparation that takes its time.
final class Poll: SessionMessageProvider, MessageServiceInterface, MessageServicePrechecker, MessageServicePreparation {
    let session = Session(id: SessionID(account: "demo", kind: .group, target: "lunch"), capabilities: [.send])
    let loop = EventLoop()
    var votes = [2, 1]
    func message(_ id: String, _ payload: String) -> Message {
        Message(
            id: MessageID(id), session: session.id, sender: Contact(id: ContactID("1"), name: "Ann"),
            content: .custom(type: MessageType(rawValue: "poll"), payload: payload), version: votes[0] + votes[1])
    }
    var shown: Message { message("poll", "Lunch?\n1 Noodles: \(votes[0])\n2 Rice: \(votes[1])") }
    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) { completion(.success(MessagePage(messages: [shown], isLast: true))) }
    func shouldSend(_ vote: Message, in session: SessionID) -> PrecheckVerdict {
        votes == [2, 1] ? .allow : .refuse("You have voted already.")
    }
    func prepareSend(_ vote: Message, in session: SessionID, task: PreparationTask) {
        for part in 1...4 { loop.schedule(after: Int64(part) * 300) { task.progress(Double(part) / 5) } }
        loop.schedule(after: 1500) { task.finish(vote) }
    }
    func send(_ vote: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        votes[vote.content.customPayload == "1" ? 0 : 1] += 1
        completion(.success(vote))
    }
}

let poll = Poll()
let screen = try CursesScreen()
let composer = RowComposer()
let narrow = CustomSizeStrategy { _, fitting in Size(width: min(fitting.width, 20), height: 3) }
composer.registry.register(PollView.self, for: MessageType(rawValue: "poll"), strategy: narrow)
let bundle = SessionInteraction(provider: poll, service: poll, prechecks: [poll], preparations: [poll])
let flow = MessageFlowController(
    session: poll.session, interaction: bundle, composer: composer, scheduler: poll.loop)
let view = FlowScreen(flow, on: screen, scheduler: poll.loop, status: "1 or 2 votes, q leaves")
let input = poll.loop.watch(screen.inputDescriptor, .readable) { _ in
    guard let typed = screen.readEvents(), typed.first?.character != "q" else { return poll.loop.stop() }
    for key in typed.filter({ !view.handle($0) }).compactMap(\.character) where "12".contains(key) {
        flow.perform(.send, on: poll.message("vote", String(key))) { _ in flow.messagesUpdated([poll.shown]) }
    }
}
poll.loop.run()
screen.quit()
