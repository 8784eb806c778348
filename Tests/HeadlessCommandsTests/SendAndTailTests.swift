import EventLoop
import Foundation
import IMModel
import IMServer
import IMService
import IMWire
import MessageStore
import Testing

@testable import HeadlessCommands

/// The commands against a server on the same loop, over Unix sockets.
@Suite struct SendAndTailTests {
    private func code(_ result: Result<Void, HeadlessFailure>) -> Int32 {
        switch result {
        case .success: 0
        case .failure(let failure): failure.code
        }
    }

    @Test func aSentMessageIsAcknowledgedStoredAndHeard() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        var heard: [UInt8] = []
        var isListening = false
        let loop = place.loop
        var tail: TailCommand?
        let output = LineOutput { bytes in
            heard += bytes
            tail?.stop()
        }
        tail = TailCommand(account: bob, loop: loop, options: TailOptions(json: true), output: output) { _ in
            guard !isListening else { return }
            isListening = true
            loop.onNextTurn { #expect(code(place.send("hi \u{1B}", from: alice, to: "bob")) == 0) }
        }
        loop.schedule(after: 8_000) { tail?.stop() }
        #expect(code(try #require(tail).run()) == 0)
        let line = String(decoding: heard, as: UTF8.self)
        #expect(line.contains(#""kind":"peer""#) && line.contains(#""name":"alice""#) && line.contains(#"hi \u001b"#))
        #expect(try place.kept(alice, alice.sessionID(.peer, String(bob.uid))).map(\.state) == [.sent])
    }

