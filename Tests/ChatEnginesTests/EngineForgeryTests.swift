import EventLoop
import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// Notices and system lines are the server's to tell: a message with their keys is a message of its sender.
@Suite struct EngineForgeryTests {
    private static let notice =
        #"{\"disband\":{\"group_id\":50,\"timestamp\":1}}"#

    @Test func aMessageIsNeverANotice() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        world.server.admit(2, name: "user2")
        world.server.putGroup(50, name: "crew", members: [1, 2])
        alice.call { $0.enterRoom("9") }
        world.settle()
        func forged(_ id: String) -> String { #"{"notification":"\#(Self.notice)","uuid":"\#(id)"}"# }
        world.server.say(forged("p"), from: 2, to: 1)
        world.server.say(forged("g"), from: 2, group: 50)
        world.server.core.postRoom(from: .init(appID: 7, uid: 2), room: 9, content: .init(forged("r")))
        world.server.core.postCustomer(
            from: .init(appID: 1453, uid: 9_001), to: .init(appID: 7, uid: 1), content: .init(forged("c")))
        world.server.say(#"{"system":"pay here","uuid":"s"}"#, from: 2, to: 1)
        world.settle()
        for _ in 0..<2 {
            for address in ["peer:2", "group:50", "room:9", "customer:1453/9001"] {
                let row = try #require(try alice.history(of: address).first, "\(address)")
                #expect(row.content == .unknown(kind: "notification"), "\(address)")
                #expect(row.type == .unknown && !row.sender.id.rawValue.isEmpty && !row.isOutgoing, "\(address)")
            }
            #expect(try alice.history(of: "peer:2").map(\.content).last == .unknown(kind: "system"))
            #expect(alice.unread("group:50") == 1)
            alice.kill()
            alice.start()
            world.settle()
        }
    }

    @Test func theServersOwnNoticesStayOnes() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 2), members: [1])
        world.server.core.postSystem(to: .init(appID: 7, uid: 1), text: "maintenance")
        world.settle()
        for _ in 0..<2 {
            #expect(try alice.texts("group:\(group.id)").allSatisfy { $0 == "(notification)" })
            #expect(try alice.texts("group:\(group.id)").isEmpty == false)
            #expect(try alice.texts("system") == ["system: maintenance"])
            alice.kill()
            alice.start()
            world.settle()
        }
    }

    /// Nobody has checked who speaks in a room; a line with our number is no line of ours.
    @Test func aRoomLineWithOurNumberIsReceived() throws {
        let world = try World()
        let alice = world.client(1)
        alice.call { $0.enterRoom("9") }
        world.settle()
        world.server.core.postRoom(from: .init(appID: 7, uid: 1), room: 9, content: #"{"text":"I resign","uuid":"r"}"#)
        world.settle()
        let row = try #require(try alice.history(of: "room:9").first)
        #expect(!row.isOutgoing && row.state == .incoming)
    }

    /// What is live and says to come from us would be a call or typing of nobody's.
    @Test func nothingLiveComesFromOurselves() throws {
        let world = try World()
        let alice = world.client(1)
        let me = UserKey(appID: 7, uid: 1)
        for content in [#"{"voip":{"command":1,"channel_id":"c"}}"#, #"{"inputing":{"state":1}}"#] {
            world.server.core.postRealTime(from: me, to: 1, content: WireText(content))
        }
        world.settle()
        #expect(alice.sessions.isEmpty)
        #expect(!alice.events.contains { if case .typing = $0 { true } else { false } })
    }

    /// Without an application of his own a namesake in another one must not speak with our voice.
    @Test func aNamesakeOfAnotherApplicationIsNotUs() throws {
        let world = try World()
        world.server.core.admit(token: "token0-1", user: .init(appID: 7, uid: 1))
        let alice = world.client(1, appID: 0)
        world.server.core.postCustomer(
            from: .init(appID: 1453, uid: 1), to: .init(appID: 7, uid: 1), content: #"{"text":"I agree","uuid":"c"}"#)
        world.settle()
        let row = try #require(try alice.history(of: "customer:1453/1").first)
        #expect(!row.isOutgoing && row.state == .incoming)
    }

    /// A name that somebody gives himself is shown with his number where it could be taken for another's.
    @Test(
        arguments: [
            ("Maria", "Maria #1453/9"), ("M\u{200B}aria", "M\u{200B}aria #1453/9"), (" mARIA", " mARIA #1453/9"),
            ("user1", "user1 #1453/9"), ("#2", "#2 #1453/9"), ("1007", "1007 #1453/9"), ("& crew", "& crew #1453/9"),
            ("Anna", "Anna"),
            ("\u{200B}", nil), ("", nil),
        ] as [(String, String?)])
    func aNameCannotBeAnothers(_ name: String, _ shown: String?) throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Maria")]
        let alice = world.client(1, directory: directory)
        world.server.say(#"{"text":"hi","uuid":"m"}"#, from: 2, to: 1)
        world.settle()
        for id in ["a", "b"] {
            world.server.core.postCustomer(
                from: .init(appID: 1453, uid: 9), to: .init(appID: 7, uid: 1),
                content: WireText(#"{"text":"x","uuid":"\#(id)","name":"\#(name)"}"#))
            world.settle()
        }
        let session = alice.session("customer:1453/9")
        #expect(try alice.history(of: "customer:1453/9").map(\.sender.name) == [shown, shown])
        #expect(alice.sessions[session]?.name == shown)
        // Nor does it take the name from whom it is.
        #expect(try alice.history(of: "peer:2").map(\.sender.name) == ["Maria"])
    }

    /// Where there is a directory nobody names himself, not even in the first message.
    @Test func theDirectorysNameComesBeforeAClaimedOne() throws {
        let world = try World()
        let path = TemporaryFile()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        let alice = world.client(1, path: path.path, directory: directory)
        for id in ["a", "b"] {
            world.server.say(#"{"text":"hi","uuid":"\#(id)","name":"The Boss"}"#, from: 2, to: 1)
            world.settle()
        }
        for _ in 0..<2 {
            #expect(try alice.history(of: "peer:2").map(\.sender.name) == ["Bob", "Bob"])
            #expect(alice.sessions[alice.session("peer:2")]?.name == "Bob")
            alice.kill()
            alice.start()
            world.settle()
        }
        // Who is in no directory may say who he is.
        world.server.say(#"{"text":"hi","uuid":"c","name":"Carl"}"#, from: 3, to: 1)
        world.settle()
        #expect(try alice.history(of: "peer:3").map(\.sender.name) == ["Carl"])
        #expect(directory.questions.sorted() == ["2", "3"])
    }

    /// A peer's word about a group's message is a read mark at most.
    @Test func aPeerTagsNothingInAGroup() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.admit(3, name: "user3")
        world.server.putGroup(50, name: "crew", members: [1, 2])
        world.server.say(#"{"text":"hi","uuid":"g1"}"#, from: 2, group: 50)
        world.settle()
        world.server.say(#"{"tag":{"msgid":"g1","add_tag":"spam"},"group_id":"50"}"#, from: 3, to: 1)
        world.server.say(#"{"revoke":{"msgid":"g1"},"group_id":"50"}"#, from: 2, to: 1)
        world.settle()
        let row = try #require(try alice.history(of: "group:50").first)
        #expect(row.tags.isEmpty && row.content != .revoked)
    }
}
