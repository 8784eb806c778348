import IMModel
import Testing

@testable import MessageStore

@Suite struct OwnPlaceTests {
    private func place(_ f: StoreFixture, _ message: Message) throws -> InsertOutcome {
        let order = try #require(Int64(f.store.nextLocalID().rawValue))
        return try f.wait {
            f.store.insert(ReceivedBatch(items: [.ownPlace(message.id, order: order)]), completion: $0)
        }
    }

    private func texts(_ f: StoreFixture) throws -> [String] { try f.all().map(\.rawContent) }

    @Test func anOwnMessageMovesBehindWhatTheServerHadBefore() throws {
        let f = try StoreFixture()
        let own = f.own("own", origin: "own-origin")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        try f.receive([f.text("theirs", origin: "theirs-origin")])
        let outcome = try place(f, own)
        #expect(try texts(f) == ["theirs", "own"])
        #expect(outcome.changed.map(\.id) == [own.id])
        #expect(outcome.changed == [try #require(try f.message(own.id))])
        #expect(outcome.sessions.map(\.id) == [f.peer])
        // Its place is told once: later copies of it say nothing.
        try f.receive([f.text("more", origin: "more-origin")])
        #expect(try place(f, own).changed.isEmpty)
        #expect(try texts(f) == ["theirs", "own", "more"])
    }

    @Test func itStaysWhereNothingIsInBetween() throws {
        let f = try StoreFixture()
        let first = f.own("first", origin: "first-origin")
        let second = f.own("second", origin: "second-origin")
        for message in [first, second] { _ = try f.wait { f.store.insertOwn(message, completion: $0) } }
        #expect(try place(f, first).changed.map(\.state) == [.sent], "who has a place has arrived")
        _ = try f.wait { f.store.update(second.id, state: .sent, completion: $0) }
        // What is still on its way does not count.
        #expect(try place(f, first).changed.isEmpty)
        #expect(try f.message(first.id)?.version == first.version + 1)
        #expect(try place(f, second).changed.isEmpty)
        #expect(try texts(f) == ["first", "second"])
        #expect(try place(f, f.text("never kept")).changed.isEmpty)
    }

    @Test func aCopyInASyncTellsThePlaceToo() throws {
        let f = try StoreFixture()
        let own = f.own("own", origin: "own-origin")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        let outcome = try f.receive([
            f.text("before", origin: "before-o"), f.text("own", from: "1", origin: "own-origin"),
            f.text("after", origin: "after-or"),
        ])
        #expect(try texts(f) == ["before", "own", "after"])
        #expect(outcome.inserted.map(\.rawContent) == ["before", "after"])
        #expect(outcome.changed.map(\.state) == [.sent])
    }

    @Test func theReadMarkDoesNotMoveAlong() throws {
        let f = try StoreFixture()
        let old = f.text("old", origin: "old-origin")
        try f.receive([old])
        let own = f.own("own", origin: "own-origin")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        _ = try f.wait { f.store.markRead(f.peer, through: own.id, completion: $0) }
        try f.receive([f.text("new", origin: "new-origin")])
        _ = try place(f, own)
        let session = try #require(try f.session())
        #expect(session.lastRead == old.id)
        #expect(session.unreadCount == 1)
    }

    /// The server's order says what was earlier; a message whose place is not known may stand behind the marked one.
    @Test func whatIsReadFollowsThePlaces() throws {
        let f = try StoreFixture()
        let late = f.own("written first, sent last", origin: "late")
        let early = f.own("early", origin: "early")
        let marked = f.own("marked", origin: "marked")
        for message in [late, early, marked] { _ = try f.wait { f.store.insertOwn(message, completion: $0) } }
        for message in [late, early] { _ = try f.wait { f.store.update(message.id, state: .sent, completion: $0) } }
        _ = try place(f, marked)
        try f.effect(.read, on: "marked", from: "2")
        #expect(try f.all().map(\.state) == [.sent, .sent, .read], "their places are not known")
        try f.receive([f.text("theirs", origin: "theirs")])
        for message in [early, late] { _ = try place(f, message) }
        #expect(try f.message(early.id)?.state == .sent, "they stand behind what was read")
        // The next mark reads them all.
        let last = f.own("last", origin: "last")
        _ = try f.wait { f.store.insertOwn(last, completion: $0) }
        _ = try place(f, last)
        try f.effect(.read, on: "last", from: "2")
        #expect(try f.all().filter(\.isOutgoing).allSatisfy { $0.state == .read })
    }

    @Test func aPeerThatReadOneHasReadTheEarlierOnes() throws {
        let f = try StoreFixture()
        var ids: [MessageID] = []
        for number in 0..<5 {
            let own = f.own("m\(number)", origin: "origin-\(number)")
            ids.append(own.id)
            _ = try f.wait { f.store.insertOwn(own, completion: $0) }
            if number != 1 { _ = try place(f, own) }
        }
        _ = try f.wait { f.store.update(ids[1], state: .failed(.timedOut), completion: $0) }
        let outcome = try f.effect(.read, on: "origin-3", from: "2")
        #expect(try f.all().map(\.state) == [.read, .failed(.timedOut), .read, .read, .sent])
        #expect(outcome.changed.map(\.id) == [ids[0], ids[2], ids[3]])
        // In a group one reader says nothing of the others' messages.
        for number in 0..<2 {
            let own = f.own("g\(number)", in: f.group, origin: "group-\(number)")
            _ = try f.wait { f.store.insertOwn(own, completion: $0) }
            _ = try place(f, own)
        }
        try f.effect(.read, on: "group-1", from: "2", in: f.group)
        #expect(try f.all(f.group).map(\.state) == [.sent, .read])
    }
}
