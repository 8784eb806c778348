import Database
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

    /// A client whose own revoke is acknowledged, while the store refuses the effect by itself once.
    private final class RefusedRevoke {
        let world: World
        let alice: TestClient
        let disk: SimulatedDisk
        let answers: () -> [MessageFlowAnswer]
        private let file = TemporaryFile()
        private var isRefused = false

        init(_ revoke: (TestClient, Message) -> () -> [MessageFlowAnswer]) throws {
            world = try World()
            world.server.admit(1)
            disk = SimulatedDisk(clock: world.clock)
            alice = TestClient(1, clock: world.clock, network: world.network, path: file.path, disk: disk)
            alice.start()
            let message = try RefusedRevoke.placedMessage(of: alice, in: world)
            let key = try #require(alice.engine.service).syncKeys.personal
            answers = revoke(alice, message)
            disk.turn = { 1 }
            disk.refusal = { [unowned self] in
                defer { isRefused = true }
                return isRefused ? nil : .diskFull
            }
            world.settle()
            #expect(isRefused && answers().isEmpty)
            #expect(try #require(alice.engine.service).syncKeys.personal > key)
        }

        /// An own message at the end of the queue; the place of what comes next is told with its acknowledgement.
        static func placedMessage(of client: TestClient, in world: World) throws -> Message {
            world.settle()
            world.server.say(#"{"text":"hi","uuid":"h"}"#, from: 2, to: 1)
            world.settle()
            client.send("oops", to: "peer:2")
            world.settle()
            return try #require(client.shown.values.first { $0.isOutgoing })
        }
    }

    /// The key of the revoke's place is told to the server, which never tells of the revoke again.
    @Test func aRevokeIsKeptTogetherWithItsPlace() throws {
        let refused = try RefusedRevoke(revoke)
        refused.alice.kill()
        refused.alice.start()
        refused.world.settle(5_000)
        refused.disk.isCalm = true
        #expect(try refused.alice.texts("peer:2") == ["hi", "(revoked)"])
    }

    @Test func whoRevokedHearsOfItAlsoWhenThePlaceWasKeptFirst() throws {
        let refused = try RefusedRevoke(revoke)
        #expect(refused.alice.shownTexts("peer:2") == ["hi", "(revoked)"])
        refused.world.settle(5_000)
        #expect(refused.answers().map(\.error) == [nil])
        #expect(refused.answers().first?.message?.content == .revoked)
    }

    @Test func aRevokeThatIsAcknowledgedTooLateIsDoneAllTheSame() throws {
        let world = try World()
        let bob = world.client(2)
        var delay: Int64 = 1
        world.network.faults = {
            var toClient = SimulatedStream.Faults()
            toClient.delay = { delay }
            return (SimulatedStream.Faults(), toClient)
        }
        let alice = world.client(1)
        let message = try RefusedRevoke.placedMessage(of: alice, in: world)
        // A slow link that shows signs of life.
        delay = 8_000
        bob.engine.service?.sendTyping(to: 1)
        world.settle(100)
        delay = 16_000
        let answers = revoke(alice, message)
        world.settle(15_500)
        #expect(answers().map(\.error) == [.notSent(.timedOut)])
        #expect(try alice.texts("peer:2") == ["hi", "oops"])
        world.settle(5_000)
        #expect(try alice.texts("peer:2") == ["hi", "(revoked)"])
        #expect(answers().count == 1)
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
