import EventLoop
import Foundation
import IMServer
import IMWire
import Testing

/// A database that is not what it was: set aside, and said.
@Suite struct ServerOpeningTests {
    private let folder = "/tmp/imserver-\(UInt64.random(in: 0...UInt64.max))"
    private var path: String { folder + "/server.sqlite" }

    /// Starts a server, looks at it, and stops it.
    private func serve(_ look: (EmbeddedServer, EventLoop) throws -> Void) throws {
        let loop = EventLoop()
        let server = try EmbeddedServer(loop: loop, options: EmbeddedServerOptions(databasePath: path, endpoints: []))
        defer { server.stop() }
        try look(server, loop)
    }

    private var kept: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".damaged-") }
        }
    }

    private func makeAccount() throws {
        try serve { server, loop in
            #expect(server.trouble == nil)
            var isDone = false
            try server.core.grant(uid: nil, name: "alice") { isDone = $0 }
            #expect(loop.run(atMost: 5_000) { isDone })
        }
    }

    @Test(arguments: [0, 3_000]) func whatIsNoDatabaseIsSetAside(_ size: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeAccount()
        try Data(repeating: 0x41, count: size).write(to: URL(fileURLWithPath: path))
        try serve { server, _ in
            let trouble = try #require(server.trouble)
            #expect(trouble.contains(size == 0 ? "is empty" : "is damaged"))
            #expect(try kept.contains { trouble.contains($0) })
            #expect(server.core.directory.users.isEmpty)
            #expect(server.core.directory.lastID > 1_000_000_000, "clients know the old ids")
        }
        let name = try #require(try kept.first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count == size)
        // Said once: the new one is whole.
        try makeAccount()
        try serve { server, _ in
            #expect(server.trouble == nil)
            #expect(server.core.directory.lastID > 1_000_000_000)
            #expect(server.core.directory.users.count == 1)
        }
        #expect(try kept.count == 1)
    }

    /// Pages in the middle of the file that the start reads.
    @Test func aDamagedOneIsSetAside() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeAccount()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let start = 4_096
        try #require(bytes.count > start)
        bytes.replaceSubrange(start..., with: Data(repeating: 0x5A, count: bytes.count - start))
        try bytes.write(to: URL(fileURLWithPath: path))
        try serve { server, _ in
            let trouble = try #require(server.trouble)
            #expect(trouble.contains("is damaged"))
            let names = try kept
            #expect(names.count == 1)
        }
    }

    /// A loopback port can serve the directory alone.
    @Test func whatEachPortServesIsTold() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let places: [Endpoint] = [.unix(path: folder + "/a"), .unix(path: folder + "/b")]
        var options = EmbeddedServerOptions(databasePath: path, endpoints: [], http: places)
        options.directoryOnly = [places[1]]
        let loop = EventLoop()
        let server = try EmbeddedServer(loop: loop, options: options)
        defer { server.stop() }
        #expect(
            server.httpServices == ["\(places[0]) (operator and directory)", "\(places[1]) (directory only)"])
    }
}
