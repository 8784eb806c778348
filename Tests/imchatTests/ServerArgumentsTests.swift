import EventLoop
import IMServer
import Testing

@testable import imchat

@Suite struct ServerArgumentsTests {
    private func parse(_ line: String) throws -> ServerOptions {
        try ServerOptions.parse(line.split(separator: " ").map(String.init)[...])
    }

    @Test(arguments: [
        ("localhost:80", Endpoint.tcp(host: "localhost", port: 80)), ("127.1.2.3:8", .tcp(host: "127.1.2.3", port: 8)),
        ("[::1]:80", .tcp(host: "::1", port: 80)), ("unix:/tmp/x", .unix(path: "/tmp/x")),
    ])
    func theOperatorIsOnThisMachine(_ text: String, _ endpoint: Endpoint) throws {
        #expect(try parse("--http \(text)").http == [endpoint])
        #expect(endpoint.isOnThisMachine)
    }

    @Test(arguments: ["0.0.0.0:80", "10.0.0.1:80", "127.evil.example:80", "[::]:80", "localhost.example:80"])
    func everywhereElseIsTheDirectory(_ text: String) throws {
        let options = try parse("--http localhost:1 --http \(text)")
        #expect(options.http.map(\.isOnThisMachine) == [true, false])
    }

    @Test func aLocalPortMayBeTheDirectoryAlone() throws {
        let options = try parse("--http localhost:1 --http directory:127.0.0.1:2")
        #expect(options.http == [.tcp(host: "localhost", port: 1), .tcp(host: "127.0.0.1", port: 2)])
        #expect(options.directoryOnly == [.tcp(host: "127.0.0.1", port: 2)])
    }

    @Test(arguments: ["tls://localhost:80", "80", "directory:", "directory:tls://localhost:80"])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(throws: UsageError.self) { try parse("--http \(text)") }
    }

    @Test func aTokenMayHaveANumber() throws {
        #expect(try parse("token add ann 7").action == .addToken(name: "ann", uid: 7))
        #expect(try parse("token add ann").action == .addToken(name: "ann", uid: nil))
        #expect(throws: UsageError.self) { try parse("token add ann x") }
    }

    @Test(arguments: [
        ("user add ann", ManagementCommand.addUser(name: "ann")), ("user list", .users),
        ("user rename 5 ben", .renameUser(who: "5", name: "ben")), ("user forbid ann", .forbid(who: "ann", true)),
        ("user unfriend a b", .friend(who: "a", other: "b", false)),
        ("user block a b", .block(who: "a", other: "b", true)),
        ("group add g ann ben --super", .addGroup(name: "g", master: "ann", members: ["ben"], isSuper: true)),
        ("group add g ann --id 27", .addGroup(name: "g", master: "ann", members: [], isSuper: false, id: 27)),
        ("group list", .groups), ("group members 100", .members(group: 100)),
        ("group leave 100 ann", .member(group: 100, who: "ann", false)),
        ("group unmute 100 ann", .mute(group: 100, who: "ann", false)),
        ("group rename 100 h", .renameGroup(100, name: "h")), ("group disband 100", .disband(group: 100)),
        ("group open 100", .openGroup(100, true)), ("group close 100", .openGroup(100, false)),
        ("token add desk 9 --support", .addSupport(name: "desk", uid: 9)), ("token list", .tokens),
        ("token revoke ann", .revoke("ann")),
    ])
    func commands(_ line: String, _ command: ManagementCommand) throws {
        #expect(try parse(line).action == .manage(command))
    }

    @Test(arguments: [
        "user", "user add", "user frob x", "group add g", "group members x", "group disband 0", "token revoke",
        "token x",
        "user list x",
    ])
    func wrongOnesAreNamed(_ line: String) {
        #expect(throws: UsageError.self) { try parse(line) }
    }

    @Test func switches() throws {
        let options = try parse("--friend-permission --blacklist --word-file /tmp/w")
        #expect(options.needsFriendship && options.hasBlacklist && options.wordFile == "/tmp/w")
    }
}
