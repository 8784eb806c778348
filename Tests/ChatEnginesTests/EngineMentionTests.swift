import EventLoop
import IMModel
import IMServer
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineMentionTests {
    private func mentions(_ message: Message?) -> [String] {
        guard case .text(let text)? = message?.content else { return [] }
        return text.mentions.map { "\($0.id.rawValue) \($0.name ?? "")" }
    }

    @Test func whoIsNamedInAGroupIsMentioned() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Bob"), Contact(id: ContactID("3"), name: "Carol")]
        let alice = world.client(1, directory: directory)
        let (bob, carol) = (world.client(2), world.client(3))
        world.server.putGroup(50, name: "crew", members: [1, 2, 3])
        bob.send("here", to: "group:50")
        carol.send("here too", to: "group:50")
        world.settle()
        let sent = alice.send("@Bob, look; not mail@Carol", to: "group:50")
        world.settle()
        #expect(mentions(sent) == ["2 Bob"])
        let heard = try #require(try bob.history(of: "group:50").last)
        #expect(mentions(heard) == ["2 Bob"] && heard.mentionsMe)
        #expect(bob.sessions[bob.session("group:50")]?.mentionCount == 1)
        #expect(try carol.history(of: "group:50").last?.mentionsMe == false)
        #expect(carol.sessions[carol.session("group:50")]?.mentionCount == 0)
        let own = try #require(try alice.history(of: "group:50").last)
        #expect(mentions(own) == ["2 Bob"] && !own.mentionsMe)
        #expect(alice.sessions[alice.session("group:50")]?.mentionCount == 0)
        // Elsewhere nobody is mentioned.
        #expect(mentions(alice.send("@Bob", to: "peer:3")) == [])
        #expect(alice.send("@Bob", to: "peer:3").rawContent.contains("\"at\"") == false)
        #expect(mentions(alice.send("@user1 @nobody", to: "group:50")) == [])
    }

    @Test func membersAreFoundByTheirNicknames() throws {
        let world = try World()
        let alice = world.client(1)
        let group = try world.server.core.createGroup(
            name: "crew", master: .init(appID: 7, uid: 2), members: [1, 3])
        world.settle()
        let address = "group:\(group.id)"
        let session = alice.session(address)
        alice.call { _ = $0.interaction(for: session) }
        world.settle()
        #expect(mentions(alice.send("@Captain", to: address)) == [])
        alice.call { engine in
            engine.store?.addMember(
                Contact(id: ContactID("3"), name: "Captain"), to: session, completion: engine.keepMembers)
        }
        world.settle()
        #expect(mentions(alice.send("aye @Captain!", to: address)) == ["3 Captain"])
        #expect(mentions(alice.send("@#3", to: address)) == [])
    }
}
