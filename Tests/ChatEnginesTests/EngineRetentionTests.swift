import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineRetentionTests {
    @Test func oldMessagesGoBesideEverythingElse() throws {
        let world = try World()
        let alice = world.client(1)
        for number in 1...300 { world.server.say(#"{"text":"m\#(number)","uuid":"u\#(number)"}"#, from: 2, to: 1) }
        world.settle(5_000)
        alice.engine.markRead(alice.session("peer:2"), upTo: try #require(try alice.history(of: "peer:2").last?.id))
        world.settle()
        // Off by default.
        world.settle(3 * 86_400_000)
        #expect(try alice.texts("peer:2").count == 300)
        alice.call { $0.setRetention(Retention(days: 2)) }
        world.server.say(#"{"text":"today","uuid":"t"}"#, from: 2, to: 1)
        world.settle(60_000)
        #expect(try alice.texts("peer:2") == ["today"])
        #expect(alice.shownTexts("peer:2") == ["today"])
        #expect(alice.unread("peer:2") == 1)
        // The reader is told, and nothing is fetched again.
        let session = alice.session("peer:2")
        var page: MessagePage?
        alice.engine.interaction(for: session).provider.messages(in: session, anchor: nil, direction: .older, limit: 9)
        {
            page = try? $0.get()
        }
        alice.engine.store?.drain()
        #expect(page?.gaps.map(\.kind) == [.removed])
        // And by number, and off again.
        for number in 1...150 { world.server.say(#"{"text":"n\#(number)","uuid":"n\#(number)"}"#, from: 2, to: 1) }
        world.settle(5_000)
        alice.engine.markRead(session, upTo: try #require(try alice.history(of: "peer:2").last?.id))
        alice.call { $0.setRetention(Retention(messages: 100)) }
        world.settle(60_000)
        #expect(try alice.texts("peer:2").count == 100)
        alice.call { $0.setRetention(Retention()) }
        world.settle(10 * 86_400_000)
        #expect(try alice.texts("peer:2").count == 100)
    }
}
