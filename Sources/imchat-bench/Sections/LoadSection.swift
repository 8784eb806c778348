import EventLoop
import FoundationEssentials
import Glibc
import IMServer
import IMWire

/// The embedded server as a process of its own, under many clients on loopback.
enum LoadSection: Section {
    static let name = "load"
    static let title = "The embedded server: idle connections, stored messages"

    private static let pairs = 100
    private static let window = 64

    private struct Record: Decodable {
        var processID: Int32
        var listen: String?
    }

    static func measure(_ bench: Bench) throws {
        raiseDescriptorLimit()
        let program = bench.options.program ?? Paths.join(Paths.folder(of: CommandLine.arguments[0]), "imchat")
        let idle = 1_000
        let data = bench.workplace.file("load")
        try prepare(data, users: idle)
        let loop = EventLoop()
        let runner = try ProcessRunner(
            .init(program, ["server", "--data", data, "--listen", "127.0.0.1:\(freePort(loop))"]), on: loop
        ) { _ in }
        var record: Record?
        let path = Paths.join(data, "server.json")
        _ = loop.run(atMost: 10_000) {
            loop.schedule(after: 20) {}
            record = (try? Files.read(path, limit: 65_536)).flatMap {
                try? JSONDecoder().decode(Record.self, from: Data($0))
            }
            return record != nil
        }
        guard let record, let listen = record.listen, let port = UInt16(listen.split(separator: ":").last ?? "") else {
            throw BenchError("the server does not start")
        }
        defer {
            _ = RunningProcess.terminate(record.processID)
            loop.run(atMost: 500) { false }
            withExtendedLifetime(runner) {}
        }
        let clients = (1...idle).map { LoadClient(loop, port: port, uid: Int64($0)) }
        guard loop.run(atMost: 30_000, until: { clients.allSatisfy(\.isLoggedIn) }) else {
            throw BenchError("only \(clients.count { $0.isLoggedIn }) of \(idle) connections came up")
        }
        bench.report.add("server with 1,000 idle connections", resident(record.processID), "MB")
        let count = bench.count(short: 10_000, full: 50_000)
        let begin = Meter.wall
        for (index, client) in clients.prefix(pairs).enumerated() {
            client.start(to: clients[index + pairs].uid, count: count / pairs, window: window)
        }
        guard loop.run(atMost: 60_000, until: { clients.prefix(pairs).allSatisfy { $0.isDone } }) else {
            throw BenchError("not every message was acknowledged")
        }
        let seconds = (Meter.wall - begin) / 1e6
        bench.report.add("peer messages between 100 pairs, stored", Double(count) / seconds, "/s")
        bench.report.add("server after them", resident(record.processID), "MB")
        clients.forEach { $0.close() }
    }

    /// A server's database with users whose tokens are known.
    private static func prepare(_ data: String, users: Int) throws {
        try Paths.makeFolder(data)
        let loop = EventLoop()
        let server = try EmbeddedServer(
            loop: loop, options: EmbeddedServerOptions(databasePath: Paths.join(data, "server.sqlite"), endpoints: []))
        for uid in 1...users {
            server.core.admit(token: "t\(uid)", user: UserKey(appID: 7, uid: Int64(uid)))
        }
        server.stop()
    }

    private static func freePort(_ loop: EventLoop) -> UInt16 {
        guard let listener = try? loop.listen(on: .tcp(host: "127.0.0.1", port: 0), onAccept: { _, _ in }),
            case .tcp(_, let port) = listener.endpoint
        else { return 0 }
        listener.close()
        return port
    }

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 8_192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Megabytes of a process in memory.
    private static func resident(_ process: Int32) -> Double {
        guard let bytes = try? Files.read("/proc/\(process)/statm", limit: 4_096) else { return .nan }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
