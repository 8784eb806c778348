import EventLoop
import Glibc
import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@testable import HeadlessCommands

/// `tail` against a server: every kind of session, once each, over lost connections, without a trace.
@Suite struct TailTests {
    /// What a tail wrote, line by line; `isEnough` ends it.
    private final class Listener {
        var lines: [String] = []
        var notices: [String] = []
        private var tail: TailCommand?

        init(
            _ place: Place, _ account: HeadlessAccount, _ options: TailOptions,
            heard: @escaping (Listener) -> Void = { _ in }, noticed: @escaping (Listener) -> Void,
            isEnough: @escaping (Listener) -> Bool
        ) {
            let output = LineOutput { [weak self] bytes in
                guard let self else { return }
                lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                heard(self)
                // A moment for what should not come.
                if isEnough(self) { place.loop.schedule(after: 150) { [weak self] in self?.tail?.stop() } }
            }
            tail = TailCommand(account: account, loop: place.loop, options: options, output: output) { [weak self] in
                guard let self else { return }
                notices.append($0)
                place.loop.onNextTurn { noticed(self) }
            }
            place.loop.schedule(after: 8_000) { [weak self] in self?.tail?.stop() }
        }

        func run() -> Result<Void, HeadlessFailure>? { tail?.run() }

        func count(_ text: String) -> Int { lines.count { $0.contains(text) } }
    }

