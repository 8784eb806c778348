import EventLoop
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// An account that another program writes to.
@Suite struct ReadingEngineTests {
    private final class Account {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        let writer: MessageStore
        let reader: ReadingEngine
        let peer = SessionID(account: "a", kind: .peer, target: "2")
        var inserted: [Message] = []
        var updated: [Message] = []
        var deleted: [MessageID] = []

        init() throws {
            let path = folder.file("messages-1.sqlite")
            writer = try MessageStore.openInline(path: path, account: "a", codec: GoBelieveStoreCodec.codec)
            reader = ReadingEngine(account: "a", me: Contact(id: ContactID("1")), storePath: path, loop: loop)
            reader.onEvent = { [weak self] event in
                switch event {
                case .inserted(let messages): self?.inserted += messages
                case .updated(let messages): self?.updated += messages
                case .deleted(_, let ids): self?.deleted += ids
                default: break
                }
            }
        }

        /// The other program takes messages in.
        func receive(_ texts: [String]) -> [Message] {
            let messages = texts.map { text in
                Message(
                    id: writer.nextLocalID(), session: peer, originID: text, sender: Contact(id: ContactID("2")),
                    isOutgoing: false, timestamp: 1_000, content: .text(TextContent(text)),
                    rawContent: #"{"text":"\#(text)","uuid":"\#(text)"}"#, state: .incoming)
            }
            writer.insert(ReceivedBatch(items: messages.map { .message($0, isHistory: false) })) { _ in }
            writer.drain()
            return messages
        }

        func start() throws {
            var result: Result<Void, ChatEngineError>?
            reader.start { result = $0 }
            loop.run(atMost: 2_000) { result != nil }
            _ = try #require(result).get()
        }

        func wait(_ condition: () -> Bool) -> Bool { loop.run(atMost: 3_000, until: condition) }

        static func texts(_ messages: [Message]) -> [String] { messages.map(TestClient.text) }
    }

    @Test func newRowsShowAsTheyAreCommitted() throws {
        let account = try Account()
        _ = account.receive(["one"])
        try account.start()
        #expect(account.reader.sessions.map(\.id) == [account.peer])
        #expect(account.reader.connectionState == .readOnly)
        _ = account.reader.interaction(for: account.peer)
        #expect(account.wait { Account.texts(account.inserted) == ["one"] })
        _ = account.receive(["two", "three"])
        #expect(account.wait { Account.texts(account.inserted) == ["one", "two", "three"] })
        #expect(account.reader.sessions.first?.unreadCount == 3)
    }

    @Test func aFloodLeavesNoHole() throws {
        let account = try Account()
        _ = account.receive(["first"])
        try account.start()
        _ = account.reader.interaction(for: account.peer)
        #expect(account.wait { !account.inserted.isEmpty })
        let texts = (0..<1_200).map { "flood-\($0)" }
        _ = account.receive(texts)
        #expect(account.wait { account.inserted.count >= 1_201 })
        #expect(Account.texts(account.inserted) == ["first"] + texts)
    }

    @Test func changesAndDeletionsShow() throws {
        let account = try Account()
        let messages = account.receive(["one", "two"])
        try account.start()
        _ = account.reader.interaction(for: account.peer)
        #expect(account.wait { account.inserted.count == 2 })
        let revoke = MessageEffect(
            session: account.peer, target: "two", author: ContactID("2"), isOwn: false, kind: .revoke)
        account.writer.apply(revoke) { _ in }
        account.writer.drain()
        #expect(account.wait { account.updated.map(\.content) == [.revoked] })
        account.writer.delete(messages[0].id) { _ in }
        account.writer.drain()
        #expect(account.wait { account.deleted == [messages[0].id] })
    }

    @Test func nothingIsWritten() throws {
        let account = try Account()
        let messages = account.receive(["one"])
        try account.start()
        let reader = account.reader
        reader.markRead(account.peer, upTo: messages[0].id)
        reader.setDraft(Draft(text: "x", caret: 1), in: account.peer)
        reader.setMuted(true, session: account.peer)
        let message = reader.makeMessage(text: "no", in: account.peer, replyTo: nil)
        var answer: Result<Message, any Error>?
        reader.interaction(for: account.peer).service.send(message, in: account.peer) {
            answer = $0.mapError { $0 as any Error }
        }
        #expect(throws: (any Error).self) { try answer?.get() }
        var kept: [Session] = []
        account.writer.sessions { kept = (try? $0.get()) ?? [] }
        account.writer.drain()
        #expect(kept.map(\.unreadCount) == [1] && kept.allSatisfy { $0.draft == nil && !$0.isMuted })
        #expect(kept.map(\.preview) == ["one"])
    }

    @Test func anAccountThatIsNotThereIsTold() {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        let reader = ReadingEngine(
            account: "a", me: Contact(id: ContactID("1")), storePath: folder.file("none.sqlite"), loop: loop)
        var result: Result<Void, ChatEngineError>?
        reader.start { result = $0 }
        loop.run(atMost: 1_000) { result != nil }
        #expect(throws: ChatEngineError.self) { try result?.get() }
        #expect(folder.names.isEmpty)
    }
}
