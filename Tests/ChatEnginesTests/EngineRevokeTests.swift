import EventLoop
import IMModel
import IMServer
import IMService
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineRevokeTests {
    private func revoke(_ client: TestClient, _ message: Message) -> () -> [MessageFlowAnswer] {
        var answers: [MessageFlowAnswer] = []
        client.call { engine in
            engine.interaction(for: message.session).service.revoke(message) { answers.append(MessageFlowAnswer($0)) }
        }
        return { answers }
    }

    @Test func anOwnMessageIsTakenBackHereAndThere() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        alice.send("oops", to: "peer:2")
        world.settle()
        let message = try #require(try alice.history(of: "peer:2").first)
        let answers = revoke(alice, message)
        #expect(answers().isEmpty)
        world.settle()
        #expect(answers().map(\.error) == [nil])
        #expect(answers().first?.message?.content == .revoked)
        #expect(try alice.texts("peer:2") == ["(revoked)"])
        #expect(try bob.texts("peer:1") == ["(revoked)"])
        #expect(bob.shownTexts("peer:1") == ["(revoked)"])
        #expect(bob.unread("peer:1") == 0)
    }

    @Test func aRevokeBeforeItsTargetAndWithoutOneAreHarmless() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.say(#"{"revoke":{"msgid":"later"}}"#, from: 2, to: 1)
        world.server.say(#"{"revoke":{"msgid":"never"}}"#, from: 2, to: 1)
        world.settle()
        #expect(try alice.texts("peer:2") == [])
        world.server.say(#"{"text":"here at last","uuid":"later"}"#, from: 2, to: 1)
        world.server.say(#"{"text":"stays","uuid":"other"}"#, from: 2, to: 1)
        world.settle()
        #expect(try alice.texts("peer:2") == ["(revoked)", "stays"])
    }

    @Test func onlyTheAuthorTakesBack() throws {
        let world = try World()
        world.server.putGroup(50, name: "g", members: [1, 2, 3])
        let alice = world.client(1)
        world.server.say(#"{"text":"mine","uuid":"t"}"#, from: 2, group: 50)
        world.server.say(#"{"revoke":{"msgid":"t"}}"#, from: 3, group: 50)
        world.settle()
        #expect(try alice.texts("group:50") == ["mine"])
        // A private message cannot reach into a group that we do not know.
        world.server.say(#"{"revoke":{"msgid":"t"},"group_id":"9999"}"#, from: 3, to: 1)
        world.settle()
        #expect(alice.engine.sessions.contains { $0.id.target == "9999" } == false)
    }

    @Test func tooLateAndOffTheLineHaveTheirReasons() throws {
        let world = try World()
        let alice = world.client(1)
        alice.send("old", to: "peer:2")
        world.settle(200_000)
        let old = try #require(try alice.history(of: "peer:2").first)
        #expect(revoke(alice, old)().map(\.error) == [.tooLate])
        alice.send("new", to: "peer:2")
        world.settle()
        let new = try #require(try alice.history(of: "peer:2").last)
        world.server.goAway()
        world.settle()
        let answers = revoke(alice, new)
        world.settle()
        #expect(answers().isEmpty)
        alice.call { $0.stop {} }
        world.settle()
        #expect(answers().map(\.error) == [.notSent(.disconnected)])
    }

    @Test func tagsAreReactions() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.say(#"{"text":"nice","uuid":"t"}"#, from: 2, to: 1)
        world.server.say(#"{"tag":{"msgid":"t","add_tag":"+1"},"uuid":"t2"}"#, from: 2, to: 1)
        world.settle()
        #expect(try alice.history(of: "peer:2").map(\.tags) == [["+1"]])
    }
}
