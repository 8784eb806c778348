import EventLoop
import IMModel
import IMServer
import IMService
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineSessionTests {
    @Test func whoIsOnlyLookedUpGetsNoSession() throws {
        let world = try World()
        let alice = world.client(1)
        var found: [SessionID] = []
        for address in ["peer:5", "group:6"] {
            alice.call { $0.findSession(address: address) { if case .success(let id) = $0 { found.append(id) } } }
        }
        world.settle()
        #expect(found == [alice.session("peer:5"), alice.session("group:6")])
        #expect(alice.sessions.isEmpty)
        alice.call { $0.openSession(address: "peer:5") { _ in } }
        world.settle()
        #expect(alice.sessions.count == 1)
    }

    @Test func everySettingOfASessionWorksAtTheVeryFirstStart() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let bob = alice.session("peer:2")
        alice.call { engine in
            engine.setDraft(Draft(text: "half a thou", caret: 4), in: bob)
            engine.setMuted(true, session: bob)
            engine.setPinned(true, session: bob)
            engine.enterRoom("1")
            engine.markRead(bob, upTo: MessageID("77"))
        }
        world.settle()
        let session = try #require(alice.sessions[bob])
        #expect(session.draft == Draft(text: "half a thou", caret: 4))
        #expect(session.isMuted && session.isPinned)
        #expect(session.capabilities.isSuperset(of: [.send, .revoke, .readReceipts]))
        #expect(alice.sessions[alice.session("room:1")] != nil)
        // Each change is told a bounded number of times.
        #expect(alice.events.count < 20)
        alice.kill()
        alice.start()
        world.settle()
        #expect(alice.sessions[bob]?.draft?.text == "half a thou")
        #expect(alice.sessions[bob]?.isMuted == true)
        alice.call { $0.setDraft(nil, in: bob) }
        alice.call { $0.setMuted(false, session: bob) }
        world.settle()
        #expect(alice.sessions[bob]?.draft == nil)
        #expect(alice.sessions[bob]?.isMuted == false)
    }

    @Test func aReadMarkCountsDownAndStays() throws {
        let world = try World()
        let alice = world.client(1)
        world.settle(70_000)
        for number in 1...3 { world.server.say(#"{"text":"m","uuid":"u\#(number)"}"#, from: 2, to: 1) }
        world.settle()
        #expect(alice.unread("peer:2") == 3)
        let history = try alice.history(of: "peer:2")
        alice.call { $0.markRead(alice.session("peer:2"), upTo: history[1].id) }
        world.settle()
        #expect(alice.unread("peer:2") == 1)
        #expect(alice.sessions[alice.session("peer:2")]?.lastRead == history[1].id)
        // Backwards is no way.
        alice.call { $0.markRead(alice.session("peer:2"), upTo: history[0].id) }
        world.settle()
        #expect(alice.unread("peer:2") == 1)
    }

    @Test func addressesFindTheirSessions() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [
            Contact(id: ContactID("2"), name: "bob"), Contact(id: ContactID("3"), name: "a:b"),
            Contact(id: ContactID("4"), name: "twin"),
            Contact(id: ContactID("5"), name: "twin"), Contact(id: ContactID("6"), name: "007"),
        ]
        directory.groupsKnown = [DirectoryGroup(id: "50", name: "crew: night", members: [])]
        directory.roomsKnown = [Contact(id: ContactID("9"), name: "lobby")]
        let alice = world.client(1, directory: directory)
        func open(_ address: String) -> Result<String, AddressError>? {
            var answers: [Result<SessionID, AddressError>] = []
            alice.call { $0.openSession(address: address) { answers.append($0) } }
            world.settle(20_000)
            #expect(answers.count == 1, "\(address)")
            return answers.first?.map(\.address)
        }
        #expect(open("bob") == .success("peer:2"))
        #expect(open("peer:bob") == .success("peer:2"))
        #expect(open("7") == .success("peer:7"))
        #expect(open("a/peer:bob") == .success("peer:2"))
        #expect(open("a/system") == .success("system"))
        #expect(open("a:b") == .success("peer:3"))
        #expect(open("peer:a:b") == .success("peer:3"))
        #expect(open("007") == .success("peer:6"))
        #expect(open("twin") == .failure(.ambiguous(["peer:4", "peer:5"])))
        #expect(open("nobody") == .failure(.unknown("nobody")))
        #expect(open("group:50") == .success("group:50"))
        #expect(open("group:crew: night") == .success("group:50"))
        #expect(open("group:none") == .failure(.unknown("none")))
        #expect(open("room:9") == .success("room:9"))
        #expect(open("room:lobby") == .success("room:9"))
        #expect(open("customer:1453/9001") == .success("customer:1453/9001"))
        #expect(open("system") == .success("system"))
        for wrong in [
            "", "peer:", "group:", "room:", "customer:", "customer:1", "customer:1/2/3", "customer:01/2",
            "customer:+1/2", "customer:1/0", "system:x",
        ] {
            guard case .failure(.malformed)? = open(wrong) else {
                Issue.record("\(wrong) is taken")
                continue
            }
        }
        directory.manner = .failing
        #expect(open("stranger") == .failure(.unreachable("the directory is shut")))
        #expect(open("bob") == .success("peer:2"))
        directory.manner = .never
        #expect(open("stranger") == .failure(.unreachable("the directory does not answer")))
    }

    @Test func aNameOfTheUsersOwnAndTheDirectorysAreBothMeant() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "bob")]
        let alice = world.client(1, directory: directory)
        alice.call { $0.setAlias("bob", for: ContactID("8")) }
        world.settle()
        var answers: [Result<SessionID, AddressError>] = []
        alice.call { $0.openSession(address: "bob") { answers.append($0) } }
        world.settle()
        #expect(answers == [.failure(.ambiguous(["peer:2", "peer:8"]))])
    }

    @Test func stoppingWhileStartingLeavesNothingRunning() throws {
        let world = try World()
        let alice = world.client(1, starts: false)
        var started: [Bool] = []
        var stopped = 0
        alice.start { if case .success = $0 { started.append(true) } else { started.append(false) } }
        alice.call { $0.stop { stopped += 1 } }
        world.settle(100_000)
        #expect(started == [false])
        #expect(stopped == 1)
        #expect(alice.engine.connectionState == .offline)
        #expect(alice.engine.service == nil)
        #expect(world.network.streams.isEmpty)
        alice.start { if case .success = $0 { started.append(true) } else { started.append(false) } }
        world.settle()
        #expect(started == [false, true])
        #expect(alice.engine.connectionState == .online(syncing: false))
    }

    @Test func aStoreThatCannotBeOpenedIsTold() throws {
        let world = try World()
        let alice = world.client(1, path: "/nowhere/at/all/\u{0}", starts: false)
        var answers: [Result<Void, ChatEngineError>] = []
        alice.start { answers.append($0) }
        #expect(answers.isEmpty)
        world.settle()
        // Somebody may make the folder: trying again can help.
        guard case .failure(.storeInTrouble)? = answers.first, answers.count == 1 else {
            Issue.record("\(answers)")
            return
        }
        // What a newer program wrote does not become older.
        let words = StoreTrouble.words(.newerVersion(found: 9, known: 3))
        #expect(StoreTrouble.obstacle(.newerVersion(found: 9, known: 3)) == .storeUnavailable(words))
        #expect(StoreTrouble.obstacle(.diskFull) == .storeInTrouble(StoreTrouble.words(.diskFull)))
    }
}
