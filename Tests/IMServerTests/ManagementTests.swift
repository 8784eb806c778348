import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

@Suite struct ManagementTests {
    let fixture: ServerFixture
    let service: DirectoryService

    init() throws {
        fixture = try ServerFixture()
        service = DirectoryService(core: fixture.core)
    }

    private func send(_ request: HTTPMessage) throws -> HTTPMessage {
        var response: HTTPResponse?
        ServerRouter(core: fixture.core, directory: service).answer(HTTPRequest(request), from: .owner) {
            response = $0
        }
        fixture.settle()
        let answer = try #require(response)
        return HTTPMessage(startLine: "HTTP/1.1 \(answer.status) OK", body: answer.body)
    }

    private func run(_ command: ManagementCommand) throws -> String {
        switch ManagementCall.answer(try send(ManagementCall.request(command))) {
        case .success(let answer): return answer.lines.joined(separator: "; ")
        case .failure(let fault): return "refused: \(fault.message)"
        }
    }

    @Test func usersAndTokens() throws {
        #expect(try run(.addUser(name: "ann")) == "1001")
        #expect(try run(.addUser(name: "ann")) == "refused: there is a user ann already")
        #expect(try run(.addUser(name: "bob")) == "1002")
        #expect(try run(.renameUser(who: "1002", name: "ben")) == "")
        #expect(try run(.forbid(who: "ben", true)) == "")
        #expect(try run(.users) == "1001 ann; 1002 ben (forbidden in rooms)")
        #expect(try run(.friend(who: "ann", other: "ben", true)) == "")
        #expect(fixture.core.directory.has(.friend(of: UserKey(appID: 7, uid: 1_001)), 1_002))
        #expect(try run(.block(who: "ann", other: "zoe", true)) == "refused: there is no user zoe")
        _ = try fixture.core.grant(uid: nil, name: "ann")
        _ = try fixture.core.grant(uid: nil, name: "ann")
        fixture.settle()
        fixture.core.admit(token: "secret", user: UserKey(appID: 7, uid: 1_002))
        fixture.settle()
        let day = ServerToken.fingerprint("secret")
        let list = try run(.tokens)
        #expect(list.contains("\(day) 2025-11-30 1002 ben") && list.contains(" 1001 ann"))
        #expect(!list.contains("secret") && !list.contains("token1"))
        #expect(try run(.revoke(day)) == "1 revoked")
        #expect(try run(.revoke("token1")) == "1 revoked")
        #expect(try run(.revoke("ann")) == "1 revoked")
        #expect(try run(.tokens) == "")
        #expect(fixture.core.directory.user(token: "token2") == nil)
        #expect(try run(.status).hasPrefix("users    2 known, 0 online"))
    }

    /// What came in with a token that is taken back goes; the user's other connections stay.
    @Test func aRevokedTokenEndsItsConnections() throws {
        let first = try fixture.logIn(1, device: "a")
        let second = try fixture.logIn(1, device: "b")
        let other = try fixture.logIn(2)
        #expect(try run(.revoke("token1")) == "1 revoked")
        #expect([first.isClosed, second.isClosed, other.isClosed] == [true, false, false])
        #expect(try run(.revoke("user1")) == "1 revoked")
        #expect([second.isClosed, other.isClosed] == [true, false])
    }

    @Test func groups() throws {
        for name in ["ann", "ben", "cat"] { _ = try run(.addUser(name: name)) }
        #expect(try run(.addGroup(name: "g", master: "ann", members: ["ben"], isSuper: true)) == "100")
        #expect(try run(.groups) == "100 g (2 members, super)")
        #expect(try run(.member(group: 100, who: "cat", true)) == "")
        #expect(try run(.mute(group: 100, who: "cat", true)) == "")
        #expect(try run(.member(group: 100, who: "ben", false)) == "")
        #expect(try run(.members(group: 100)) == "1001 ann; 1003 cat (muted)")
        #expect(try run(.renameGroup(100, name: "h")) == "")
        #expect(try run(.groups) == "100 h (2 members, super)")
        #expect(try run(.disband(group: 100)) == "")
        #expect(try run(.members(group: 100)) == "refused: there is no group 100")
    }