    private static func text(_ text: String) -> WireText { WireText(#"{"text":"\#(text)","uuid":"id-\#(text)"}"#) }

    @Test func everyKindOfSessionIsHeardOnce() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        let core = place.server.core
        let plain = try core.createGroup(name: "plain", master: place.key(alice), members: [bob.uid])
        let big = try core.createGroup(name: "big", master: place.key(alice), members: [bob.uid], isSuper: true)
        var isSaid = false
        let listener = Listener(
            place, bob, TailOptions(json: true),
            noticed: { _ in
                guard !isSaid else { return }
                isSaid = true
                core.post(from: place.key(alice), to: bob.uid, content: Self.text("to-peer"))
                core.postGroup(from: place.key(alice), group: plain.id, content: Self.text("to-group"))
                core.postGroup(from: place.key(alice), group: big.id, content: Self.text("to-super"))
                core.postSystem(to: place.key(bob), text: WireText("to-system"))
                let desk = UserKey(appID: core.configuration.supportAppID, uid: 9)
                core.postCustomer(from: desk, to: place.key(bob), content: Self.text("to-customer"))
            }, isEnough: { $0.lines.count >= 5 })
        _ = try #require(listener.run()).get()
        for (text, address) in [
            ("to-peer", "peer:\(alice.uid)"), ("to-group", "group:\(plain.id)"), ("to-super", "group:\(big.id)"),
            ("to-system", "system"), ("to-customer", "customer:\(core.configuration.supportAppID)/9"),
        ] {
            let line = listener.lines.filter { $0.contains(text) }
            #expect(line.count == 1 && line[0].contains(#""address":"\#(address)""#), "\(listener.lines)")
        }
        #expect(listener.lines.count == 5, "\(listener.lines)")
    }

    @Test func aMessageThatTheServerHasTwiceIsOneLine() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        let core = place.server.core
        var isSaid = false
        let listener = Listener(
            place, bob, TailOptions(json: true),
            noticed: { _ in
                guard !isSaid else { return }
                isSaid = true
                for text in ["one", "one", "two", "one"] {
                    core.post(from: place.key(alice), to: bob.uid, content: Self.text(text))
                }
                core.post(from: place.key(alice), to: bob.uid, content: WireText(#"{"text":"no id"}"#))
                core.post(from: place.key(alice), to: bob.uid, content: WireText(#"{"text":"no id"}"#))
            }, isEnough: { $0.count("no id") >= 2 })
        _ = try #require(listener.run()).get()
        #expect(["id-one", "id-two", "no id"].map(listener.count) == [1, 1, 2], "\(listener.lines)")
    }

    @Test func onlyTheLastOriginsAreRemembered() {
        var origins = RecentOrigins(limit: 3)
        func isNew(_ origin: String, from sender: String = "1") -> Bool {
            origins.isNew(
                Message(
                    id: MessageID("1"), session: SessionID(account: "a", kind: .peer, target: "2"), originID: origin,
                    sender: Contact(id: ContactID(sender)), timestamp: 1, content: .text(TextContent("x")),
                    rawContent: ""))
        }
        #expect(isNew("a") && !isNew("a") && isNew("a", from: "3"))
        #expect(isNew("b") && !isNew("a"))
        #expect(isNew("c") && !isNew("b") && !isNew("c") && isNew("a"))
    }

    @Test func aDeviceIsNoReaderThatGoes() throws {
        let place = try Place()
        let bob = try place.account("bob")
        let sink = open("/dev/null", O_WRONLY)
        defer { close(sink) }
        var isListening = false
        var tail: TailCommand?
        tail = TailCommand(
            account: bob, loop: place.loop, options: TailOptions(json: true), output: LineOutput(descriptor: sink)
        ) { _ in
            isListening = true
            place.loop.onNextTurn { tail?.stop() }
        }
        place.loop.schedule(after: 8_000) { tail?.stop() }
        _ = try #require(tail).run().get()
        #expect(isListening)
    }

    @Test func aRoomIsEntered() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        let core = place.server.core
        var isSaid = false
        let listener = Listener(
            place, bob, TailOptions(json: true, address: "room:7"),
            noticed: { _ in
                guard !isSaid else { return }
                isSaid = true
                core.post(from: place.key(alice), to: bob.uid, content: Self.text("elsewhere"))
                // The entry is on its way when the tail says that it listens.
                place.loop.schedule(after: 100) {
                    _ = core.postRoom(from: place.key(bob), room: 7, content: Self.text("forged"))
                    _ = core.postRoom(from: place.key(alice), room: 7, content: Self.text("in-room"))
                }
            }, isEnough: { $0.count("in-room") == 1 })
        _ = try #require(listener.run()).get()
        #expect(listener.count("in-room") == 1)
        #expect(listener.count("elsewhere") == 0)
        #expect(listener.lines.first?.contains(#""kind":"room""#) == true)
        // Nobody has checked who says it, so it is none of our own.
        #expect(listener.count("forged") == 1)
        #expect(listener.lines.allSatisfy { $0.contains(#""own":false"#) }, "\(listener.lines)")
    }

    @Test func aLostConnectionLosesAndDoublesNothingAndLeavesNoTrace() throws {
        let place = try Place()
        let (alice, direct) = (try place.account("alice"), try place.account("bob"))
        let core = place.server.core
        let big = try core.createGroup(name: "big", master: place.key(alice), members: [direct.uid], isSuper: true)
        let proxy = try CuttingProxy(path: place.folder + "/proxy", to: direct.endpoint, loop: place.loop)
        var bob = direct
        bob.endpoint = proxy.endpoint
        func say(_ text: String) {
            core.post(from: place.key(alice), to: bob.uid, content: Self.text("peer-\(text)"))
            core.postGroup(from: place.key(alice), group: big.id, content: Self.text("super-\(text)"))
        }
        var isSaid = false
        var isCut = false
        let listener = Listener(
            place, bob, TailOptions(json: true),
            heard: { listener in
                guard !isCut, listener.lines.count >= 2 else { return }
                isCut = true
                place.loop.onNextTurn {
                    proxy.cut()
                    say("two")
                    say("three")
                }
            },
            noticed: { _ in
                guard !isSaid else { return }
                isSaid = true
                say("one")
            }, isEnough: { $0.lines.count >= 6 })
        _ = try #require(listener.run()).get()
        for text in ["one", "two", "three"] {
            #expect(listener.count("peer-\(text)") == 1 && listener.count("super-\(text)") == 1, "\(listener.lines)")
        }
        #expect(listener.lines.count == 6)
        #expect(proxy.connections >= 2)
        #expect(listener.notices.contains { $0.contains("trying again") })
        #expect(listener.notices.contains { $0.contains("connected again") })
        // The server was never told how far this device is, and nothing but its id was kept.
        #expect(proxy.commands.contains(.sync))
        #expect(!proxy.commands.contains(.syncKey) && !proxy.commands.contains(.groupSyncKey), "\(proxy.commands)")
        #expect(core.directory.users[place.key(bob)]?.syncKey == 0)
        #expect(!Paths.exists(bob.storePath))
        proxy.close()
    }

    @Test func aKeyStartsBehindItsLine() throws {
        let place = try Place()
        let (alice, bob) = (try place.account("alice"), try place.account("bob"))
        let core = place.server.core
        for text in ["one", "two", "three"] {
            core.post(from: place.key(alice), to: bob.uid, content: Self.text(text))
        }
        func listen(_ start: TailStart, _ count: Int) throws -> Listener {
            let listener = Listener(
                place, bob, TailOptions(json: true, start: start), noticed: { _ in },
                isEnough: { $0.lines.count >= count })
            _ = try #require(listener.run()).get()
            return listener
        }
        let all = try listen(.time(0), 3)
        #expect(["one", "two", "three"].map(all.count) == [1, 1, 1])
        let folder = bob.folder + "/tail-device-id"
        let id = try Files.read(folder, limit: 100)
        // A batch's last line tells the key.
        let line = try #require(all.lines.last)
        let number = line.components(after: #""key":"#)
        let key = try #require(Int64(number))
        core.post(from: place.key(alice), to: bob.uid, content: Self.text("four"))
        let rest = try listen(.key(key), 1)
        #expect(rest.lines.count == 1 && rest.count("four") == 1)
        #expect(try Files.read(folder, limit: 100) == id, "the device's id lasts")
    }

    @Test func aTokenThatIsNotKnownIsToldApart() throws {
        let place = try Place()
        var bob = try place.account("bob")
        bob.token = "no-such-token"
        let listener = Listener(place, bob, TailOptions(), noticed: { _ in }, isEnough: { _ in false })
        guard case .failure(.refusedToken)? = listener.run() else {
            Issue.record("a refused token ends it")
            return
        }
    }
}

extension String {
    /// The digits that follow a text.
    fileprivate func components(after text: String) -> String {
        guard let range = firstRange(of: text) else { return "" }
        return String(self[range.upperBound...].prefix { $0.isNumber })
    }
}
