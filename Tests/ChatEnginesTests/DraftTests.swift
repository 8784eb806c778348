import Database
import EventLoop
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

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

    /// Whatever the interface makes of a text, draft and message change places in one commit; another text's draft stays.
    @Test(arguments: [
        ("plain", "plain", true), ("//x", "/x", true), ("  //x y", "/x y", true), ("／/x", "/x", true),
        ("///x", "//x", true), ("/x", "/x", true), ("two  words ", "two words", true), ("//x", "x", false),
        ("/x", "x", false), ("//x y", "/x", false), ("//", "/", true), ("another", "plain", false), ("", "/", false),
    ])
    func aDraftIsDoneWithItsMessage(_ draft: String, _ text: String, _ isDone: Bool) throws {
        for isWritten in [true, false] {
            let (engine, store) = try makeEngine()
            engine.setDraft(Draft(text: draft, caret: 0, replyTo: draft.isEmpty ? "o" : nil), in: session)
            if isWritten { clock.advance(by: 1_000) }
            store.drain()
            let message = engine.makeMessage(text: text, in: session, replyTo: nil)
            var known: Session?
            engine.onEvent = { event in
                if case .sessionsChanged(let all) = event { known = all.first { $0.id == session } ?? known }
            }
            engine.interaction(for: session).service.send(message, in: session) { _ in }
            store.drain()
            clock.runDue()
            #expect((known?.draft == nil) == (isDone || !isWritten))
        }
    }

    /// A full disk, as SQLite tells it; then there is room again, and nobody has to do anything.
    @Test func whatIsTypedWhileTheDiskIsFullIsWrittenOnceThereIsRoom() throws {
        let (engine, store) = try makeEngine()
        var troubles: [String?] = []
        engine.onEvent = { if case .storeTrouble(let reason) = $0 { troubles.append(reason) } }
        func bound(pages: Int) {
            store.read { (access) throws(DatabaseError) in
                try access.connection.execute("PRAGMA max_page_count=\(pages)")
            } completion: { (_: Result<Void, StoreError>) in
            }
            store.drain()
        }
        func settle(_ milliseconds: Int64) {
            for _ in 0..<(milliseconds / 100) {
                clock.advance(by: 100)
                store.drain()
            }
        }
        engine.setDraft(Draft(text: "before", caret: 6), in: session)
        settle(1_000)
        bound(pages: 1)
        let long = String(repeating: "many words ", count: 2_000)
        engine.setDraft(Draft(text: long, caret: 3), in: session)
        settle(10_000)
        #expect(stored(store) == "before")
        #expect(troubles.count == 1 && troubles[0] != nil)
        // Typing goes on; the last word counts.
        engine.setDraft(Draft(text: long + "!", caret: 4), in: session)
        settle(5_000)
        bound(pages: 100_000)
        settle(5_000)
        #expect(stored(store) == long + "!")
        #expect(troubles.count == 2 && troubles[1] == nil)
    }

    /// The end cannot wait for room: what could not be kept is known, and nothing else.
    @Test func whatCannotBeKeptAtTheEndIsKnown() throws {
        for isFull in [false, true] {
            let (engine, store) = try makeEngine()
            let other = SessionID(account: "a", kind: .peer, target: "3")
            engine.setDraft(Draft(text: "kept", caret: 0), in: other)
            clock.advance(by: 1_000)
            store.drain()
            if isFull {
                store.read { (access) throws(DatabaseError) in
                    try access.connection.execute("PRAGMA max_page_count=1")
                } completion: { (_: Result<Void, StoreError>) in
                }
            }
            let long = String(repeating: "many words ", count: 2_000)
            engine.setDraft(Draft(text: long, caret: 3), in: session)
            #expect(engine.unkeptDrafts.keys.map(\.target) == ["2"])
            var isOver = false
            engine.stop { isOver = true }
            clock.runDue()
            #expect(isOver)
            #expect(engine.unkeptDrafts.mapValues(\.text) == (isFull ? [session: long] : [:]))
        }
    }

    /// The caret stands between characters as people see them, on whatever line.
    @Test func aDraftComesBackWithItsCaret() throws {
        let folder = TemporaryFolder()
        let drafts = [
            Draft(text: "two\nlines 👨‍👩‍👧 and é", caret: 11), Draft(text: "你好\n", caret: 3),
            Draft(text: "answer", caret: 0, replyTo: "o1"), Draft(text: "", caret: 0, replyTo: "o2"),
        ]
        for draft in drafts {
            for _ in 0..<2 {
                let store = try MessageStore.openInline(
                    path: folder.file("s.sqlite"), account: "a", codec: GoBelieveStoreCodec.codec)
                var kept: Draft?
                store.setDraft(draft, in: session) { kept = (try? $0.get())?.draft }
                store.drain()
                #expect(kept == draft)
                store.close()
            }
            let again = try MessageStore.openInline(
                path: folder.file("s.sqlite"), account: "a", codec: GoBelieveStoreCodec.codec)
            var kept: Draft?
            again.sessions { kept = (try? $0.get())?.first?.draft }
            again.drain()
            #expect(kept == draft)
            again.close()
        }
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
