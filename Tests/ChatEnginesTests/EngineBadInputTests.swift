import EventLoop
import IMModel
import IMServer
import IMService
import IMWire
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// Strange messages that a server hands on end as rows: none is lost, none stops the ones behind it.
@Suite struct EngineBadInputTests {
    @Test func strangeContentsBecomeRows() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let contents: [[UInt8]] = [
            Array("[1,2]".utf8), Array("\"x\"".utf8), Array("null".utf8), [], [0xff, 0xfe, 0], Array("{".utf8),
            Array(#"{"text":"cut"#.utf8), Array(#"{"text":7}"#.utf8), Array(#"{"uuid":"","text":"empty id"}"#.utf8),
            Array(#"{"uuid":"\#(String(repeating: "u", count: 10_000))","text":"long id"}"#.utf8),
            Array(#"{"at":[1,"x",null],"at_name":7,"text":"strange mentions","uuid":"m"}"#.utf8),
            Array(#"{"image2":{"url":7},"uuid":"i"}"#.utf8), Array(#"{"location":{"latitude":1e999},"uuid":"l"}"#.utf8),
            [UInt8](repeating: 0x5b, count: 30_000), Array(#"{"future":{"x":1},"uuid":"f"}"#.utf8),
        ]
        for content in contents {
            world.server.core.post(from: .init(appID: 7, uid: 2), to: 1, content: WireText(bytes: content))
        }
        // The same id twice is one message; an empty one is none.
        for _ in 0..<2 { world.server.say(#"{"uuid":"twice","text":"twice"}"#, from: 2, to: 1) }
        for _ in 0..<2 { world.server.say(#"{"uuid":"","text":"no id"}"#, from: 2, to: 1) }
        world.server.say(#"{"text":"behind all","uuid":"b"}"#, from: 2, to: 1)
        world.settle()
        for _ in 0..<2 {
            let rows = try alice.history(of: "peer:2")
            #expect(rows.count == contents.count + 1 + 2 + 1)
            #expect(rows.last.map(TestClient.text) == "behind all")
            alice.kill()
            alice.start()
            world.settle()
        }
    }

    @Test func idsThatNobodyHasMakeSessionsThatNothingCanBeSentTo() throws {
        let world = try World()
        let alice = world.client(1)
        for uid in [0, -1, Int64.min, Int64.max] { world.server.say(#"{"text":"x"}"#, from: uid, to: 1) }
        world.settle()
        for uid in [0, -1, Int64.min] {
            #expect(try alice.history(of: "peer:\(uid)").count == 1)
            alice.send("an answer", to: "peer:\(uid)")
            world.settle()
            #expect(try alice.history(of: "peer:\(uid)").last?.state == .failed(.unsupported))
        }
        #expect(try alice.history(of: "peer:\(Int64.max)").count == 1)
        #expect(alice.outbox == [])
    }

    @Test func timesFarOffAreBounded() throws {
        let world = try World()
        let alice = world.client(1)
        let now = world.clock.wallClock
        for seconds in [Int64.max / 1_000, 4_102_444_800, 0, -1, 1] {
            let details = RawContent("{\"text\":\"at \(seconds)\",\"uuid\":\"\(seconds)\"}").details
            let item = alice.engine.message(
                alice.session("peer:2"), sender: Contact(id: ContactID("2")), seconds: seconds, details, raw: "{}",
                isOwn: false, isLive: true)
            guard case .message(let message, _)? = item else {
                Issue.record("no message")
                continue
            }
            #expect(message.timestamp > 0 && message.timestamp <= now + 86_400_000)
        }
    }

    @Test func revokesAndMarksForNothingChangeNothing() throws {
        let world = try World()
        let alice = world.client(1)
        world.server.say(#"{"text":"kept","uuid":"k"}"#, from: 2, to: 1)
        for content in [
            #"{"revoke":{"msgid":"nothing"}}"#, #"{"revoke":{"msgid":7}}"#, #"{"revoke":"k"}"#,
            #"{"readed":{"msgid":"k"}}"#,
            #"{"readed":{}}"#, #"{"tag":{"msgid":"k"}}"#, #"{"tag":{"msgid":"nothing","add_tag":"x"}}"#,
        ] { world.server.say(content, from: 3, to: 1) }
        // Somebody else's message cannot be taken back.
        world.server.say(#"{"revoke":{"msgid":"k"}}"#, from: 3, to: 1)
        world.settle()
        #expect(try alice.texts("peer:2") == ["kept"])
        #expect(alice.unread("peer:2") == 1)
    }
}
