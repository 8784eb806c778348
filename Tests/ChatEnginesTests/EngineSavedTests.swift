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
}
