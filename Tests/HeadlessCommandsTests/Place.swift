import EventLoop
import Foundation
import IMModel
import IMServer
import IMService
import IMWire
import MessageStore
import Testing

@testable import HeadlessCommands

/// A server on the same loop, over Unix sockets, and accounts on it.
final class Place {
    let folder = "/tmp/imhl-\(UInt32.random(in: 0...UInt32.max))"
    let loop = EventLoop()
    let server: EmbeddedServer

    init() throws {
        server = try EmbeddedServer(
            loop: loop,
            options: EmbeddedServerOptions(
                databasePath: folder + "/server.db", endpoints: [.unix(path: folder + "/chat")],
                directoryPath: folder + "/names"))
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func account(_ name: String) throws -> HeadlessAccount {
        let client = DirectoryClient(endpoint: .unix(path: folder + "/names"), scheduler: loop, connector: loop)
        var grant: DirectoryClient.Grant?
        client.grant(name: name, deviceID: "d") { grant = try? $0.get() }
        loop.run(atMost: 5_000) { grant != nil }
        let found = try #require(grant)
        return HeadlessAccount(
            name: name, uid: found.uid, displayName: name, appID: found.appID,
            endpoint: .unix(path: folder + "/chat"), token: found.token, directory: .unix(path: folder + "/names"),
            folder: folder + "/" + name, storePath: folder + "/" + name + "/m.sqlite",
            controlSocket: folder + "/" + name + ".control")
    }

    func send(
        _ text: String, from account: HeadlessAccount, to address: String, timeout: Int64 = 5_000,
        id: String = UUIDv4.make()
    ) -> Result<Void, HeadlessFailure> {
        SendCommand(account: account, loop: loop, codec: RoundTripTests.codec, timeout: timeout)
            .run(text, to: address, originID: id)
    }

    func key(_ account: HeadlessAccount) -> UserKey { UserKey(appID: account.appID, uid: account.uid) }

    func kept(_ account: HeadlessAccount, _ session: SessionID) throws -> [Message] {
        let reader = try StoreReader(path: account.storePath, account: account.name, codec: RoundTripTests.codec)
        var kept: [Message] = []
        try reader.forEach(in: session) { message in
            kept.append(message)
            return true
        }
        return kept
    }
}