    @Test func nonsenseIsRefused() throws {
        let path = "POST \(ManagementCall.path) HTTP/1.1"
        for body in [#"{"data":{"x":1}}"#, "", "[]", String(repeating: "[", count: 50_000)] {
            let answer = try send(HTTPMessage(startLine: path, body: Array(body.utf8)))
            #expect(answer.startLine.hasPrefix("HTTP/1.1 400"))
        }
    }

    /// The commands are for the owner's socket alone.
    @Test func noOtherSocketTakesCommands() {
        let router = ServerRouter(core: fixture.core, directory: service)
        let call = ManagementCall.request(.users)
        for reach in [ServerRouter.Reach.machine, .network] {
            var status = 0
            router.answer(HTTPRequest(call), from: reach) { status = $0.status }
            #expect(status == 404)
        }
    }

    @Test func thePublicInterfaceTellsMessages() throws {
        let client = try fixture.logIn(1)
        client.say("a", from: 1, to: 2)
        func ask(_ line: String, _ body: String = "", token: String = "token1") -> String {
            var text = ""
            service.answer(HTTPRequest(HTTPMessage(startLine: line, token: token, body: Array(body.utf8)))) {
                text = "\($0.status) " + String(decoding: $0.body, as: UTF8.self)
            }
            fixture.settle()
            return text
        }
        #expect(ask("GET /messages/offline") == #"200 {"data":{"count":1,"new":1}}"#)
        #expect(ask("GET /messages").hasPrefix(#"200 {"data":[{"command":4,"content":"a""#))
        #expect(ask("POST /users/1", #"{"name":"new"}"#) == #"200 {"data":{}}"#)
        #expect(ask("POST /users/2", #"{"name":"x"}"#).hasPrefix("403"))
        _ = try fixture.logIn(2)
        #expect(ask("POST /users/2", #"{"name":"new"}"#, token: "token2").hasPrefix("400"), "the name is taken")
        #expect(ask("POST /groups", #"{"name":"g","members":[2]}"#).hasPrefix(#"200 {"data":{"group_id":100,"#))
        #expect(ask("PATCH /groups/100/members/1", #"{"nickname":"n"}"#) == #"200 {"data":{}}"#)
        #expect(ask("PATCH /groups/100/members/1", #"{"nickname":"m"}"#, token: "token2").hasPrefix("403"))
        #expect(ask("PATCH /groups/100/members/2", #"{"nickname":"two"}"#, token: "token2").hasPrefix("200"))
        #expect(ask("PATCH /groups/100/members/2", #"{"do_not_disturb":1}"#).hasPrefix("403"))
        #expect(ask("PATCH /groups/100/members/2", #"{"do_not_disturb":1}"#, token: "token2").hasPrefix("200"))
        #expect(fixture.core.directory.groups[100]?.member(2)?.isQuiet == true)
        #expect(ask("PATCH /groups/100/members/2", #"{"x":1}"#, token: "token2").hasPrefix("400"))
        #expect(ask("POST /groups/100/upgrade", token: "token2").hasPrefix("403"))
        #expect(ask("DELETE /groups/100/members", #"{"members":[1]}"#, token: "token2").hasPrefix("403"))
        #expect(ask("DELETE /groups/100/members", #"{"members":[2]}"#) == #"200 {"data":{}}"#)
        #expect(ask("POST /groups/100/upgrade") == #"200 {"data":{}}"#)
        #expect(fixture.core.directory.groups[100]?.isSuper == true)
        #expect(fixture.core.directory.groups[100]?.member(1)?.nickname == "n")
        #expect(fixture.core.directory.users[UserKey(appID: 7, uid: 1)]?.name == "new")
    }
}
