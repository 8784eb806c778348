import EventLoop
import IMModel
import IMServer
import IMService
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineReadingTests {
    @Test func readingTellsThePeerOnce() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        world.settle(70_000)
        for number in 1...3 { alice.send("m\(number)", to: "peer:2") }
        world.settle()
        bob.send("an answer", to: "peer:1")
        world.settle()
        let session = bob.session("peer:1")
        let before = try world.server.queue(of: 1).count
        let history = try bob.history(of: "peer:1")
        bob.call { $0.markRead(session, upTo: history[3].id) }
        world.settle()
        #expect(try world.server.queue(of: 1).count == before + 1)
        #expect(try alice.history(of: "peer:2").map(\.state) == [.read, .read, .read, .incoming])
        #expect(alice.shown.values.filter { $0.state == .read }.count == 3)
        #expect(bob.unread("peer:1") == 0)
        // What was read before is not told again.
        bob.call { $0.markRead(session, upTo: history[0].id) }
        bob.call { $0.markRead(session, upTo: history[3].id) }
        world.settle()
        #expect(try world.server.queue(of: 1).count == before + 1)
        #expect(bob.outbox == [])
    }

    @Test func marksMadeWithoutAConnectionAreOne() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        for number in 1...3 { alice.send("m\(number)", to: "peer:2") }
        world.settle()
        world.server.goAway()
        world.settle()
        for message in try bob.history(of: "peer:1") {
            bob.call { $0.markRead(message.session, upTo: message.id) }
            world.settle(10)
        }
        let before = try world.server.queue(of: 1).count
        world.server.listen()
        world.settle(120_000)
        #expect(try world.server.queue(of: 1).count == before + 1)
        #expect(try alice.history(of: "peer:2").map(\.state) == [.read, .read, .read])
        #expect(bob.engine.sentReadMarks.isEmpty)
        #expect(bob.engine.readMarks.isEmpty)
    }

    @Test func groupsHistoryAndOwnMessagesAreNotTold() throws {
        let world = try World()
        world.server.putGroup(50, name: "g", members: [1, 2])
        world.server.admit(1)
        world.server.say(#"{"text":"old","uuid":"o"}"#, from: 2, to: 1)
        world.settle(600_000)
        let alice = world.client(1)
        world.server.say(#"{"text":"in the group","uuid":"g"}"#, from: 2, group: 50)
        alice.send("mine", to: "peer:3")
        world.settle()
        let before = try world.server.queue(of: 2).count
        for address in ["peer:2", "group:50", "peer:3"] {
            let last = try #require(try alice.history(of: address).last)
            alice.call { $0.markRead(last.session, upTo: last.id) }
            world.settle()
        }
        #expect(alice.unread("group:50") == 0)
        #expect(try world.server.queue(of: 2).count == before)
        #expect(try world.server.queue(of: 3).count == 1)
    }

    @Test func readingOnAnotherDeviceCountsDownHere() throws {
        let world = try World()
        let phone = world.client(1, device: "phone")
        let laptop = world.client(1, device: "laptop")
        world.server.say(#"{"text":"both ring","uuid":"b"}"#, from: 2, to: 1)
        world.settle()
        #expect(laptop.unread("peer:2") == 1)
        let message = try #require(try phone.history(of: "peer:2").first)
        phone.call { $0.markRead(message.session, upTo: message.id) }
        world.settle()
        #expect(laptop.unread("peer:2") == 0)
        #expect(laptop.sessions[laptop.session("peer:2")]?.unreadCount == 0)
    }
}
