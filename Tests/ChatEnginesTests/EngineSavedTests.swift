import EventLoop
import IMModel
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineSavedTests {
    @Test func savedMessagesAreListedTheLastSavedFirst() throws {
        let world = try World()
        let alice = world.client(1)
        for text in ["one", "two", "three"] { alice.send(text, to: "peer:2") }
        world.settle()
        func saved() -> [String] {
            var texts: [String] = []
            alice.call { engine in
                engine.savedMessages(limit: 2) { texts = ((try? $0.get()) ?? []).map(TestClient.text) }
            }
            world.settle()
            return texts
        }
        #expect(saved() == [])
        for index in [2, 0, 1] {
            let message = try alice.history(of: "peer:2")[index]
            alice.call { $0.save(message) { _ in } }
            world.settle()
        }
        #expect(saved() == ["two", "one"])
    }

    /// What was sent is found behind however much came in meanwhile.
    @Test func sentTextsAreTheNewestOwnOnes() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        for text in ["one", "two", "three"] {
            alice.send(text, to: "peer:2")
            world.settle()
        }
        for number in 0..<300 { bob.send("\(number)", to: "peer:1") }
        world.settle(20_000)
        func sent(_ limit: Int, _ address: String = "peer:2") -> [String] {
            var texts: [String] = []
            alice.call { engine in engine.sentTexts(in: alice.session(address), limit: limit) { texts = $0 } }
            world.settle()
            return texts
        }
        #expect(sent(200) == ["one", "two", "three"])
        #expect(sent(2) == ["two", "three"])
        #expect(sent(200, "peer:3") == [])
    }

    @Test func whatIsNotAcknowledgedCountsAsUnsent() throws {
        let world = try World()
        let alice = world.client(1)
        #expect(alice.engine.unsentCount == 0)
        alice.send("hello", to: "peer:2")
        #expect(alice.engine.unsentCount == 1)
        world.settle()
        #expect(alice.engine.unsentCount == 0)
        alice.call { $0.disconnect() }
        world.settle()
        alice.send("later", to: "peer:2")
        world.settle()
        #expect(alice.engine.unsentCount == 1)
    }
}
