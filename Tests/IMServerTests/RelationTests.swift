import Database
import IMServer
import IMWire
import TestSupport
import Testing

/// Friends, blacklists and the word filter as in the recordings of the real server.
@Suite struct RelationTests {
    private let one = UserKey(appID: 7, uid: 1)
    private let two = UserKey(appID: 7, uid: 2)

    private func status(_ fixture: ServerFixture, _ client: ServerClient) -> Int8? {
        client.say("x", from: 1, to: 2)
        let bodies = client.take()
        // A refusal has no METADATA.
        if case .ack(_, let status)? = bodies.last { return bodies.count == (status == 0 ? 2 : 1) ? status : -1 }
        return nil
    }

    @Test func friendsAndBlacklist() throws {
        let fixture = try ServerFixture {
            $0.needsFriendship = true
            $0.hasBlacklist = true
        }
        let client = try fixture.logIn(1)
        let core = fixture.core
        #expect(status(fixture, client) == 1)
        core.list(2, on: .friend(of: one), true)
        #expect(status(fixture, client) == 2)
        core.list(1, on: .friend(of: two), true)
        #expect(status(fixture, client) == 0)
        core.list(1, on: .blocked(by: two), true)
        #expect(status(fixture, client) == 3)
        core.list(1, on: .blocked(by: two), false)
        core.list(2, on: .friend(of: one), false)
        #expect(status(fixture, client) == 1)
        // Real-time messages are not looked at.
        let other = try fixture.logIn(2)
        client.send(.rt(FrameBody.PlainMessage(sender: 1, receiver: 2, content: "r")))
        #expect(other.take().map(\.command) == [.rt])
    }

    @Test func listsAreOffUnlessAskedForAndSurviveARestart() throws {
        let path = "/tmp/imserver-test-\(UInt64.random(in: 0...UInt64.max))/server.db"
        do {
            let fixture = try ServerFixture(path: path)
            fixture.core.list(1, on: .blocked(by: two), true)
            let client = try fixture.logIn(1)
            #expect(status(fixture, client) == 0)
            fixture.core.revoke(tokens: ["token1"])
            fixture.settle()
            fixture.database.close()
        }
        let fixture = try ServerFixture(path: path) { $0.hasBlacklist = true }
        #expect(fixture.core.directory.user(token: "token1") == nil)
        let client = try fixture.logIn(1)
        #expect(status(fixture, client) == 3)
    }

    @Test func theFilterEatsBlanksWhereItHits() {
        let filter = WordFilter(lines: "badword\r\n  脏话 \n\n")
        #expect(filter.masked("this is a badword, ok 脏话!") == "thisisa*******,ok**!")
        #expect(filter.masked("b a\td|w&o%r$d") == "*******")
        #expect(filter.masked("nothing here") == nil)
        #expect(WordFilter(words: ["", "ab", "abc"]).masked("xabcab") == "x**c**")
        let hit: WireText = #"{"text":"this is a badword, ok 脏话!","uuid":"u"}"#
        #expect(filter.filtered(hit) == #"{"text":"thisisa*******,ok**!","uuid":"u"}"#)
        for other: WireText in ["badword", #"["badword"]"#, #"{"link":"badword"}"#, #"{"text":1}"#, #"{"text":"ok"}"#] {
            #expect(filter.filtered(other) == other)
        }
        let rest: WireText = #"{"at":[1,2],"n":null,"o":{"a":1.5,"b":true},"text":"badword"}"#
        #expect(filter.filtered(rest) == #"{"at":[1,2],"n":null,"o":{"a":1.5,"b":true},"text":"*******"}"#)
    }

    @Test func onlyFlaggedTextsAreFiltered() throws {
        let fixture = try ServerFixture { $0.wordFilter = WordFilter(words: ["bad"]) }
        fixture.core.putGroup(
            ServerGroup(id: 100, appID: 7, name: "g", master: 1, members: [.init(uid: 1), .init(uid: 2)]))
        let client = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        let message = FrameBody.ChatMessage(sender: 1, receiver: 2, content: #"{"text":"bad"}"#)
        let toGroup = FrameBody.ChatMessage(sender: 1, receiver: 100, content: #"{"text":"bad"}"#)
        client.send(.im(message), flags: .text)
        client.send(.im(message))
        client.send(.groupIM(toGroup), flags: .text)
        let contents: [String] = other.take().compactMap { body in
            switch body {
            case .im(let message), .groupIM(let message): message.content.string
            default: nil
            }
        }
        #expect(contents == [#"{"text":"***"}"#, #"{"text":"bad"}"#, #"{"text":"***"}"#])
    }

    @Test func aClusterTellsNoPreviousKey() throws {
        let fixture = try ServerFixture { $0.quirks.insert(.noPreviousKey) }
        let client = try fixture.logIn(1)
        let other = try fixture.logIn(2)
        client.say("a", from: 1, to: 2)
        client.say("b", from: 1, to: 2)
        #expect(client.take().first == .metadata(key: 33, previous: 0))
        let told = other.take().compactMap { body in if case .metadata(_, let previous) = body { previous } else { nil }
        }
        #expect(told == [0, 0])
    }
}
