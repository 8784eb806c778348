import EventLoop
import IMModel
import IMServer
import IMService
import IMWire
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineHistoryTests {
    private func text(_ number: Int) -> String { #"{"text":"old \#(number)","uuid":"old-\#(number)"}"# }

    @Test func theHistoryOfAFirstSyncIsNotUnreadButFreshGreetingsAre() throws {
        let world = try World()
        world.server.admit(1)
        for number in 1...3 { world.server.say(text(number), from: 2, to: 1) }
        world.server.core.postSystem(to: .init(appID: 7, uid: 1), text: "an old line")
        world.settle(600_000)
        world.server.say(#"{"text":"welcome","uuid":"w"}"#, from: 4, to: 1)
        world.settle(1_000)
        let alice = world.client(1)
        #expect(try alice.texts("peer:2") == ["old 1", "old 2", "old 3"])
        #expect(alice.unread("peer:2") == 0)
        #expect(alice.unread("system") == 0)
        #expect(alice.unread("peer:4") == 1)
        world.server.say(#"{"text":"now","uuid":"n"}"#, from: 2, to: 1)
        world.settle()
        #expect(alice.unread("peer:2") == 1)
    }

    @Test(arguments: [false, true]) func aFirstSyncOfManyBatchesIsHistoryToItsEnd(isKilled: Bool) throws {
        let clock = ManualClock(wallClock: 1_764_500_000_000)
        let network = SimulatedNetwork(clock: clock)
        let server = try TestServer(clock: clock, network: network) { $0.syncLimit = 2 }
        server.admit(1)
        for number in 1...12 { server.say(text(number), from: 2, to: 1) }
        clock.advance(by: 3_600_000)
        let path = TemporaryFile()
        let alice = TestClient(1, clock: clock, network: network, path: path.path)
        alice.start()
        if isKilled {
            while alice.shown.count < 4 { clock.advance(by: 1) }
            alice.kill()
            clock.advance(by: 1_000)
            alice.start()
        }
        clock.advance(by: 10_000)
        #expect(try alice.texts("peer:2").count == 12)
        #expect(alice.unread("peer:2") == 0)
        // And then it is over: what was missed while away is unread.
        clock.advance(by: 100_000)
        server.goAway()
        clock.advance(by: 1_000)
        server.say(#"{"text":"missed","uuid":"m"}"#, from: 2, to: 1)
        server.listen()
        clock.advance(by: 100_000)
        #expect(alice.unread("peer:2") == 1)
        alice.kill()
        alice.start()
        clock.advance(by: 1_000)
        #expect(alice.engine.firstSyncStart == nil)
    }

    @Test func anOwnMessageStandsWhereTheServerPutIt() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        world.server.goAway()
        world.settle()
        alice.send("written first", to: "peer:2")
        world.settle(10)
        world.server.say(#"{"text":"stored first","uuid":"s"}"#, from: 2, to: 1)
        world.settle(10)
        #expect(try alice.texts("peer:2") == ["written first"])
        world.server.listen()
        world.settle(120_000)
        #expect(try alice.texts("peer:2") == ["stored first", "written first"])
        #expect(alice.shownTexts("peer:2") == ["stored first", "written first"])
        #expect(try bob.texts("peer:1") == ["stored first", "written first"])
        #expect(alice.sessions[alice.session("peer:2")]?.preview == "written first")
    }

    @Test func aFullDiskAcknowledgesNothingAndRecovers() throws {
        let world = try World()
        let file = TemporaryFile()
        // Room for the schema and a few messages.
        let alice = world.client(1, path: file.path, maximumPages: 60)
        let big = String(repeating: "many words ", count: 400)
        for number in 1...40 { world.server.say(#"{"text":"\#(big)","uuid":"b\#(number)"}"#, from: 2, to: 1) }
        world.settle(30_000)
        let isInTrouble = alice.events.contains { if case .storeTrouble(.some) = $0 { true } else { false } }
        #expect(isInTrouble)
        let kept = try alice.history(of: "peer:2").count
        #expect(kept < 40)
        #expect(alice.shownTexts("peer:2").count == kept)
        let told = try #require(world.server.core.directory.users[.init(appID: 7, uid: 1)]?.syncKey)
        let keptKey = alice.engine.service?.syncKeys.personal ?? 0
        #expect(told == keptKey)
        // An own message that cannot be stored is not sent.
        var answers: [MessageFlowAnswer] = []
        for _ in 0..<40 {
            alice.send(big + big, to: "peer:2") { answers.append(MessageFlowAnswer($0)) }
            world.settle()
        }
        guard case .notSent(.notStored)? = answers.last?.error else {
            Issue.record("\(answers.map(\.error))")
            return
        }
        let sent = answers.filter { $0.error == nil }.count
        #expect(try world.server.queue(of: 2).count == 40 + sent)
        // Somebody makes room: the same file without the bound.
        alice.kill()
        let roomy = TestClient(1, clock: world.clock, network: world.network, path: file.path)
        roomy.start()
        world.settle(30_000)
        #expect(
            try roomy.history(of: "peer:2").filter { !$0.isOutgoing }.compactMap(\.originID)
                == (1...40).map { "b\($0)" })
    }

    @Test func aSyncedDoubleIsNoSecondRow() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.say(#"{"text":"once","uuid":"x"}"#, from: 2, to: 1)
        world.server.say(#"{"text":"once","uuid":"x"}"#, from: 2, to: 1)
        // The same id of another author is another message.
        world.server.say(#"{"text":"mine","uuid":"x"}"#, from: 1, to: 2)
        world.settle()
        #expect(try alice.texts("peer:2") == ["once", "mine"])
        // Whoever answers elsewhere has read.
        #expect(alice.unread("peer:2") == 0)
    }
}
