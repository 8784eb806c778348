import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

@Suite struct UnreadTests {
    @Test func whatCounts() throws {
        let f = try StoreFixture()
        func message(_ content: MessageContent, from sender: String = "2") -> Message {
            var message = f.text("x", from: sender)
            message.content = content
            return message
        }
        let notice = GroupNotification(groupID: "7", change: .disband)
        let table: [(Message, isHistory: Bool, counts: Bool)] = [
            (message(.text(TextContent("x"))), false, true),
            (message(.text(TextContent("x"))), true, false),
            (message(.call(CallContent(event: .dial(video: false), channel: "c"))), false, false),
            (message(.image(url: "u", width: 1, height: 1)), false, true),
            (message(.unknown(kind: "poll")), false, true),
            (message(.system("s")), false, true),
            (message(.notification(notice)), false, false),
            (message(.revoked), false, false),
            (message(.revoke(originID: "o")), false, false),
            (message(.readMark(originID: "o")), false, false),
            (message(.tag(originID: "o", tag: "t", added: true)), false, false),
        ]
        var expected = 0
        for (message, isHistory, counts) in table {
            try f.receive([message], isHistory: isHistory)
            expected += counts ? 1 : 0
            #expect(try f.session()?.unreadCount == expected, "\(message.content)")
        }
        // Contents that act on others have no row.
        #expect(try f.all().count == table.count - 3)
        _ = try f.wait { f.store.setMuted(true, in: f.peer, completion: $0) }
        try f.receive([f.text("muted ones count too", mentions: true)])
        #expect(try f.session()?.unreadCount == expected + 1)
        #expect(try f.session()?.mentionCount == 1)
    }

    /// Many messages are marked without touching them; their flags follow in small steps, and nothing shows.
    @Test func aLongStretchIsMarkedAtOnce() throws {
        let f = try StoreFixture()
        let messages = (0..<6_000).map { f.text("text", origin: "o-\($0)", mentions: $0 % 100 == 0) }
        try f.receive(messages)
        #expect(try f.session()?.unreadCount == 6_000)
        #expect(try f.session()?.mentionCount == 60)
        func flagged() throws -> Int {
            try f.wait { done in
                f.store.read { (access) throws(DatabaseError) -> Int in
                    try access.connection.first("SELECT count(*) FROM messages WHERE flags & 2 = 2") { $0.int(0) } ?? 0
                } completion: {
                    done($0)
                }
            }
        }
        let marked = try f.wait { f.store.markRead(f.peer, through: messages[4_999].id, completion: $0) }
        #expect(marked.unreadCount == 1_000)
        #expect(marked.mentionCount == 10)
        #expect(try flagged() > 1_000)
        // A message under the mark that goes was not counted any more.
        let after = try f.wait { f.store.delete(messages[4_990].id, completion: $0) }
        #expect(after?.unreadCount == 1_000)
        _ = try f.effect(.revoke, on: "o-4980", from: "2")
        #expect(try f.session()?.unreadCount == 1_000)
        let less = try f.wait { f.store.delete(messages[5_500].id, completion: $0) }
        #expect(less?.unreadCount == 999)
        while f.store.drain() > 0 {}
        #expect(try flagged() == 999)
        let rest = try f.wait { f.store.markRead(f.peer, through: nil, completion: $0) }
        #expect(rest.unreadCount == 0)
        #expect(rest.mentionCount == 0)
        while f.store.drain() > 0 {}
        #expect(try flagged() == 0)
    }

    @Test func whoWritesElsewhereHasRead() throws {
        let f = try StoreFixture()
        try f.receive([f.text("a"), f.text("b", mentions: true)])
        #expect(try f.session()?.unreadCount == 2)
        // An old page does not count, and nobody has checked who it is in a room.
        let room = SessionID(account: "a", kind: .room, target: "5")
        try f.receive([f.text("in the room", in: room)])
        try f.receive([f.text("me?", from: "1", in: room)])
        try f.receive([f.text("from a page", from: "1")], isHistory: true)
        #expect(try f.session()?.unreadCount == 2)
        #expect(try f.session(room)?.unreadCount == 1)
        try f.receive([f.text("answered on the phone", from: "1"), f.text("and then")])
        #expect(try f.session()?.unreadCount == 1)
        #expect(try f.session()?.mentionCount == 0)
    }

    @Test func theMarkNeverGoesBack() throws {
        let f = try StoreFixture()
        let messages = (1...4).map { f.text("m\($0)", order: Int64($0)) }
        try f.receive(messages)
        var session = try f.wait { f.store.markRead(f.peer, through: messages[2].id, completion: $0) }
        #expect(session.unreadCount == 1 && session.lastRead == messages[2].id)
        session = try f.wait { f.store.markRead(f.peer, through: messages[0].id, completion: $0) }
        #expect(session.unreadCount == 1 && session.lastRead == messages[2].id)
        session = try f.wait { f.store.markRead(f.peer, through: MessageID("12345"), completion: $0) }
        #expect(session.unreadCount == 1)
        session = try f.wait { f.store.markRead(f.peer, through: nil, completion: $0) }
        #expect(session.unreadCount == 0 && session.lastRead == messages[3].id)
    }

    @Test func thePreviewIsTheLastMessages() throws {
        let f = try StoreFixture()
        let first = f.text("first", order: 10, at: 100)
        let second = f.text("second\nline", origin: "s", order: 20, at: 200)
        try f.receive([first, second])
        #expect(try f.session()?.preview == "second line")
        try f.receive([f.text("old page", order: 5, at: 50)], isHistory: true)
        #expect(try f.session()?.preview == "second line")
        #expect(try f.session()?.lastActivity == 200)
        #expect(try f.session()?.lastType == nil, "words are enough")
        try f.effect(.revoke, on: "s", from: "2")
        #expect(try f.session()?.preview == nil && f.session()?.lastType == .revoked)
        #expect(try f.wait { f.store.sessions(completion: $0) }.map(\.lastType) == [.revoked])
        _ = try f.wait { f.store.delete(second.id, completion: $0) }
        #expect(try f.session()?.preview == "first" && f.session()?.lastType == nil)
        #expect(try f.session()?.lastActivity == 200)
        try f.receive([f.text("last", order: 15, at: 300)])
        #expect(try f.session()?.preview == "last")
    }

    /// What a read mark names: the last received message, over own ones and those without an id, not too far back.
    @Test func theLastReceivedMessageIsFound() throws {
        let f = try StoreFixture()
        let messages = [
            f.text("a", origin: "a"), f.text("b", origin: "b"), f.text("notice"),
            f.text("mine", from: "1", origin: "m"),
            f.text("elsewhere", in: f.group, origin: "g"),
        ]
        try f.receive(messages)
        func last(_ index: Int, _ reach: Int = 32) throws -> String? {
            try f.wait {
                f.store.lastReceived(in: f.peer, through: messages[index].id, reach: reach, completion: $0)
            }
        }
        #expect(try last(0) == "a")
        #expect(try last(1) == "b")
        #expect(try last(3) == "b")
        #expect(try last(3, 2) == nil)
        #expect(try last(4) == nil)
        _ = try f.wait { f.store.delete(messages[1].id, completion: $0) }
        #expect(try last(3) == "a")
        try f.receive((0..<40).map { f.text("\($0)", from: "1", origin: "own\($0)") })
        let newest = try #require(try f.all().last)
        #expect(try f.wait { f.store.lastReceived(in: f.peer, through: newest.id, reach: 32, completion: $0) } == nil)
    }
}
