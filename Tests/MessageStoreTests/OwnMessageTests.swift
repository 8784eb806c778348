import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// An own message and what hangs on it.
@Suite struct OwnMessageTests {
    /// The text is in the draft or in the message, never in both and never in none.
    @Test(arguments: FaultyDisk.Stop.allCases) func aDraftBecomesItsMessageInOneCommit(
        _ stop: FaultyDisk.Stop
    ) throws {
        let place = TemporaryFolder()
        let path = place.file("store.sqlite")
        let disk = FaultyDisk()
        disk.record()
        let f = try StoreFixture(path: path, disk: disk)
        _ = try f.wait { f.store.setDraft(Draft(text: "hello", caret: 5), in: f.peer, completion: $0) }
        disk.mark(1)
        let own = f.own("hello", origin: "o")
        let session = try f.wait { f.store.insertOwn(own, clearsDraft: true, completion: $0) }.session
        #expect(session.draft == nil)
        f.store.close()
        var found: Set<Bool> = []
        for operation in 0...disk.recorded where disk.marked(before: operation) == 1 {
            let target = TemporaryFolder()
            let copy = target.file("store.sqlite")
            disk.leave(before: operation, stop, seed: UInt64(operation), of: path, at: copy)
            let again = try StoreFixture(path: copy)
            let draft = try again.wait { again.store.sessions(completion: $0) }.first?.draft?.text
            let outbox = try again.wait { again.store.outbox(completion: $0) }.map(\.message.rawContent)
            #expect((draft == nil ? [] : ["hello"]) + outbox == ["hello"], "before operation \(operation)")
            found.insert(draft == nil)
            again.store.close()
        }
        #expect(found == [true, false])
    }

    @Test func aRefusedMessageGoesWithASessionThatHoldsNothingElse() throws {
        let f = try StoreFixture()
        let lone = f.own("nobody", in: f.group, origin: "1")
        _ = try f.wait { f.store.insertOwn(lone, completion: $0) }
        try f.receive([f.text("something")])
        let other = f.own("no", origin: "2")
        _ = try f.wait { f.store.insertOwn(other, completion: $0) }
        // Somebody has begun to write there.
        _ = try f.wait { f.store.setDraft(Draft(text: "half", caret: 0), in: f.group, completion: $0) }
        #expect(try f.wait { f.store.discard(lone.id, with: f.group, completion: $0) } == false)
        _ = try f.wait { f.store.setDraft(nil, in: f.group, completion: $0) }
        #expect(try f.wait { f.store.discard(lone.id, with: f.group, completion: $0) } == true)
        #expect(try f.wait { f.store.discard(other.id, with: f.peer, completion: $0) } == false)
        #expect(try f.wait { f.store.sessions(completion: $0) }.map(\.id) == [f.peer])
        #expect(try f.wait { f.store.outbox(completion: $0) }.map(\.message.id) == [other.id])
        #expect(try f.wait { f.store.message(lone.id, completion: $0) } == nil)
    }
}
