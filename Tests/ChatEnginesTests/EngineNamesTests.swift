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

@Suite struct EngineNamesTests {
    private func json(_ text: String, _ uuid: String) -> String { #"{"text":"\#(text)","uuid":"\#(uuid)"}"# }

    private func senders(_ client: TestClient, _ address: String) -> [String?] {
        let session = client.session(address)
        return client.shown.values.filter { $0.session == session }
            .sorted { (Int($0.id.rawValue) ?? 0) < (Int($1.id.rawValue) ?? 0) }.map(\.sender.name)
    }

    @Test func aKnownDirectoryNamesTheFirstMessageAtOnce() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        let alice = world.client(1, directory: directory)
        world.server.say(json("hi", "1"), from: 2, to: 1)
        world.settle()
        #expect(senders(alice, "peer:2") == ["Bob"])
        #expect(alice.sessions[alice.session("peer:2")]?.name == "Bob")
        world.server.say(json("again", "2"), from: 2, to: 1)
        world.settle()
        #expect(directory.questions == ["2"])
    }

    @Test func aDirectoryThatIsAwayIsToldOnceAndTriedAgainWithPauses() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.manner = .failing
        let alice = world.client(1, directory: directory)
        func notes() -> [String] {
            alice.events.compactMap { if case .notice(let text) = $0 { text } else { nil } }
        }
        #expect(notes() == ["no names: the directory is shut"])
        #expect(directory.groupQuestions == 1)
        world.settle(60_000)
        // After 2, 4, 8, 16 and 32 s, and not more often.
        #expect((4...5).contains(directory.groupQuestions - 1), "\(directory.groupQuestions)")
        #expect(notes().count == 1)
        world.server.say(json("hi", "1"), from: 2, to: 1)
        world.settle()
        #expect(senders(alice, "peer:2") == [nil], "messages come without names")
        directory.manner = .atOnce
        directory.groupsKnown = [DirectoryGroup(id: "9", name: "crew", members: [])]
        world.settle(300_000)
        #expect(alice.sessions[alice.session("group:9")]?.name == "crew")
        let asked = directory.groupQuestions
        world.settle(600_000)
        #expect(directory.groupQuestions == asked, "well again: no more tries")
    }

    @Test func aLateAnswerNamesLater() throws {
        let world = try World()
        let directory = FakeDirectory()
        let alice = world.client(1, directory: directory)
        directory.manner = .byHand
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        world.server.say(json("hi", "1"), from: 2, to: 1)
        world.settle(300)
        #expect(senders(alice, "peer:2") == [])
        world.settle(1_000)
        #expect(senders(alice, "peer:2") == [nil])
        directory.answer()
        world.settle()
        #expect(alice.engine.contact(ContactID("2")).name == "Bob")
        #expect(alice.sessions[alice.session("peer:2")]?.name == "Bob")
        let isTold = alice.events.contains {
            if case .contactChanged(let contact) = $0 { contact.name == "Bob" } else { false }
        }
        #expect(isTold)
        #expect(try alice.history(of: "peer:2").map(\.sender.name) == ["Bob"])
    }

    @Test(arguments: [FakeDirectory.Manner.failing, .never]) func aDirectoryThatDoesNotAnswerLosesNothing(
        manner: FakeDirectory.Manner
    ) throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.manner = manner
        let alice = world.client(1, directory: directory)
        for number in 1...4 { world.server.say(json("m\(number)", "\(number)"), from: Int64(number + 1), to: 1) }
        world.settle(5_000)
        #expect((2...5).map { (try? alice.texts("peer:\($0)")) ?? [] } == (1...4).map { ["m\($0)"] })
        guard case .failing = manner else { return }
        // It is left in peace for a while, and asked again then.
        let asked = directory.questions.count
        world.server.say(json("m9", "9"), from: 2, to: 1)
        world.settle()
        #expect(directory.questions.count == asked)
        directory.manner = .atOnce
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        world.settle(60_000)
        world.server.say(json("m10", "10"), from: 2, to: 1)
        world.settle()
        #expect(senders(alice, "peer:2").last == "Bob")
    }

    @Test func manyStrangersAtOnceGetTheirNamesInTheEnd() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = (2...120).map { Contact(id: ContactID(String($0)), name: "name \($0)") }
        world.server.admit(1)
        for uid in 2...120 { world.server.say(json("m", "\(uid)"), from: Int64(uid), to: 1) }
        world.settle()
        let alice = world.client(1, directory: directory)
        world.settle(5_000)
        #expect((2...120).allSatisfy { alice.engine.contact(ContactID(String($0))).name == "name \($0)" })
        #expect(alice.engine.sessions.filter { $0.name == nil }.isEmpty)
    }

    @Test func groupsKeepNamesAndMembers() throws {
        let world = try World()
        let alice = world.client(1)
        let group = try world.server.core.createGroup(
            name: "crew", master: .init(appID: 7, uid: 2), members: [1, 3])
        world.settle()
        let address = "group:\(group.id)"
        func members() -> [String] {
            var result: [String] = []
            alice.call { $0.members(of: alice.session(address)) { result = $0.map(\.id.rawValue) } }
            world.settle()
            return result.sorted()
        }
        #expect(alice.sessions[alice.session(address)]?.name == "crew")
        #expect(alice.sessions[alice.session(address)]?.memberCount == 3)
        #expect(members() == ["1", "2", "3"])
        try world.server.core.addMember(4, to: group.id)
        try world.server.core.removeMember(3, from: group.id)
        // Two changes in one batch: the last word counts.
        try world.server.core.renameGroup(group.id, to: "second")
        try world.server.core.renameGroup(group.id, to: "crew")
        world.settle()
        #expect(members() == ["1", "2", "4"])
        #expect(alice.sessions[alice.session(address)]?.name == "crew")
        #expect(alice.unread(address) == 0)
        #expect(try alice.texts(address).allSatisfy { $0 == "(notification)" })
        #expect(try alice.texts(address).count == 5)
    }

    @Test func aGroupsNoticeIsKnownFromTheDirectoryAndFromNotices() throws {
        let world = try World()
        let directory = FakeDirectory()
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 1), members: [])
        directory.groupsKnown = [DirectoryGroup(id: String(group.id), name: "crew", notice: "old", members: [])]
        let alice = world.client(1, directory: directory)
        let session = alice.session("group:\(group.id)")
        #expect(alice.engine.notice(of: session) == "old")
        #expect(alice.engine.notice(of: alice.session("group:999")) == nil)
        for notice in ["new", ""] {
            try world.server.core.noticeGroup(group.id, notice)
            world.settle()
            #expect(alice.engine.notice(of: session) == notice)
        }
    }

    @Test func anotherApplicationsNumberIsNotOurPeers() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("9001"), name: "A peer")]
        let alice = world.client(1, directory: directory)
        world.server.core.postCustomer(
            from: .init(appID: 1453, uid: 9_001), to: .init(appID: 7, uid: 1),
            content: #"{"text":"may I help?","uuid":"c1","name":"Desk"}"#)
        world.server.say(json("me too", "p1"), from: 9_001, to: 1)
        world.settle()
        #expect(senders(alice, "customer:1453/9001") == ["Desk"])
        #expect(alice.sessions[alice.session("customer:1453/9001")]?.name == "Desk")
        #expect(senders(alice, "peer:9001") == ["A peer"])
        alice.send("yes please", to: "customer:1453/9001")
        world.settle()
        #expect(try alice.texts("customer:1453/9001") == ["may I help?", "yes please"])
        #expect(try alice.history(of: "customer:1453/9001").last?.state == .sent)
    }
}
