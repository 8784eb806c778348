import Database
import EventLoop
import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@Suite struct DirectoryServiceTests {
    let fixture: ServerFixture
    let service: DirectoryService

    init() throws {
        fixture = try ServerFixture()
        service = DirectoryService(core: fixture.core)
        service.rooms = [DirectoryRoom(id: 1, name: "lobby")]
    }

    private func ask(_ call: DirectoryCall, token: String? = nil) throws -> DirectoryAnswer {
        var response: HTTPResponse?
        service.answer(HTTPRequest(call.request(token: token))) { response = $0 }
        fixture.settle()
        let answer = try #require(response)
        return DirectoryAnswer.parse(
            HTTPMessage(startLine: "HTTP/1.1 \(answer.status) OK", body: answer.body), to: call)
    }

    private func grant(_ name: String) throws -> DirectoryGrant {
        guard case .granted(let grant) = try ask(.grant(uid: nil, name: name, platform: 2, deviceID: "d")) else {
            throw DirectoryFault(status: 0, message: "no grant")
        }
        return grant
    }

    @Test func aNameGetsAUserAndKeepsIt() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        #expect((alice.uid, bob.uid) == (1_001, 1_002))
        #expect(alice.appID == 7)
        #expect(try grant("alice").uid == alice.uid)
        let client = fixture.connect()
        client.send(.authToken(platform: 2, token: alice.token, deviceID: "d"))
        #expect(client.take() == [.authStatus(0)])
        let wanted = try ask(.grant(uid: 7, name: "seven", platform: 0, deviceID: ""))
        #expect(wanted == .granted(DirectoryGrant(appID: 7, uid: 7, token: "token4")))
        let refused = try ask(.grant(uid: nil, name: "", platform: 0, deviceID: ""))
        #expect(refused == .refused(status: 400, message: "the name must have 1 to 255 bytes"))
    }

    /// A token for somebody's number under another name would be a token for that account.
    @Test func aGrantRenamesNobody() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        let other = DirectoryCall.grant(uid: alice.uid, name: "mallory", platform: 0, deviceID: "")
        guard case .refused(400, let message) = try ask(other) else {
            Issue.record("not refused")
            return
        }
        #expect(message.hasPrefix("that number is alice's"))
        let taken = try ask(.grant(uid: 5_000, name: "bob", platform: 0, deviceID: ""))
        #expect(taken == .refused(status: 400, message: "the id or name belongs to somebody else or is not valid"))
        #expect(fixture.core.directory.user(named: "alice", appID: 7)?.uid == alice.uid)
        #expect(fixture.core.directory.user(named: "bob", appID: 7)?.uid == bob.uid)
        #expect(fixture.core.directory.tokens.count == 2)
        for name in ["alice", ""] {
            guard case .granted(let again) = try ask(.grant(uid: alice.uid, name: name, platform: 0, deviceID: ""))
            else {
                Issue.record("not granted")
                return
            }
            #expect(again.uid == alice.uid)
        }
    }

    @Test(arguments: [
        ".", "..", ".ann", "-ann", "12", " ", "a\u{200B}", "a\u{202E}b", "a\u{0}b", "a\u{2028}b", "#7", "& crew", "?",
        "*",
    ])
    func namesThatMisleadAreRefused(_ name: String) throws {
        let refusal = DirectoryAnswer.refused(status: 400, message: UserNameRule.words)
        #expect(try ask(.grant(uid: nil, name: name, platform: 0, deviceID: "")) == refusal)
        #expect(try ask(.grant(uid: 9, name: name, platform: 0, deviceID: "")) == refusal)
        #expect(throws: DirectoryRefusal.misleadingName) { try fixture.core.addUser(named: name) }
        let ann = try fixture.core.addUser(named: "ann")
        #expect(throws: DirectoryRefusal.misleadingName) { try fixture.core.renameUser(ann, to: name) }
        #expect(fixture.core.directory.user(named: name, appID: 7) == nil)
    }

    @Test func namesAreToldToWhoHasAToken() throws {
        let alice = try grant("alice")
        _ = try grant("小林")
        _ = try grant("梅❤️1️⃣👩‍💻")
        #expect(try ask(.users) == .refused(status: 401, message: "no valid token"))
        let found = DirectoryAnswer.users([DirectoryUser(uid: 1_002, name: "小林")])
        #expect(try ask(.userNamed("小林"), token: alice.token) == found)
        #expect(try ask(.user(1_002), token: alice.token) == found)
        #expect(try ask(.user(5), token: alice.token) == .refused(status: 404, message: "not found"))
        #expect(try ask(.rooms, token: alice.token) == .rooms([DirectoryRoom(id: 1, name: "lobby")]))
    }

    private static let forbidden = DirectoryAnswer.refused(
        status: 403, message: "only the group's master, or whom it is about, may do this")
    private static let unknown = DirectoryAnswer.refused(status: 404, message: "not found")

    @Test func groupsAreForTheirMembers() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        let carl = try grant("carl")
        let made = try ask(.createGroup(name: "g", members: [bob.uid], isSuper: false), token: alice.token)
        guard case .groups(let groups) = made, let group = groups.first else {
            Issue.record("\(made)")
            return
        }
        #expect(group.members.map(\.name) == ["alice", "bob"])
        #expect(try ask(.groups, token: bob.token) == made)
        #expect(try ask(.groupsNamed("g"), token: bob.token) == made)
        #expect(try ask(.groupsNamed("g"), token: carl.token) == .groups([]))
        let mastersOwn: [DirectoryCall] = [
            .disbandGroup(group.id), .renameGroup(group.id, name: "h"), .openGroup(group.id, isOpen: true),
            .addMembers(group: group.id, members: [carl.uid]), .removeMember(group: group.id, uid: alice.uid),
            .muteMember(group: group.id, uid: bob.uid, muted: false),
        ]
        for call in mastersOwn {
            #expect(try ask(call, token: bob.token) == Self.forbidden, "\(call)")
            #expect(try ask(call, token: carl.token) == Self.unknown, "\(call)")
        }
        #expect(try ask(.removeMember(group: group.id, uid: bob.uid), token: bob.token) == .done)
        #expect(try ask(.group(group.id), token: bob.token) == Self.unknown)
        for call in mastersOwn[1...3] { #expect(try ask(call, token: alice.token) == .done, "\(call)") }
        #expect(try ask(.disbandGroup(group.id), token: alice.token) == .done)
        #expect(try ask(.groups, token: alice.token) == .groups([]))
    }

    /// A group is closed until its master opens it; who left an open one may come back.
    @Test func anOpenGroupIsJoined() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        guard
            case .groups(let groups) = try ask(.createGroup(name: "g", members: [], isSuper: false), token: alice.token)
        else { return }
        let id = groups[0].id
        let join = DirectoryCall.addMembers(group: id, members: [bob.uid])
        #expect(try ask(join, token: bob.token) == Self.unknown)
        #expect(try ask(.openGroup(id, isOpen: true), token: alice.token) == .done)
        guard case .groups(let found) = try ask(.groupsNamed("g"), token: bob.token) else { return }
        #expect(found.map(\.id) == [id])
        #expect(try ask(.addMembers(group: id, members: [bob.uid, 5]), token: bob.token) == Self.forbidden)
        #expect(try ask(join, token: bob.token) == .done)
        #expect(fixture.core.directory.groups[id]?.members.map(\.uid) == [alice.uid, bob.uid])
        #expect(try ask(.openGroup(id, isOpen: false), token: bob.token) == Self.forbidden)
        #expect(try ask(.removeMember(group: id, uid: bob.uid), token: bob.token) == .done)
        #expect(try ask(.openGroup(id, isOpen: false), token: alice.token) == .done)
        #expect(try ask(join, token: bob.token) == Self.unknown)
    }

    /// The members read in a notice who did it.
    @Test func noticesTellWhoDidIt() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        let carl = try grant("carl")
        let id = try fixture.core.createGroup(
            name: "g", master: UserKey(appID: 7, uid: alice.uid), members: [bob.uid, carl.uid]
        ).id
        let reader = fixture.connect()
        reader.send(.authToken(platform: 2, token: carl.token, deviceID: "d"))
        let calls: [(DirectoryCall, String)] = [
            (.renameGroup(id, name: "h"), alice.token), (.noticeGroup(id, notice: "n"), alice.token),
            (.muteMember(group: id, uid: bob.uid, muted: true), alice.token),
            (.removeMember(group: id, uid: bob.uid), alice.token),
            (.removeMember(group: id, uid: carl.uid), carl.token), (.upgradeGroup(id), alice.token),
            (.disbandGroup(id), alice.token),
        ]
        for (call, token) in calls { #expect(try ask(call, token: token) == .done, "\(call)") }
        _ = reader.take()
        reader.send(.sync(1))
        let actors = reader.take().compactMap { body in
            if case .groupNotification(let text) = body { GroupNotificationCodec.decode(text).actor } else { nil }
        }
        // Carl is out after the fifth.
        #expect(actors.map(\.name) == ["alice", "alice", "alice", "alice", "carl"])
        #expect(actors.last?.id == ContactID(String(carl.uid)))
    }

    /// No group is left without a master.
    @Test func theMasterLeaves() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        let id = try fixture.core.createGroup(
            name: "g", master: UserKey(appID: 7, uid: alice.uid), members: [bob.uid]
        ).id
        #expect(try ask(.removeMember(group: id, uid: alice.uid), token: alice.token) == .done)
        #expect(fixture.core.directory.groups[id]?.master == bob.uid)
        #expect(try ask(.removeMember(group: id, uid: bob.uid), token: bob.token) == .done)
        #expect(fixture.core.directory.groups[id]?.isDisbanded == true)
    }

    @Test func aGrantThatCannotBeKeptIsRefused() throws {
        fixture.database.close()
        let answer = try ask(.grant(uid: nil, name: "alice", platform: 0, deviceID: ""))
        #expect(answer == .refused(status: 503, message: "the server cannot write its data"))
    }

    /// A business back end names an application and nobody's token; it may do what a group's master may.
    @Test func backEndsActForTheMaster() throws {
        let router = ServerRouter(core: fixture.core, directory: service)
        func ask(
            _ method: String, _ target: String, _ body: String = "", from reach: ServerRouter.Reach = .machine
        ) -> String {
            var request = HTTPRequest(method, target, body: Array(body.utf8))
            request.isOfApplication = true
            var text = ""
            router.answer(request, from: reach) { text = "\($0.status) " + String(decoding: $0.body, as: UTF8.self) }
            fixture.settle()
            return text
        }
        #expect(ask("POST", "/auth/grant", #"{"uid":31,"user_name":"w"}"#).hasPrefix("200"))
        #expect(ask("POST", "/auth/grant", #"{"uid":31,"user_name":"x"}"#).hasPrefix("200"))
        #expect(fixture.core.directory.users[UserKey(appID: 7, uid: 31)]?.name == "x")
        let group = #"{"master":31,"members":[{"uid":31,"name":"x"},32],"name":"test","super":true,"group_id":3110}"#
        #expect(ask("POST", "/groups", group).hasPrefix(#"200 {"data":{"group_id":3110,"master":31,"#))
        #expect(ask("POST", "/groups", #"{"name":"none"}"#).hasPrefix("400"))
        #expect(ask("PATCH", "/groups/3110", #"{"name":"new"}"#) == #"200 {"data":{}}"#)
        #expect(ask("PATCH", "/groups/3110", #"{"notice":"hear"}"#) == #"200 {"data":{}}"#)
        #expect(ask("POST", "/groups/3110/members", #"[{"uid":33,"name":"y"}]"#) == #"200 {"data":{}}"#)
        #expect(ask("PATCH", "/groups/3110/members/33", #"{"nickname":"n"}"#) == #"200 {"data":{}}"#)
        #expect(ask("PATCH", "/groups/3110/members/33", #"{"quiet":true}"#) == #"200 {"data":{}}"#)
        let made = try #require(fixture.core.directory.groups[3110])
        #expect(made.isSuper && made.name == "new" && made.notice == "hear")
        #expect(made.member(33).map { [$0.nickname, "\($0.isQuiet)"] } == ["n", "true"])
        #expect(ask("DELETE", "/groups/3110/members", "[33]") == #"200 {"data":{}}"#)
        #expect(ask("DELETE", "/groups/3110/members/32") == #"200 {"data":{}}"#)
        #expect(fixture.core.directory.groups[3110]?.members.map(\.uid) == [31])
        #expect(ask("POST", "/users/31", #"{"forbidden":1}"#) == #"200 {"data":{}}"#)
        #expect(fixture.core.directory.users[UserKey(appID: 7, uid: 31)]?.isForbidden == true)
        #expect(ask("DELETE", "/groups/3110") == #"200 {"data":{}}"#)
        #expect(ask("PATCH", "/groups/77", #"{"name":"new"}"#).hasPrefix("404"))
        // On the network no name of an application counts.
        #expect(ask("POST", "/users/31", #"{"forbidden":0}"#, from: .network).hasPrefix("401"))
        #expect(ask("POST", "/groups", group, from: .network).hasPrefix("401"))
    }

    /// On the network nobody is given a token, and one thing asked for is one object.
    @Test func theNetworkGetsNoTokens() throws {
        let router = ServerRouter(core: fixture.core, directory: service)
        let alice = try grant("alice")
        func ask(_ request: HTTPRequest, _ reach: ServerRouter.Reach = .network) -> String {
            var text = ""
            router.answer(request, from: reach) { text = "\($0.status) " + String(decoding: $0.body, as: UTF8.self) }
            fixture.settle()
            return text
        }
        let grant = HTTPRequest(DirectoryCall.grant(uid: nil, name: "eve", platform: 1, deviceID: "").request())
        #expect(ask(grant).hasPrefix("403"))
        #expect(ask(grant, .machine).hasPrefix("200"))
        #expect(ask(HTTPRequest("POST", "/post_notification?appid=7&uid=1")) == "404 404 page not found\n")
        #expect(ask(HTTPRequest("GET", "/nosuch"), .machine) == "404 404 page not found\n")
        let me = HTTPRequest(DirectoryCall.user(alice.uid).request(token: alice.token))
        #expect(ask(me) == #"200 {"data":{"name":"alice","uid":1001}}"#)
        var page = me
        page.origin = "http://evil.example"
        #expect(ask(page).hasPrefix("403"))
        #expect(ask(page, .machine).hasPrefix("403"))
        #expect(ask(HTTPRequest("GET", "/users")).hasPrefix("401"))
        var passedOn = grant
        passedOn.isForwarded = true
        #expect(ask(passedOn, .machine).hasPrefix("403"))
        var back = HTTPRequest("POST", "/post_system_message?appid=7&uid=1001", body: Array("x".utf8))
        back.isForwarded = true
        #expect(ask(back, .machine).hasPrefix("403"))
        var proxied = me
        proxied.isForwarded = true
        #expect(ask(proxied).hasPrefix("200"), "the directory alone may stand behind a proxy")
    }
}
