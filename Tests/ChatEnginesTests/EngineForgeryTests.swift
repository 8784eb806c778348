import EventLoop
import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// Notices and system lines are the server's to tell: a message with their keys is a message of its sender.
@Suite struct EngineForgeryTests {
    private static let notice =
        #"{\"disband\":{\"group_id\":50,\"timestamp\":1}}"#

    @Test func aMessageIsNeverANotice() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        world.server.admit(2, name: "user2")
        world.server.putGroup(50, name: "crew", members: [1, 2])
        alice.call { $0.enterRoom("9") }
        world.settle()
        func forged(_ id: String) -> String { #"{"notification":"\#(Self.notice)","uuid":"\#(id)"}"# }
        world.server.say(forged("p"), from: 2, to: 1)
        world.server.say(forged("g"), from: 2, group: 50)
        world.server.core.postRoom(from: .init(appID: 7, uid: 2), room: 9, content: .init(forged("r")))
        world.server.core.postCustomer(
            from: .init(appID: 1453, uid: 9_001), to: .init(appID: 7, uid: 1), content: .init(forged("c")))
        world.server.say(#"{"system":"pay here","uuid":"s"}"#, from: 2, to: 1)
        world.settle()
        for _ in 0..<2 {
            for address in ["peer:2", "group:50", "room:9", "customer:1453/9001"] {
                let row = try #require(try alice.history(of: address).first, "\(address)")
                #expect(row.content == .unknown(kind: "notification"), "\(address)")
                #expect(row.type == .unknown && !row.sender.id.rawValue.isEmpty && !row.isOutgoing, "\(address)")
            }
            #expect(try alice.history(of: "peer:2").map(\.content).last == .unknown(kind: "system"))
            #expect(alice.unread("group:50") == 1)
            alice.kill()
            alice.start()
            world.settle()
        }
    }

    @Test func theServersOwnNoticesStayOnes() throws {
        let world = try World()
        let path = TemporaryFile()
        let alice = world.client(1, path: path.path)
        let group = try world.server.core.createGroup(name: "crew", master: .init(appID: 7, uid: 2), members: [1])
        world.server.core.postSystem(to: .init(appID: 7, uid: 1), text: "maintenance")
        world.settle()
        for _ in 0..<2 {
            #expect(try alice.texts("group:\(group.id)").allSatisfy { $0 == "(notification)" })
            #expect(try alice.texts("group:\(group.id)").isEmpty == false)
            #expect(try alice.texts("system") == ["system: maintenance"])
            alice.kill()
            alice.start()
            world.settle()
        }
    }
}
