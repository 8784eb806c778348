import IMModel
import TestSupport
import Testing

@testable import ChatEngines

/// What one message may cost, in counts: nothing in proportion to the sessions or the history.
@Suite struct EngineCostTests {
    @Test func oneMessageTellsOfOneSessionWhateverIsThere() throws {
        let world = try World()
        let alice = world.client(1)
        for uid in 2...300 { world.server.say(#"{"text":"m","uuid":"a\#(uid)"}"#, from: Int64(uid), to: 1) }
        for number in 0..<300 { world.server.say(#"{"text":"m","uuid":"b\#(number)"}"#, from: 2, to: 1) }
        world.settle()
        #expect(alice.sessions.count == 299)
        alice.forgetEvents()
        world.server.say(#"{"text":"one more","uuid":"c"}"#, from: 2, to: 1)
        world.settle()
        #expect(counts(alice) == Counts(events: 2, messages: 1, sessions: 1))
        alice.forgetEvents()
        alice.send("an answer", to: "peer:2")
        world.settle()
        // Shown, on the link, and sent.
        #expect(counts(alice) == Counts(events: 4, messages: 3, sessions: 1))
        alice.forgetEvents()
        let last = try #require(try alice.history(of: "peer:2").last)
        alice.call { $0.markRead(last.session, upTo: last.id) }
        world.settle()
        #expect(counts(alice).sessions <= 2)
        #expect(counts(alice).messages == 0)
    }

    private struct Counts: Equatable {
        var events: Int
        var messages: Int
        var sessions: Int
    }

    private func counts(_ client: TestClient) -> Counts {
        var counts = Counts(events: client.events.count, messages: 0, sessions: 0)
        for event in client.events {
            switch event {
            case .inserted(let messages), .updated(let messages): counts.messages += messages.count
            case .sessionsChanged(let sessions): counts.sessions += sessions.count
            default: break
            }
        }
        return counts
    }
}
