import IMModel
import IMService
import Testing

@testable import ChatEngines

/// What came in while there was no connection is told apart from what comes in live.
@Suite struct EngineMissedTests {
    private func missed(_ client: TestClient) -> [SessionID] {
        client.events.flatMap { event -> [SessionID] in if case .missed(let sessions) = event { sessions } else { [] } }
    }

    /// The number of the first event of each kind: rows, session, what was missed.
    private func places(_ client: TestClient) -> [Int] {
        [
            client.events.firstIndex { if case .inserted = $0 { true } else { false } },
            client.events.firstIndex { event in
                if case .sessionsChanged(let changed) = event { changed.contains { $0.unreadCount > 0 } } else { false }
            },
            client.events.firstIndex { if case .missed = $0 { true } else { false } },
        ].compactMap(\.self)
    }

    @Test func whatCameWhileTheProgramDidNotRun() throws {
        let file = TemporaryFile()
        let world = try World()
        let alice = world.client(1, path: file.path)
        let bob = world.client(2)
        bob.send("before", to: "peer:1")
        world.settle(70_000)
        let last = try #require(try alice.history(of: "peer:2").last)
        alice.call { $0.markRead(last.session, upTo: last.id) }
        world.settle()
        alice.kill()
        for number in 1...60 { bob.send("away \(number)", to: "peer:1") }
        world.settle(30_000)
        alice.forgetEvents()
        alice.start()
        world.settle()
        #expect(missed(alice) == [alice.session("peer:2")])
        #expect(places(alice).count == 3 && places(alice) == places(alice).sorted())
        #expect(alice.unread("peer:2") == 60)
        #expect(alice.sessions[alice.session("peer:2")]?.lastRead == last.id)
        // From here on it is live.
        alice.forgetEvents()
        for number in 1...3 {
            bob.send("live \(number)", to: "peer:1")
            world.settle()
        }
        #expect(alice.unread("peer:2") == 63)
        #expect(missed(alice) == [])
    }

    @Test func whatCameWhileTheLinkWasLost() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        bob.send("live", to: "peer:1")
        world.settle(70_000)
        #expect(missed(alice) == [])
        for _ in 0..<2 {
            alice.forgetEvents()
            alice.call { $0.disconnect() }
            world.settle()
            bob.send("away", to: "peer:1")
            alice.send("mine, elsewhere", to: "peer:3")
            world.settle()
            alice.call { $0.retryNow() }
            world.settle(30_000)
            #expect(missed(alice) == [alice.session("peer:2")])
        }
        alice.forgetEvents()
        alice.call { $0.disconnect() }
        world.settle()
        alice.call { $0.retryNow() }
        world.settle(30_000)
        bob.send("live again", to: "peer:1")
        world.settle()
        #expect(missed(alice) == [])
    }

    @Test func theLastPartIsInTheStoreOnlyAfterItsSyncHasEnded() {
        var syncs = RunningSyncs()
        func begins(_ queue: SyncQueue) -> Bool { syncs.commitBegins(queue) }
        syncs.set(.personal, true)
        #expect(begins(.personal))
        syncs.set(.personal, false)
        #expect(syncs.isEmpty)
        // The next part is asked for at once.
        syncs.set(.personal, true)
        syncs.commitSucceeded(.personal)
        #expect(begins(.personal))
        syncs.set(.personal, false)
        syncs.commitSucceeded(.personal)
        #expect(!begins(.personal))
        syncs.commitSucceeded(.personal)
        // A later sync of the same login is live, that of another queue catches up for itself.
        syncs.set(.personal, true)
        #expect(!begins(.personal))
        syncs.set(.group(7), true)
        #expect(begins(.group(7)))
        syncs.disconnected()
        syncs.set(.personal, false)
        syncs.set(.personal, true)
        #expect(begins(.personal))
    }
}
