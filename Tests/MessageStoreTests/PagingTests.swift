import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

@Suite struct PagingTests {
    /// Every anchor, direction and limit of random sessions against a sorted list.
    @Test(arguments: [1, 2, 3] as [UInt64]) func pagesAgreeWithAModel(seed: UInt64) throws {
        let f = try StoreFixture()
        var random = SeededRandom(seed: seed)
        var model: [Message] = []
        var deleted: Set<MessageID> = []
        for step in 0..<24 {
            // Many equal orders, so that ties are broken by arrival; another session between.
            let message = f.text("m\(step)", order: Int64.random(in: -3...9, using: &random))
            try f.receive([message, f.text("other", in: f.group, order: 3)])
            model.append(message)
        }
        for message in model.shuffled(using: &random).prefix(5) {
            _ = try f.wait { f.store.delete(message.id, completion: $0) }
            deleted.insert(message.id)
        }
        func key(_ message: Message) -> (Int64, Int64) {
            (message.order == 0 ? number(message) : message.order, number(message))
        }
        func number(_ message: Message) -> Int64 { Int64(message.id.rawValue) ?? 0 }
        model.sort { key($0) < key($1) }
        let kept = model.filter { !deleted.contains($0.id) }
        for limit in [0, 1, 2, 5, 19, 50] {
            for anchor in [nil] + model.map(Optional.some) {
                let before = anchor.map { a in kept.filter { key($0) < key(a) } } ?? kept
                let through = anchor.map { a in kept.filter { key($0) >= key(a) } } ?? kept
                let after = anchor.map { a in kept.filter { key($0) > key(a) } } ?? kept
                func page(_ direction: StorePageDirection) throws -> StorePage {
                    try f.wait {
                        f.store.page(f.peer, anchor: anchor?.id, direction: direction, limit: limit, completion: $0)
                    }
                }
                let older = try page(.older)
                #expect(older.messages.map(\.id) == before.suffix(limit).map(\.id))
                #expect(older.hasOlder == (before.count > limit))
                #expect(older.hasNewer == (anchor != nil && !through.isEmpty))
                let newer = try page(.newer)
                #expect(newer.messages.map(\.id) == after.prefix(limit).map(\.id))
                #expect(newer.hasNewer == (after.count > limit))
                #expect(newer.hasOlder == (anchor != nil && after.count < kept.count))
                guard anchor != nil else { continue }
                let around = try page(.around)
                #expect(around.messages.count == min(limit, kept.count))
                let ids = around.messages.map(\.id)
                if let first = ids.first, let start = kept.firstIndex(where: { $0.id == first }) {
                    #expect(ids == kept[start...].prefix(limit).map(\.id))
                    #expect(around.hasOlder == (start > 0))
                    #expect(around.hasNewer == (start + ids.count < kept.count))
                }
                if let anchor, limit > 0, !deleted.contains(anchor.id) { #expect(ids.contains(anchor.id)) }
            }
        }
    }

    @Test func pagingMeetsEveryMessageOnce() throws {
        let f = try StoreFixture()
        try f.receive((0..<205).map { f.text("m\($0)", order: Int64($0 / 3 + 1)) })
        var up: [Message] = []
        var anchor: MessageID?
        while true {
            let page = try f.wait {
                f.store.page(f.peer, anchor: anchor, direction: .older, limit: 20, completion: $0)
            }
            up = page.messages + up
            anchor = page.messages.first?.id
            if !page.hasOlder { break }
        }
        #expect(up.map(\.rawContent) == (0..<205).map { "m\($0)" })
    }

    @Test func unknownAnchorsAndSessions() throws {
        let f = try StoreFixture()
        let nowhere = SessionID(account: "a", kind: .room, target: "none")
        #expect(try f.all(nowhere).isEmpty)
        let elsewhere = f.text("x", in: f.group)
        try f.receive([elsewhere, f.text("y")])
        for anchor in [MessageID("77"), MessageID("not ours"), elsewhere.id] {
            #expect(throws: StoreError.unknownMessage) {
                try f.wait { f.store.page(f.peer, anchor: anchor, direction: .older, limit: 5, completion: $0) }
            }
        }
        // Asking for a session does not make it.
        #expect(try f.session(nowhere) == nil)
        #expect(try f.wait { f.store.ensure(nowhere, completion: $0) }.id == nowhere)
        #expect(try f.session(nowhere) != nil)
    }

    /// No query of the everyday path reads more than it answers.
    @Test func everydayQueriesUseIndexes() throws {
        let f = try StoreFixture()
        let queries = [
            """
            SELECT id FROM messages m WHERE m.session = 1 AND m.flags & 1 = 0 AND (m.ord, m.id) < (5, 6)
            ORDER BY m.ord DESC, m.id DESC LIMIT 5
            """,
            "SELECT id FROM messages m WHERE m.session = 1 AND m.flags & 1 = 0 ORDER BY m.ord DESC, m.id DESC LIMIT 5",
            "UPDATE messages SET flags = flags & ~2 WHERE session = 1 AND flags & 2 = 2 AND (ord, id) <= (5, 6)",
            "SELECT id FROM messages WHERE id = 1 AND origin = 'o' AND session = 1 AND sender = 1",
            "SELECT message FROM recent_origins WHERE key = 1 UNION ALL SELECT message FROM origins WHERE key = 1",
            "SELECT key FROM effects WHERE session = 1 AND target = 'o' ORDER BY key",
            "DELETE FROM outbox WHERE message = 1",
            "SELECT coalesce(max(id), 0) FROM messages",
            "UPDATE messages SET state = 1 WHERE state = 2 AND id IN (SELECT message FROM outbox)",
        ]
        for query in queries {
            var plan: [String] = []
            f.store.read { (access) throws(DatabaseError) in
                try access.connection.all("EXPLAIN QUERY PLAN " + query) { $0.string(3) }
            } completion: {
                plan = (try? $0.get()) ?? []
            }
            f.store.drain()
            #expect(!plan.isEmpty)
            let bad = plan.filter { line in
                line.hasPrefix("SCAN messages") || line.hasPrefix("SCAN m") && !query.contains("max(id)")
                    || line.hasPrefix("SCAN outbox") && !query.contains("IN (SELECT")
                    || line.contains("USE TEMP B-TREE") && !query.contains("effects")
            }
            #expect(bad.isEmpty || query.contains("max(id)"), "\(query): \(plan)")
        }
    }
}
