import EventLoop
import IMModel
import MessageStore
import TestSupport
import Testing

@testable import ChatEngines

/// When drafts reach the store.
struct DraftTests {
    private let clock = ManualClock()
    private let session = SessionID(account: "a", kind: .peer, target: "2")

    private func makeEngine() throws -> (engine: GoBelieveEngine, store: MessageStore) {
        let store = try MessageStore.openInline(account: "a", codec: GoBelieveStoreCodec.codec)
        let engine = GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "a", uid: 1, name: "alice", endpoint: .unix(path: "none"), token: "t", storePath: ":memory:"),
            scheduler: clock, connector: ScriptedConnector(scheduler: clock), directory: nil, makeUUID: { "uuid" }
        ) { _ in store }
        engine.start { _ in }
        store.drain()
        clock.runDue()
        return (engine, store)
    }

    private func stored(_ store: MessageStore) -> String? {
        var text: String?
        store.sessions { result in
            text = (try? result.get())?.first { $0.id == session }?.draft?.text
        }
        store.drain()
        return text
    }

    @Test func aDraftIsKeptWithinASecondOfTyping() throws {
        let (engine, store) = try makeEngine()
        for (index, text) in ["h", "he", "hel"].enumerated() {
            engine.setDraft(Draft(text: text, caret: index + 1), in: session)
            #expect(stored(store) == nil)
            clock.advance(by: 100)
        }
        clock.advance(by: 800)
        #expect(stored(store) == "hel")
        withExtendedLifetime(engine) {}
    }

    @Test func removingADraftDoesNotWait() throws {
        let (engine, store) = try makeEngine()
        engine.setDraft(Draft(text: "sent soon", caret: 0), in: session)
        clock.advance(by: 1_000)
        #expect(stored(store) == "sent soon")
        engine.setDraft(Draft(text: "sent soon!", caret: 0), in: session)
        engine.setDraft(nil, in: session)
        #expect(stored(store) == nil)
        clock.advance(by: 1_000)
        #expect(stored(store) == nil)
    }

    @Test func stoppingKeepsWhatWaits() throws {
        let path = "/tmp/imchat-draft-\(UUIDv4.make())"
        defer { for end in ["", "-wal", "-shm"] { try? Paths.remove(path + end) } }
        let engine = GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "a", uid: 1, name: "alice", endpoint: .unix(path: "none"), token: "t", storePath: path),
            scheduler: clock, connector: ScriptedConnector(scheduler: clock), directory: nil, makeUUID: { "uuid" }
        ) { _ throws(StoreError) in
            try MessageStore.openInline(path: path, account: "a", codec: GoBelieveStoreCodec.codec)
        }
        engine.start { _ in }
        engine.setDraft(Draft(text: "last words", caret: 0), in: session)
        engine.stop {}
        let store = try MessageStore.openInline(path: path, account: "a", codec: GoBelieveStoreCodec.codec)
        #expect(stored(store) == "last words")
    }
}
