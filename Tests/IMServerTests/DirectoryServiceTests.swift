import Database
import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

@Suite struct DirectoryServiceTests {
    let fixture: ServerFixture
    let service: DirectoryService
    let transport: ScriptedTransport

    init() throws {
        fixture = try ServerFixture()
        service = DirectoryService(core: fixture.core)
        service.rooms = [DirectoryRoom(id: 1, name: "lobby")]
        transport = ScriptedTransport(endpoint: .unix(path: "grant"), scheduler: fixture.clock)
        service.accept(transport)
        transport.connected()
    }

    private func ask(_ call: DirectoryCall, token: String? = nil) throws -> DirectoryAnswer {
        transport.receive(call.request(token: token).bytes)
        fixture.settle()
        var decoder = HTTPDecoder(bodyLimit: 1_000_000)
        decoder.append(transport.takeSent())
        return DirectoryAnswer.parse(try #require(try decoder.next()), to: call)
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

    @Test(arguments: [".", "..", ".ann", "-ann", "12", " ", "a\u{200B}", "a\u{202E}b", "a\u{0}b", "a\u{2028}b"])
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

    @Test func groupsAreForTheirMembers() throws {
        let alice = try grant("alice")
        let bob = try grant("bob")
        let made = try ask(.createGroup(name: "g", members: [bob.uid], isSuper: false), token: alice.token)
        guard case .groups(let groups) = made, let group = groups.first else {
            Issue.record("\(made)")
            return
        }
        #expect(group.members.map(\.name) == ["alice", "bob"])
        #expect(try ask(.groups, token: bob.token) == made)
        #expect(try ask(.disbandGroup(group.id), token: bob.token) == .refused(status: 404, message: "not found"))
        #expect(try ask(.removeMember(group: group.id, uid: bob.uid), token: bob.token) == .done)
        #expect(try ask(.group(group.id), token: bob.token) == .refused(status: 404, message: "not found"))
        #expect(try ask(.disbandGroup(group.id), token: alice.token) == .done)
        #expect(try ask(.groups, token: alice.token) == .groups([]))
    }

    @Test func aGrantThatCannotBeKeptIsRefused() throws {
        fixture.database.close()
        let answer = try ask(.grant(uid: nil, name: "alice", platform: 0, deviceID: ""))
        #expect(answer == .refused(status: 503, message: "the server cannot write its data"))
    }

    @Test func junkEndsTheConnection() {
        transport.receive(Array("\u{1}\r\n\r\n".utf8))
        #expect(transport.isClosedByUs)
    }

    @Test func anIdleConnectionEnds() {
        fixture.clock.advance(by: 60_000)
        #expect(transport.isClosedByUs)
    }
}