    @Test func anIDIsForOneText() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        #expect(code(place.send("one", from: alice, to: "bob", id: "id-1")) == 0)
        #expect(code(place.send("one", from: alice, to: "bob", id: "id-1")) == 0)
        guard case .failure(.failed(let line)) = place.send("other", from: alice, to: "bob", id: "id-1") else {
            Issue.record("another text under a known id is refused")
            return
        }
        #expect(line.contains("another text was sent under the id id-1"))
        let session = alice.sessionID(.peer, String(bob.uid))
        #expect(try place.kept(alice, session).map(\.content) == [.text(TextContent("one"))])
        // A session's ids are its own.
        #expect(code(place.send("other", from: alice, to: "peer:\(alice.uid)", id: "id-1")) == 0)
    }

    @Test func whatCannotBeSentIsToldAtOnce() throws {
        let place = try Place()
        var alice = try place.account("alice")
        // An empty store is a lost one: a new one in its place would hide that.
        try Paths.makeFolder(alice.folder)
        try Files.writeAtomically(alice.storePath, [])
        guard case .failure(.failed(let line)) = place.send("x", from: alice, to: "peer:5") else {
            Issue.record("a lost store is not sent from")
            return
        }
        #expect(line.contains("the message file is empty") && line.contains("imchat store recover"))
        alice.appID = 0
        #expect(code(place.send("x", from: alice, to: "customer:7/1002")) == 2)
    }

    @Test func aForgedNoticeIsAMessageOfItsSender() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        var heard: [UInt8] = []
        let loop = place.loop
        var tail: TailCommand?
        let output = LineOutput { bytes in
            heard += bytes
            tail?.stop()
        }
        tail = TailCommand(account: bob, loop: loop, options: TailOptions(json: true), output: output) { _ in
            loop.onNextTurn {
                place.server.core.post(
                    from: UserKey(appID: alice.appID, uid: alice.uid), to: bob.uid,
                    content: WireText(#"{"notification":"{\"disband\":{\"group_id\":50}}","uuid":"n"}"#))
            }
        }
        loop.schedule(after: 8_000) { tail?.stop() }
        #expect(code(try #require(tail).run()) == 0)
        let line = String(decoding: heard, as: UTF8.self)
        #expect(line.contains(#""type":"unknown""#) && line.contains(#""name":"alice""#))
    }

    @Test func aGroupMemberIsMentioned() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        let group = try place.server.core.createGroup(
            name: "crew", master: UserKey(appID: alice.appID, uid: alice.uid), members: [bob.uid])
        // Bob's name is known from a message to him.
        #expect(code(place.send("hi", from: alice, to: "bob")) == 0)
        #expect(code(place.send("look, @bob", from: alice, to: "group:\(group.id)")) == 0)
        let kept = try place.kept(alice, alice.sessionID(.group, String(group.id)))
        guard case .text(let text)? = kept.last?.content else {
            Issue.record("\(kept)")
            return
        }
        #expect(text.mentions == [Contact(id: ContactID(String(bob.uid)), name: "bob")])
    }

    @Test func failuresHaveTheirCodes() throws {
        let place = try Place()
        let alice = try place.account("alice")
        #expect(code(place.send("x", from: alice, to: "nobody")) == 1)
        #expect(code(place.send("x", from: alice, to: "group:999")) == 1)
        let reader = try StoreReader(path: alice.storePath, account: alice.name, codec: RoundTripTests.codec)
        #expect(try !reader.sessions().contains { $0.id.target == "999" }, "where nobody is no session is left")
        _ = try place.account("bob")
        #expect(code(place.send(String(repeating: "x", count: 40_000), from: alice, to: "bob")) == 1)
        #expect(try reader.sessions().isEmpty, "a name alone makes none")
        #expect(code(place.send("x", from: alice, to: "system")) == 1)
        #expect(code(place.send("x", from: alice, to: "")) == 2)
        #expect(code(place.send("", from: alice, to: "peer:1")) == 2)
        #expect(code(place.send(String(repeating: "x", count: 40_000), from: alice, to: "peer:1")) == 1)
    }

    @Test func aHeldLockWithoutAClientIsWaitedFor() throws {
        let place = try Place()
        let alice = try place.account("alice")
        _ = try place.account("bob")
        try Paths.makeFolder(alice.folder)
        let lock = try FileLock(path: alice.lockPath)
        #expect(code(place.send("x", from: alice, to: "bob", timeout: 200)) == 1)
        place.loop.schedule(after: 100) { lock.release() }
        #expect(code(place.send("x", from: alice, to: "bob")) == 0)
    }

    @Test func aRunningClientTakesTheMessage() throws {
        let place = try Place()
        let alice = try place.account("alice")
        try Paths.makeFolder(alice.folder)
        let lock = try FileLock(path: alice.lockPath)
        var lines: [any Transport] = []
        var requests: [ControlRequest] = []
        let listener = try place.loop.listen(on: .unix(path: alice.controlSocket)) { transport, _ in
            lines.append(transport)
            transport.onEvent = { event in
                guard case .received(let bytes) = event, let request = ControlRequest(line: bytes) else { return }
                requests.append(request)
                let isFirst = requests.count == 1
                transport.send(ControlAnswer(ok: isFirst, reason: isFirst ? nil : "why").line)
            }
        }
        #expect(code(place.send("x\ny", from: alice, to: "bob")) == 0)
        guard case .failure(.failed("why")) = place.send("z", from: alice, to: "bob") else {
            Issue.record("the reason is lost")
            return
        }
        #expect(requests.map(\.text) == ["x\ny", "z"])
        #expect(Set(requests.map(\.originID)).count == 2 && !requests.contains { $0.originID == nil })
        listener.close()
        lock.release()
    }

    @Test func theSameIDIsSentOnce() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        #expect(code(place.send("once", from: alice, to: "bob", id: "an-id")) == 0)
        #expect(code(place.send("once", from: alice, to: "bob", id: "an-id")) == 0)
        #expect(try place.kept(alice, alice.sessionID(.peer, String(bob.uid))).map(\.originID) == ["an-id"])
    }

    @Test func aFailedMessageGoesOutUnderItsID() throws {
        let place = try Place()
        var alice = try place.account("alice")
        let (bob, endpoint) = (try place.account("bob"), alice.endpoint)
        alice.endpoint = .unix(path: place.folder + "/nobody-listens")
        #expect(code(place.send("late", from: alice, to: "bob", timeout: 200, id: "an-id")) == 1)
        alice.endpoint = endpoint
        #expect(code(place.send("late", from: alice, to: "bob", id: "an-id")) == 0)
        let kept = try place.kept(alice, alice.sessionID(.peer, String(bob.uid)))
        #expect(kept.map(\.state) == [.sent])
    }

    @Test func aClientThatEndsWithoutAWordIsFollowedUpUnderTheSameID() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        try Paths.makeFolder(alice.folder)
        let lock = try FileLock(path: alice.lockPath)
        var listener: Listener?
        var seen: [String?] = []
        var transports: [any Transport] = []
        listener = try place.loop.listen(on: .unix(path: alice.controlSocket)) { transport, _ in
            transports.append(transport)
            transport.onEvent = { event in
                guard case .received(let bytes) = event else { return }
                seen.append(ControlRequest(line: bytes)?.originID)
                transport.close()
                listener?.close()
                lock.release()
            }
        }
        #expect(code(place.send("x", from: alice, to: "bob", id: "an-id")) == 0)
        #expect(seen == ["an-id"])
        #expect(try place.kept(alice, alice.sessionID(.peer, String(bob.uid))).map(\.originID) == ["an-id"])
    }

    // MARK: What it waits for

    @Test func aPortWhereNobodyListensIsToldAndGivenUp() throws {
        let place = try Place()
        var alice = try place.account("alice")
        alice.endpoint = .unix(path: place.folder + "/nobody-listens")
        var notices: [String] = []
        let started = place.loop.now
        let result = SendCommand(
            account: alice, loop: place.loop, codec: RoundTripTests.codec, timeout: 1_600
        ) { notices.append($0) }.run("x", to: "peer:5")
        #expect(place.loop.now.since(started) < 3_500)
        #expect(notices.count == 1)
        #expect(notices.first?.contains("nobody-listens") == true, "\(notices)")
        guard case .failure(.failed(let reason)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.contains("no connection (nobody listens there)"))
    }

    @Test func aQuickSendSaysNothing() throws {
        let place = try Place()
        let alice = try place.account("alice")
        var notices: [String] = []
        let result = SendCommand(account: alice, loop: place.loop, codec: RoundTripTests.codec) { notices.append($0) }
            .run("x", to: "peer:\(alice.uid)")
        #expect(code(result) == 0)
        place.loop.run(atMost: 1_100) { false }
        #expect(notices.isEmpty)
    }

    @Test(arguments: ["peer:5", "bob"]) func aRefusedTokenIsToldApart(_ address: String) throws {
        let place = try Place()
        var alice = try place.account("alice")
        _ = try place.account("bob")
        alice.token = "no-such-token"
        let result = place.send("x", from: alice, to: address)
        guard case .failure(.refusedToken) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(code(result) == 1)
    }

    @Test func anAddressNamesItsAccount() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        #expect(code(place.send("x", from: alice, to: "alice/peer:bob")) == 0)
        guard case .failure(.usage(let line)) = place.send("x", from: alice, to: "work/peer:bob") else {
            Issue.record("another account's address was taken")
            return
        }
        #expect(line.contains("work") && line.contains("alice"))
        #expect(try place.kept(alice, alice.sessionID(.peer, String(bob.uid))).count == 1)
    }

    @Test(
        arguments: [
            ("work/peer:bob", "work"), ("work/system", "work"), ("7@unix:/run/chat/peer:5", "7@unix:/run/chat"),
            ("a/customer:7/9", "a"), ("customer:7/9", nil), ("bob", nil), ("peer:a/b", nil), ("/peer:a", nil),
            ("a/b", nil),
        ] as [(String, String?)]) func accountsInAddresses(_ text: String, _ account: String?)
    {
        #expect(ChatAddress.account(in: text) == account)
    }
}
