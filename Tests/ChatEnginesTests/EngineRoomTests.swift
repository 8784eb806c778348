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

@Suite struct EngineRoomTests {
    @Test func aRoomIsHeardAndRemembered() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let bob = world.client(2)
        alice.call { $0.enterRoom("9") }
        bob.call { $0.enterRoom("9") }
        world.settle()
        bob.send("anybody?", to: "room:9")
        world.settle()
        #expect(try alice.texts("room:9") == ["anybody?"])
        #expect(try bob.history(of: "room:9").map(\.state) == [.sent])
        alice.kill()
        alice.start()
        world.settle()
        alice.send("back again", to: "room:9")
        bob.send("welcome back", to: "room:9")
        world.settle()
        #expect(try alice.texts("room:9") == ["anybody?", "back again", "welcome back"])
        #expect(try bob.texts("room:9").sorted() == ["anybody?", "back again", "welcome back"])
        alice.call { $0.leaveRoom(alice.session("room:9")) }
        world.settle()
        alice.kill()
        alice.start()
        world.settle()
        bob.send("gone?", to: "room:9")
        world.settle()
        #expect(try alice.texts("room:9").contains("gone?") == false)
        alice.send("to a room that I left", to: "room:9")
        world.settle()
        #expect(try alice.history(of: "room:9").last?.state == .failed(.notMember))
    }

    /// Servers check nobody's name in rooms: a line with our number is what somebody said in it, not an own message.
    @Test func aLineWithOurNumberIsNoOwnMessage() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        alice.call { $0.enterRoom("9") }
        world.settle()
        let own = alice.send("mine", to: "room:9")
        world.settle()
        func say(_ text: String, _ id: String) {
            world.server.core.postRoom(
                from: .init(appID: 7, uid: 1), room: 9, content: .init(#"{"text":"\#(text)","uuid":"\#(id)"}"#))
        }
        say("I owe Bob a thousand", "forged")
        // What this device said is not doubled by whoever repeats it, and not changed.
        say("mine, but otherwise", own.originID ?? "")
        world.settle()
        for _ in 0..<2 {
            let rows = try alice.history(of: "room:9")
            #expect(rows.map(TestClient.text) == ["mine", "I owe Bob a thousand"])
            #expect(rows.map(\.isOutgoing) == [true, false])
            #expect(rows.map(\.state) == [.sent, .incoming])
            alice.kill()
            alice.start()
            world.settle()
        }
        // Nobody takes back or resends what is not theirs.
        let forged = try #require(try alice.history(of: "room:9").last)
        var answers = 0
        alice.call { engine in
            engine.resend(forged) { if case .failure = $0 { answers += 1 } }
            engine.revoke(forged) { if case .failure = $0 { answers += 1 } }
        }
        world.settle()
        #expect(answers == 2)
    }

    @Test func aRoomsPageSaysThatNobodyKeepsMore() throws {
        let world = try World()
        let alice = world.client(1)
        alice.call { $0.enterRoom("9") }
        world.settle()
        for (address, expected) in [("room:9", true), ("peer:2", false)] {
            var page: MessagePage?
            let session = alice.session(address)
            alice.call { engine in
                engine.interaction(for: session).provider.messages(
                    in: session, anchor: nil, direction: .older, limit: 10
                ) { page = try? $0.get() }
            }
            world.settle()
            #expect(try #require(page).isLocalOnly == expected)
        }
    }

    @Test func aRoomIsHeardInOrderWhileNamesAreAsked() throws {
        let world = try World()
        let directory = FakeDirectory()
        directory.people = [Contact(id: ContactID("2"), name: "Bob")]
        let alice = world.client(1, directory: directory)
        alice.call { $0.enterRoom("9") }
        world.server.say(#"{"text":"known","uuid":"k"}"#, from: 2, to: 1)
        world.settle()
        directory.manner = .byHand
        for (uid, text) in [(3, "first"), (2, "second"), (3, "third")] {
            world.server.core.postRoom(
                from: .init(appID: 7, uid: Int64(uid)), room: 9,
                content: .init(#"{"text":"\#(text)","uuid":"\#(text)"}"#))
        }
        world.settle(5_000)
        #expect(try alice.texts("room:9") == ["first", "second", "third"])
        var told: [String] = []
        for case .inserted(let messages) in alice.events {
            told += messages.filter { $0.session.kind == .room }.map(TestClient.text)
        }
        #expect(told == ["first", "second", "third"])
    }

    @Test func callsTypingAndNoticesAreTold() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        bob.call { $0.setTyping(true, in: bob.session("peer:1")) }
        world.server.core.postNotification(to: .init(appID: 7, uid: 1), text: "maintenance at ten")
        world.server.core.postRealTime(
            from: .init(appID: 7, uid: 2), to: 1, content: #"{"voip":{"command":1,"channel_id":"c"}}"#)
        world.settle()
        #expect(try alice.texts("peer:2").count == 1)
        var typing: [Bool] = []
        var notices: [String] = []
        for event in alice.events {
            if case .typing(_, let who, let state) = event, who.id.rawValue == "2" { typing.append(state) }
            if case .notice(let text) = event { notices.append(text) }
        }
        #expect(typing == [true])
        #expect(notices == ["the server says: maintenance at ten"])
    }
}
