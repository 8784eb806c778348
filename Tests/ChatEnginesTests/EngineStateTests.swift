import EventLoop
import IMModel
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// The states of an own message as its row shows them: waiting for a connection, on the link, sent or failed.
@Suite struct EngineStateTests {
    /// The states that the host was told of, in order, each once.
    private static func states(_ client: TestClient, _ id: MessageID) -> [DeliveryState] {
        var states: [DeliveryState] = []
        for event in client.events {
            switch event {
            case .inserted(let messages), .updated(let messages):
                states += messages.filter { $0.id == id }.map(\.state)
            default: break
            }
        }
        return states.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test func waitingSendingSent() throws {
        let world = try World()
        let alice = world.client(1)
        alice.forgetEvents()
        let message = alice.send("hello", to: "peer:2")
        world.settle()
        #expect(Self.states(alice, message.id) == [.waiting, .sending, .sent])
        // Nothing of it is left behind.
        #expect(alice.engine.handed.isEmpty && alice.engine.written.isEmpty)
    }

    @Test func withoutALinkItWaitsAndAPageSaysTheSame() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.goAway()
        world.settle(10)
        let message = alice.send("hello", to: "peer:2")
        world.settle()
        #expect(Self.states(alice, message.id) == [.waiting])
        world.server.listen()
        // The server takes bytes and says nothing: on the link, in a page too, and not in the store.
        world.network.faults = {
            var silent = SimulatedStream.Faults()
            silent.tamper = FrameTamper { .drop }
            return (SimulatedStream.Faults(), silent)
        }
        alice.call { $0.retryNow() }
        world.settle()
        #expect(Self.states(alice, message.id) == [.waiting, .sending])
        #expect(try alice.history(of: "peer:2").last?.state == .sending)
        #expect(alice.outbox.map(\.state) == [.waiting])
        // Cut before the ACK: it waits again, and goes out once more.
        for stream in world.network.streams { stream.break() }
        world.settle(10)
        #expect(try alice.history(of: "peer:2").last?.state == .waiting)
        world.network.faults = { (SimulatedStream.Faults(), SimulatedStream.Faults()) }
        alice.call { $0.retryNow() }
        world.settle()
        #expect(Self.states(alice, message.id) == [.waiting, .sending, .waiting, .sending, .sent])
    }

    @Test func aRefusalEndsIt() throws {
        let world = try World()
        let alice = world.client(1)
        alice.forgetEvents()
        let message = alice.send("hello", to: "group:999")
        world.settle()
        #expect(Self.states(alice, message.id) == [.waiting, .sending, .failed(.noSuchGroup)])
        let failed = try #require(try alice.history(of: "group:999").last)
        alice.call { $0.resend(failed) { _ in } }
        world.settle()
        #expect(
            Self.states(alice, message.id).suffix(3) == [.waiting, .sending, .failed(.noSuchGroup)],
            "a resend goes the same way")
        #expect(alice.engine.handed.isEmpty && alice.engine.written.isEmpty)
    }

    @Test func aKillOnTheLinkLeavesItWaiting() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        world.network.faults = {
            var silent = SimulatedStream.Faults()
            silent.silentAfter = 500
            return (SimulatedStream.Faults(), silent)
        }
        for stream in world.network.streams { stream.fallSilent() }
        let message = alice.send("hello", to: "peer:2")
        world.settle()
        #expect(Self.states(alice, message.id).last == .sending)
        alice.kill()
        world.network.faults = { (SimulatedStream.Faults(), SimulatedStream.Faults()) }
        world.server.goAway()
        alice.start()
        world.settle(100)
        #expect(try alice.history(of: "peer:2").last?.state == .waiting)
        world.server.listen()
        world.settle(60_000)
        #expect(try alice.history(of: "peer:2").map(\.state) == [.sent])
    }
}
