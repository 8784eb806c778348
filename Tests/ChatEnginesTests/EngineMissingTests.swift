import EventLoop
import IMModel
import IMServer
import IMService
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// What the server has and the store has not: told as a gap, fetched when the reader comes there.
@Suite struct EngineMissingTests {
    private func text(_ number: Int) -> String { #"{"text":"old \#(number)","uuid":"old-\#(number)"}"# }
    /// A content without an id of its own.
    private func bare(_ number: Int) -> String { #"{"text":"bare \#(number)"}"# }

    private func page(_ client: TestClient, _ address: String) throws -> MessagePage {
        let session = client.session(address)
        var answer: Result<MessagePage, ProviderError>?
        client.engine.interaction(for: session).provider.messages(
            in: session, anchor: nil, direction: .older, limit: 1_000
        ) { answer = $0 }
        client.engine.store?.drain()
        return try #require(answer).get()
    }

    private func client(_ world: World, history: HistoryPolicy, path: String = ":memory:") -> TestClient {
        world.server.admit(1, name: "user1")
        let client = TestClient(1, clock: world.clock, network: world.network, path: path, history: history)
        client.start()
        world.settle()
        return client
    }

    @Test func whoOptedOutOfHistoryIsToldAndMayHaveIt() throws {
        let world = try World()
        world.server.admit(1)
        for number in 1...5 { world.server.say(text(number), from: 2, to: 1) }
        world.server.say(bare(6), from: 3, to: 1)
        world.settle(600_000)
        let alice = client(world, history: .none)
        #expect(try page(alice, "peer:2").messages.isEmpty)
        world.server.say(#"{"text":"new","uuid":"n"}"#, from: 2, to: 1)
        world.settle()
        let before = try page(alice, "peer:2")
        let gap = try #require(before.gaps.first)
        #expect(gap.before == before.messages.first?.id && gap.kind == .missing(fillsByItself: false))
        var answer: Result<Bool, ProviderError>?
        alice.engine.interaction(for: alice.session("peer:2")).provider.fill(gap, in: alice.session("peer:2")) {
            answer = $0
        }
        world.settle(5_000)
        #expect(answer == .success(true))
        #expect(try alice.texts("peer:2") == ["old 1", "old 2", "old 3", "old 4", "old 5", "new"])
        #expect(try alice.texts("peer:3") == ["bare 6"])
        #expect(alice.unread("peer:2") == 1)
        #expect(alice.unread("peer:3") == 0)
        #expect(try page(alice, "peer:2").gaps.isEmpty)
        #expect(alice.engine.missesHistory == false)
        // The key has not gone back, and the session is still the last one written in.
        world.server.say(#"{"text":"newer","uuid":"m"}"#, from: 2, to: 1)
        world.settle()
        #expect(try alice.texts("peer:2").last == "newer")
        #expect(alice.sessions[alice.session("peer:2")]?.preview == "newer")
    }

    @Test func withoutAConnectionTheGapStays() throws {
        let world = try World()
        world.server.admit(1)
        world.server.say(text(1), from: 2, to: 1)
        world.settle(600_000)
        let alice = client(world, history: .none)
        world.server.say(#"{"text":"new","uuid":"n"}"#, from: 2, to: 1)
        world.settle()
        world.server.goAway()
        world.settle(60_000)
        let gap = try #require(try page(alice, "peer:2").gaps.first)
        var answer: Result<Bool, ProviderError>?
        alice.engine.interaction(for: alice.session("peer:2")).provider.fill(gap, in: alice.session("peer:2")) {
            answer = $0
        }
        world.settle()
        #expect(answer == .failure(.offline))
        #expect(try page(alice, "peer:2").gaps.count == 1)
    }

    /// A server that takes the question and says nothing.
    @Test func whatIsNotAnsweredEndsSoon() throws {
        let world = try World()
        world.server.admit(1)
        world.server.say(text(1), from: 2, to: 1)
        world.settle(600_000)
        var isSilent = false
        world.network.faults = {
            var faults = SimulatedStream.Faults()
            faults.delay = { isSilent ? 3_600_000 : 1 }
            return (faults, SimulatedStream.Faults())
        }
        let alice = client(world, history: .none)
        world.server.say(#"{"text":"new","uuid":"n"}"#, from: 2, to: 1)
        world.settle()
        let gap = try #require(try page(alice, "peer:2").gaps.first)
        isSilent = true
        var answer: Result<Bool, ProviderError>?
        alice.engine.interaction(for: alice.session("peer:2")).provider.fill(gap, in: alice.session("peer:2")) {
            answer = $0
        }
        world.settle(GoBelieveEngine.historyPatience - 1)
        #expect(answer == nil)
        world.settle(1)
        #expect(answer == .failure(.timedOut))
        // The same question can be put again.
        #expect(alice.engine.historyReading == nil && alice.engine.missesHistory)
    }

    @Test(arguments: [0, 1, 2, 3]) func aStoreThatLostMessagesAndItsPlaceGetsThemBack(seed: UInt64) throws {
        let clock = ManualClock(wallClock: 1_764_500_000_000)
        let network = SimulatedNetwork(clock: clock)
        let server = try TestServer(clock: clock, network: network) { $0.syncLimit = 7 }
        server.admit(1)
        let path = TemporaryFile()
        let alice = TestClient(1, clock: clock, network: network, path: path.path)
        alice.start()
        clock.advance(by: 1_000)
        for number in 1...40 {
            server.say(number % 3 == 0 ? bare(number) : text(number), from: number % 2 == 0 ? 2 : 3, to: 1)
            if number % 5 == 0 { clock.advance(by: 1_000) }
        }
        clock.advance(by: 120_000)
        let (two, three) = (try alice.texts("peer:2"), try alice.texts("peer:3"))
        #expect(two.count + three.count == 40)
        let unread = alice.unread("peer:2")
        // Some rows and the key are lost, as in a damaged file.
        var random = SeededRandom(seed: seed)
        let lost = try alice.history(of: "peer:2").filter { _ in Bool.random(using: &random) }
        try alice.lose(lost.map(\.id))
        alice.kill()
        server.say(#"{"text":"while away","uuid":"w"}"#, from: 3, to: 1)
        alice.start()
        clock.advance(by: 60_000)
        #expect(try alice.texts("peer:2") == two)
        #expect(try alice.texts("peer:3") == three + ["while away"])
        #expect(alice.engine.missesHistory == false)
        #expect(alice.unread("peer:2") <= unread)
        // One more is news.
        #expect(alice.unread("peer:3") > 0)
    }
}
