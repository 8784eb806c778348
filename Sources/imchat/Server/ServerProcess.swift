import EventLoop
import Glibc
import IMServer

/// The life of a server process: one for a data folder, two sockets for its owner alone, and the network if asked for.
final class ServerProcess {
    private let locations: DataLocations
    private let options: ServerOptions
    private let loop = EventLoop()
    private let log: ServerLog
    private var lock: FileLock?
    private var server: EmbeddedServer?
    private var signals: [SignalWatch] = []

    /// An embedded server stays so long after its last client left, in milliseconds.
    private static let linger: Int64 = 60_000

    init(locations: DataLocations, options: ServerOptions) {
        self.locations = locations
        self.options = options
        log = ServerLog(path: locations.serverLog, echoes: options.action == .run && !options.embedded) { [loop] in
            loop.wallClock
        }
    }

    /// Serves until a signal, `stop`, or (embedded) a minute without clients. Answers the exit code.
    func run() throws(ProgramError) -> Int32 {
        do throws(FileError) {
            lock = try takeLock()
        } catch {
            if case .locked = error {
                // Two clients started at once: the other one's server is as good as this one.
                if options.embedded { return 0 }
                throw .server("a server runs for \(locations.data) already; see: imchat server status")
            }
            throw notStarted("\(error)")
        }
        let server: EmbeddedServer
        let serverOptions = try serverOptions
        do throws(EmbeddedServerError) {
            server = try EmbeddedServer(loop: loop, options: serverOptions)
        } catch {
            throw notStarted("\(error)")
        }
        self.server = server
        server.core.log = { [log] in log.write($0) }
        if let trouble = server.trouble {
            log.write(trouble)
            if !log.echoes { CommandOutput.complain(trouble) }
        }
        defer { close() }
        if case .addToken(let name, let uid) = options.action { return grant(name, uid: uid) }
        if case .manage(let command) = options.action {
            return ManagementClient.run(command, locations: locations, loop: loop)
        }
        try writeRecord(server)
        watchSignals()
        if options.embedded { lingerCheck(server) }
        log.write("imchat \(Version.text) serves \(locations.data)")
        if let address = networkAddress(server) { log.write("listening on \(address)") }
        for service in server.httpServices { log.write("HTTP on \(service)") }
        if let address = server.webSocketEndpoint { log.write("WebSocket on \(address), /ws") }
        loop.run()
        return 0
    }

    /// How many clients may be connected: each costs a descriptor, the usual soft limit is 1,024, and whoever may use
    /// more is let. Some are kept back for files and HTTP, so that a connection too many can be taken and closed.
    private static func connectionLimit() -> Int {
        let kept = 256
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 - kept }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return max(Int(clamping: min(limit.rlim_cur, 65_536)) - kept, 16)
    }

    private var serverOptions: EmbeddedServerOptions {
        get throws(ProgramError) {
            var endpoints: [Endpoint] = [.unix(path: locations.chatSocket)]
            if let listen = options.listen { endpoints.append(.tcp(host: listen.host, port: listen.port)) }
            let isServing = options.action == .run
            var configuration = ServerConfiguration()
            configuration.connectionLimit = Self.connectionLimit()
            configuration.strangerLimit = min(configuration.strangerLimit, configuration.connectionLimit / 2)
            configuration.needsFriendship = options.needsFriendship
            configuration.hasBlacklist = options.hasBlacklist
            if let path = options.wordFile { configuration.wordFilter = try wordFilter(path) }
            var result = EmbeddedServerOptions(
                databasePath: locations.serverDatabase, endpoints: endpoints, directoryPath: locations.directorySocket,
                http: isServing ? options.http : [], webSocket: isServing ? options.webSocket : nil,
                hasResidents: isServing && (options.demo || options.listen == nil), configuration: configuration)
            result.directoryOnly = options.directoryOnly
            return result
        }
    }

    private func wordFilter(_ path: String) throws(ProgramError) -> WordFilter {
        do throws(FileError) {
            return WordFilter(lines: String(decoding: try Files.read(path, limit: 4 << 20), as: UTF8.self))
        } catch {
            throw .server("\(error)")
        }
    }

    /// The network address as it came out (the kernel chooses where port 0 was asked for).
    private func networkAddress(_ server: EmbeddedServer) -> String? {
        guard options.listen != nil else { return nil }
        return server.endpoints.first {
            if case .tcp = $0 { true } else { false }
        }?.description
    }

    /// Takes the folder's lock. Whoever only looks whether it is held holds it for a moment, so a held one is tried again.
    private func takeLock() throws(FileError) -> FileLock {
        let end = loop.now.advanced(by: 300)
        while true {
            do throws(FileError) {
                return try FileLock(path: locations.serverLock)
            } catch {
                guard case .locked = error, loop.now < end else { throw error }
                loop.runOnce(maximumWait: 20)
            }
        }
    }

    /// Makes a user with a token while no server runs: this process is the server for that moment.
    private func grant(_ name: String, uid: Int64?) -> Int32 {
        var code: Int32 = 1
        TokenCommand.grant(name, uid: uid, locations: locations, loop: loop) { [loop] answer in
            code = answer
            loop.stop()
        }
        loop.run()
        return code
    }

    private func writeRecord(_ server: EmbeddedServer) throws(ProgramError) {
        let record = ServerRecord(
            version: Version.text, processID: ProcessEnvironment.processID, startedAt: loop.wallClock,
            listen: networkAddress(server),
            http: server.httpServices.isEmpty ? nil : server.httpServices.joined(separator: ", "),
            isEmbedded: options.embedded)
        do throws(FileError) {
            try JSONFile.write(record, to: locations.serverRecord)
            for path in [locations.stoppedMark, locations.serverTrouble] where Paths.exists(path) {
                try Paths.remove(path)
            }
        } catch {
            throw notStarted("\(error)")
        }
    }

    /// Tells the client that started this server why it cannot serve.
    private func notStarted(_ reason: String) -> ProgramError {
        log.write("not started: \(reason)")
        if options.embedded { try? Files.writeAtomically(locations.serverTrouble, Array(reason.utf8), mode: 0o600) }
        return .server(reason)
    }

    private func watchSignals() {
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            if let watch = try? loop.watchSignal(signal, { [weak self] in self?.loop.stop() }) { signals.append(watch) }
        }
    }

    /// Looks when the last client would have been gone long enough; while somebody is here the look is taken again only
    /// once a minute.
    private func lingerCheck(_ server: EmbeddedServer) {
        let end = (server.core.lastClientLeftAt ?? loop.now).advanced(by: Self.linger)
        if loop.now >= end { return loop.stop() }
        loop.schedule(at: end) { [weak self] in self?.lingerCheck(server) }
    }

    private func close() {
        server?.stop()
        if case .run = options.action {
            try? Paths.remove(locations.serverRecord)
            log.write("ended")
        }
        lock?.release()
    }
}
