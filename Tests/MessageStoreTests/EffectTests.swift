import Database
import IMModel
import Testing

@testable import MessageStore

@Suite struct EffectTests {
    /// Every effect leads to the same message, whether it comes after its target, before it, or in its batch.
    @Test func orderOfArrivalDoesNotMatter() throws {
        let kinds: [[(MessageEffect.Kind, String)]] = [
            [(.revoke, "1")], [(.revoke, "9")], [(.read, "2")], [(.read, "2"), (.read, "3"), (.read, "2")],
            [(.tag("+1", added: true), "2")], [(.tag("+1", added: true), "2"), (.tag("+1", added: false), "2")],
            [(.tag("a", added: true), "2"), (.tag("a", added: false), "2"), (.tag("a", added: true), "2")],
            [(.tag("a", added: true), "2"), (.tag("b", added: true), "3"), (.revoke, "1")],
        ]
        for effects in kinds {
            var results: [Message] = []
            for way in 0..<3 {
                let f = try StoreFixture()
                let target = f.text("{\"uuid\":\"target-id\"}", from: "1", origin: "target-id")
                let items = effects.map { kind, author in
                    ReceivedBatch.Item.effect(
                        MessageEffect(
                            session: f.peer, target: "target-id", author: ContactID(author), isOwn: author == "1",
                            kind: kind))
                }
                let message = ReceivedBatch.Item.message(target, isHistory: false)
                let batches: [[ReceivedBatch.Item]] =
                    way == 0 ? [[message], items] : way == 1 ? [items, [message]] : [items + [message]]
                for batch in batches {
                    let outcome = try f.wait { f.store.insert(ReceivedBatch(items: batch), completion: $0) }
                    for told in outcome.inserted + outcome.changed { #expect(try f.message(told.id) == told) }
                }
                var kept = try #require(try f.message(target.id))
                kept.version = 0
                results.append(kept)
            }
            #expect(results[0] == results[1], "\(effects)")
            #expect(results[0] == results[2], "\(effects)")
        }
    }

    @Test func onlyTheAuthorRevokes() throws {
        let f = try StoreFixture()
        let message = f.text("secret", from: "3", in: f.group, origin: "o")
        try f.effect(.revoke, on: "o", from: "4", in: f.group)
        try f.receive([message])
        try f.effect(.revoke, on: "o", from: "4", in: f.group)
        #expect(try f.message(message.id)?.content == .text(TextContent("secret")))
        let outcome = try f.effect(.revoke, on: "o", from: "3", in: f.group)
        #expect(outcome.changed.map(\.content) == [.revoked])
        #expect(outcome.sessions.first?.unreadCount == 0)
        let kept = try f.message(message.id)
        #expect(kept?.rawContent == "" && kept?.version ?? 0 > message.version)
        #expect(try f.effect(.revoke, on: "o", from: "3", in: f.group).changed.isEmpty)
    }

    /// What is taken back before it went out is not sent, and waits for nothing, after a restart neither.
    @Test func whatIsTakenBackUnsentDoesNotWait() throws {
        let f = try StoreFixture()
        let own = f.own("x", in: f.group, origin: "o")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        let outcome = try f.effect(.revoke, on: "o", from: own.sender.id.rawValue, in: f.group)
        #expect(outcome.changed.map(\.state) == [.failed(.cancelled)])
        #expect(try f.wait { f.store.outbox(completion: $0) }.isEmpty)
        #expect(try f.message(own.id)?.state == .failed(.cancelled))
        // The server may have had it all the same.
        _ = try f.wait { f.store.update(own.id, state: .sent, completion: $0) }
        let kept = try f.message(own.id)
        #expect(kept?.state == .sent && kept?.content == .revoked)
    }

    @Test func readersCountOnceAndOnlyOnOwnMessages() throws {
        let f = try StoreFixture()
        let own = f.own("x", in: f.group, origin: "o")
        let other = f.text("y", in: f.group, origin: "p")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        try f.receive([other])
        for reader in ["2", "3", "2"] {
            try f.effect(.read, on: "o", from: reader, in: f.group)
            try f.effect(.read, on: "p", from: reader, in: f.group)
        }
        let kept = try f.message(own.id)
        #expect(kept?.readerCount == 2 && kept?.state == .read)
        #expect(try f.wait { f.store.outbox(completion: $0) }.isEmpty)
        #expect(try f.message(other.id)?.readerCount == 0)
    }

    @Test func aDeletedMessageDoesNotComeBack() throws {
        let f = try StoreFixture()
        let message = f.text("x", origin: "o")
        try f.receive([message])
        let session = try f.wait { f.store.delete(message.id, completion: $0) }
        #expect(session?.unreadCount == 0 && session?.preview == nil)
        #expect(try f.wait { f.store.delete(message.id, completion: $0) } == nil)
        let outcome = try f.receive([f.text("x", origin: "o")])
        #expect(outcome.inserted.isEmpty)
        #expect(try f.all().isEmpty)
        #expect(try f.message(message.id) == nil)
    }

    @Test func waitingEffectsAreBounded() throws {
        let f = try StoreFixture()
        for round in 0..<20 {
            let items = (0..<1_024).map { number in
                ReceivedBatch.Item.effect(
                    MessageEffect(
                        session: f.peer, target: "t\(round)-\(number)", author: ContactID("2"), isOwn: false,
                        kind: .revoke))
            }
            _ = try f.wait { f.store.insert(ReceivedBatch(items: items), completion: $0) }
        }
        var count: Int?
        f.store.read { (access) throws(DatabaseError) in
            try access.connection.first("SELECT count(*) FROM effects") { $0.int(0) }
        } completion: {
            count = (try? $0.get()) ?? nil
        }
        f.store.drain()
        #expect(count ?? .max <= 17_408)
        // The newest are the ones that wait.
        let outcome = try f.receive([f.text("late", origin: "t19-1000")])
        #expect(outcome.inserted.map(\.content) == [.revoked])
    }
}
