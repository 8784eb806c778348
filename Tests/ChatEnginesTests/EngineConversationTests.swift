import ChatEngines
import EventLoop
import IMModel
import IMServer
import MessageFlow
import TestSupport
import Testing

@testable import MessageStore

@Suite struct EngineConversationTests {
    @Test func twoEnginesTalk() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        alice.send("hello", to: "peer:2")
        world.settle()
        bob.send("hello yourself", to: "peer:1")
        world.settle()
        #expect(try alice.texts("peer:2") == ["hello", "hello yourself"])
        #expect(try bob.texts("peer:1") == ["hello", "hello yourself"])
        #expect(try alice.history(of: "peer:2").map(\.state) == [.sent, .incoming])
        #expect(try bob.history(of: "peer:1").map(\.state) == [.incoming, .sent])
        #expect(try bob.history(of: "peer:1").map(\.isOutgoing) == [false, true])
        #expect(alice.outbox == [])
        #expect(alice.shownTexts("peer:2") == ["hello", "hello yourself"])
        #expect(bob.unread("peer:1") == 1)
        #expect(alice.unread("peer:2") == 1)
    }

    @Test func ownMessagesFromAnotherDeviceAreOwnAndSent() throws {
        let world = try World()
        let phone = world.client(1, device: "phone")
        let laptop = world.client(1, device: "laptop-2")
        phone.send("from the phone", to: "peer:2")
        world.settle()
        let message = try #require(try laptop.history(of: "peer:2").first)
        #expect(message.isOutgoing)
        #expect(message.state == .sent)
        #expect(laptop.unread("peer:2") == 0)
        // The same by a sync, after a time without a connection.
        world.server.goAway()
        world.settle()
        world.server.listen()
        phone.call { $0.retryNow() }
        world.settle()
        phone.send("again", to: "peer:2")
        world.settle(70_000)
        #expect(try laptop.texts("peer:2") == ["from the phone", "again"])
        #expect(try laptop.history(of: "peer:2").map(\.state) == [.sent, .sent])
    }

    @Test func anOriginIDIsSentOnce() throws {
        let world = try World()
        let (alice, bob) = (world.client(1), world.client(2))
        var answers: [Message] = []
        func send() {
            alice.call { engine in
                let session = alice.session("peer:2")
                let message = engine.makeMessage(text: "once", in: session, replyTo: nil, originID: "an-id")
                engine.interaction(for: session).service.send(message, in: session) {
                    answers += (try? $0.get()).map { [$0] } ?? []
                }
            }
        }
        send()
        send()
        world.settle()
        send()
        world.settle()
        #expect(try bob.texts("peer:1") == ["once"])
        #expect(try alice.history(of: "peer:2").map(\.originID) == ["an-id"])
        #expect(Set(answers.map(\.id)).count == 1 && answers.count == 3)
        #expect(answers.map(\.state) == [.waiting, .waiting, .sent])
    }

    @Test func failuresHaveTheirReasons() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.putGroup(50, name: "closed", members: [2, 3])
        alice.send("may I?", to: "group:50")
        alice.send("anybody?", to: "group:51")
        world.settle()
        #expect(try alice.history(of: "group:50").map(\.state) == [.failed(.notMember)])
        #expect(try alice.history(of: "group:51").map(\.state) == [.failed(.noSuchGroup)])
        #expect(alice.outbox == [])
        var answers: [MessageFlowAnswer] = []
        alice.send(String(repeating: "x", count: 40_000), to: "peer:2") { answers.append(MessageFlowAnswer($0)) }
        world.settle()
        #expect(answers.count == 1)
        guard case .notSent(.tooLarge(let size, 32_713)) = answers.first?.error else {
            Issue.record("\(answers)")
            return
        }
        #expect(size > 40_000)
        #expect(try alice.history(of: "peer:2") == [])
        alice.send("to nobody", to: "system") { answers.append(MessageFlowAnswer($0)) }
        #expect(answers.last?.error == .unsupported)
    }

    @Test func anOfflineSendGoesOutOnce() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        world.server.goAway()
        world.settle()
        alice.send("one", to: "peer:2")
        alice.send("two", to: "peer:2")
        world.settle()
        #expect(try alice.history(of: "peer:2").map(\.state) == [.waiting, .waiting])
        #expect(alice.shownTexts("peer:2") == ["one", "two"])
        world.server.listen()
        world.settle(120_000)
        #expect(try alice.history(of: "peer:2").map(\.state) == [.sent, .sent])
        #expect(try bob.texts("peer:1") == ["one", "two"])
        #expect(try world.server.queue(of: 2).count == 2)
    }

    @Test func aRestartResumesTheOutboxInOrderWithTheSameOriginIDs() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let bob = world.client(2)
        world.server.goAway()
        world.settle()
        let sent = (1...5).map { alice.send("m\($0)", to: "peer:2") }
        alice.kill()
        world.server.listen()
        alice.start()
        world.settle(120_000)
        let history = try alice.history(of: "peer:2")
        #expect(history.map(TestClient.text) == ["m1", "m2", "m3", "m4", "m5"])
        #expect(history.map(\.originID) == sent.map(\.originID))
        #expect(history.map(\.id) == sent.map(\.id))
        #expect(history.allSatisfy { $0.state == .sent })
        #expect(try bob.history(of: "peer:1").map(\.originID) == sent.map(\.originID))
        #expect(alice.outbox == [])
    }

    @Test func aResendArrivesOnceAndKeepsItsOriginID() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.putGroup(50, name: "g", members: [2])
        alice.send("let me in", to: "group:50")
        world.settle()
        let failed = try #require(try alice.history(of: "group:50").first)
        #expect(failed.state == .failed(.notMember))
        try world.server.core.addMember(1, to: 50)
        let bob = world.client(2)
        var answers: [MessageFlowAnswer] = []
        let session = alice.session("group:50")
        alice.call { $0.interaction(for: session).service.resend(failed) { answers.append(MessageFlowAnswer($0)) } }
        alice.call { $0.interaction(for: session).service.resend(failed) { answers.append(MessageFlowAnswer($0)) } }
        world.settle()
        #expect(answers.count == 2)
        #expect(try alice.texts("group:50").filter { $0 == "let me in" } == ["let me in"])
        #expect(try alice.history(of: "group:50").first { $0.id == failed.id }?.state == .sent)
        #expect(try bob.history(of: "group:50").filter { $0.originID == failed.originID }.count == 1)
    }

    @Test func aForwardIsVerbatimButForItsOriginID() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        let json = #"{"strange":{"deep":[1,2.50,"é"]},"uuid":"11111111-2222","text":"hi","reference":"r-1"}"#
        world.server.say(json, from: 3, to: 1)
        world.settle()
        let message = try #require(try alice.history(of: "peer:3").first)
        var answers: [MessageFlowAnswer] = []
        alice.call { engine in
            engine.interaction(for: message.session).service.forward(message, to: alice.session("peer:2")) {
                answers.append(MessageFlowAnswer($0))
            }
        }
        world.settle()
        let copy = try #require(try bob.history(of: "peer:1").first)
        let originID = try #require(copy.originID)
        #expect(originID != "11111111-2222")
        #expect(copy.rawContent == json.replacing("11111111-2222", with: originID))
        #expect(answers.count == 1)
        // A change of a group is no message of anybody's.
        world.server.putGroup(50, name: "g", members: [1, 2])
        try world.server.core.renameGroup(50, to: "other")
        world.settle()
        let notice = try #require(try alice.history(of: "group:50").first)
        alice.call { engine in
            engine.interaction(for: notice.session).service.forward(notice, to: alice.session("peer:2")) {
                answers.append(MessageFlowAnswer($0))
            }
        }
        #expect(answers.last?.error == .unsupported)
    }

    @Test func deletingWhileSendingGivesTheSendUp() throws {
        let world = try World()
        let alice = world.client(1)
        let bob = world.client(2)
        world.server.goAway()
        world.settle()
        alice.send("regretted", to: "peer:2")
        world.settle(10)
        let message = try #require(try alice.history(of: "peer:2").first)
        var answers: [MessageFlowAnswer] = []
        alice.call { engine in
            engine.interaction(for: message.session).service.delete(message) { answers.append(MessageFlowAnswer($0)) }
        }
        world.settle()
        #expect(answers.map(\.error) == [nil])
        #expect(alice.shownTexts("peer:2") == [])
        world.server.listen()
        world.settle(120_000)
        #expect(try alice.texts("peer:2") == [])
        #expect(try bob.texts("peer:1") == [])
        #expect(alice.outbox == [])
        #expect(alice.shownTexts("peer:2") == [])
    }

    @Test func aSavedMessageIsSavedOnce() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.say(#"{"text":"keep me","uuid":"k"}"#, from: 2, to: 1)
        world.settle()
        let message = try #require(try alice.history(of: "peer:2").first)
        var answers: [MessageFlowAnswer] = []
        for _ in 0..<2 {
            alice.call { engine in
                engine.interaction(for: message.session).service.save(message, in: message.session) {
                    answers.append(MessageFlowAnswer($0))
                }
            }
        }
        world.settle()
        #expect(answers.map(\.error) == [nil, nil])
    }
}
