import EventLoop
import IMModel
import IMServer
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

@Suite struct EngineMuteTests {
    /// What the prechecks of a session say to sending.
    private func verdict(_ client: TestClient, _ session: SessionID) -> PrecheckVerdict {
        client.call { engine in
            let message = engine.makeMessage(text: "x", in: session, replyTo: nil)
            let verdicts = engine.interaction(for: session).prechecks.map { $0.shouldSend(message, in: session) }
            return verdicts.first { $0 != .allow } ?? .allow
        }
    }

    @Test func whoIsMutedIsRefusedAtOnceAndAfterARestart() throws {
        let world = try World()
        let file = TemporaryFile()
        let bob = world.client(2, path: file.path)
        let carol = world.client(3)
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 1), members: [2, 3])
        world.settle()
        let session = bob.session("group:\(group.id)")
        #expect(verdict(bob, session) == .allow)
        try world.server.core.muteMember(2, of: group.id, true)
        world.settle()
        #expect(verdict(bob, session) == .refuse("you are muted in this group"))
        #expect(verdict(carol, carol.session("group:\(group.id)")) == .allow)

        bob.kill()
        bob.start()
        world.settle()
        _ = verdict(bob, session)
        world.settle()
        #expect(verdict(bob, session) == .refuse("you are muted in this group"))

        try world.server.core.muteMember(2, of: group.id, false)
        world.settle()
        #expect(verdict(bob, session) == .allow)
    }

    /// A quiet group is the server's to know too; other sessions have no word for it there.
    @Test func aQuietGroupIsToldToTheDirectory() throws {
        let world = try World()
        let directory = FakeDirectory()
        let alice = world.client(1, directory: directory)
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 1), members: [2])
        world.server.say(#"{"text":"hi"}"#, from: 2, to: 1)
        world.settle()
        let (crew, bob) = (alice.session("group:\(group.id)"), alice.session("peer:2"))
        for isMuted in [true, false] {
            alice.call { engine in
                engine.setMuted(isMuted, session: crew)
                engine.setMuted(isMuted, session: bob)
            }
            world.settle()
            #expect(alice.sessions[crew]?.isMuted == isMuted)
            #expect(alice.sessions[bob]?.isMuted == isMuted)
        }
        #expect(directory.operations == [.quieten(crew, true), .quieten(crew, false)])

        func notes() -> [String] { alice.events.compactMap { if case .notice(let text) = $0 { text } else { nil } } }
        #expect(notes() == [])
        directory.manner = .failing
        alice.call { $0.setMuted(true, session: crew) }
        world.settle()
        #expect(alice.sessions[crew]?.isMuted == true)
        #expect(notes() == ["quiet on this machine only: the directory is shut"])

        try world.server.core.removeMember(1, from: group.id)
        world.settle()
        alice.call { $0.setMuted(false, session: crew) }
        world.settle()
        #expect(directory.operations.count == 3, "who is out of a group has nothing to set in it")
        #expect(alice.sessions[crew]?.isMuted == false)
    }

    @Test func noticesNameEverybodyByTheKnownName() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        let alice = world.client(1, directory: directory)
        let bob = world.client(2)
        bob.send("hello", to: "peer:1")
        world.settle()
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 1), members: [2])
        world.settle()
        try world.server.core.muteMember(2, of: group.id, true)
        world.settle()
        let last = try alice.history(of: "group:\(group.id)").last?.content
        guard case .notification(let notification)? = last, case .mute(let member, true) = notification.change else {
            Issue.record("no notice")
            return
        }
        #expect(member.name == "Bob")
    }
}
