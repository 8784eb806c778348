import EventLoop
import Foundation
import IMModel
import MessageFlow
import Testing

@testable import ChatEngines

/// A session whose history comes from elsewhere while it sends with its engine.
struct KnownMessagesTests {
    /// A history of messages given.
    private final class History: SessionMessageProvider {
        var messages: [Message] = []
        func messages(
            in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
            completion: @escaping (Result<MessagePage, ProviderError>) -> Void
        ) { completion(.success(MessagePage(messages: messages, isLast: true))) }
    }

    private func remote(_ id: String, origin: String?, session: SessionID, order: Int64) -> Message {
        Message(
            id: MessageID("http/\(id)"), session: session, originID: origin, serverID: id,
            sender: Contact(id: ContactID("1")), order: HTTPMessageMapping.firstOrder + order,
            content: .text(TextContent("remote")), anchor: id)
    }

    @Test func whatTheEngineHasStandsInThePageAsItsOwn() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("known-\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let loop = EventLoop()
        let engine = GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "a", uid: 1, name: "alice", endpoint: .unix(path: "/proc/nonexistent/socket"), token: "t",
                storePath: path), loop: loop)
        var isStarted = false
        engine.start { _ in isStarted = true }
        loop.run(atMost: 5_000) { isStarted }
        try #require(isStarted)

        let session = SessionID(account: "a", kind: .peer, target: "2")
        let history = History()
        let bundle = engine.interaction(for: session, history: history)
        var sent: MessageActionResult?
        let own = engine.makeMessage(text: "mine", in: session, replyTo: nil)
        bundle.service.send(own, in: session) { sent = $0 }
        loop.run(atMost: 5_000) { sent != nil }
        let stored = try #require(try sent?.get())

        history.messages = [
            remote("7", origin: nil, session: session, order: 7),
            remote("8", origin: own.originID, session: session, order: 8),
            remote("9", origin: "somebody's", session: session, order: 9),
        ]
        var page: MessagePage?
        bundle.provider.messages(in: session, anchor: nil, direction: .older, limit: 10) { page = try? $0.get() }
        loop.run(atMost: 5_000) { page != nil }
        #expect(page?.messages.map(\.id) == [MessageID("http/7"), MessageID("http/9"), stored.id])
        #expect(page?.messages.last?.anchor == "8")
        #expect(page?.messages.last?.content == .text(TextContent("mine")))

        // Another session's bundle knows nothing of this history.
        let plain = engine.interaction(for: SessionID(account: "a", kind: .peer, target: "3"))
        var other: MessagePage?
        plain.provider.messages(in: session, anchor: nil, direction: .older, limit: 10) { other = try? $0.get() }
        loop.run(atMost: 5_000) { other != nil }
        #expect(other?.messages.map(\.id) == [stored.id])
        var isStopped = false
        engine.stop { isStopped = true }
        loop.run(atMost: 5_000) { isStopped }
    }
}
