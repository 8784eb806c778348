import Database
import EventLoop
import Glibc
import IMServer
import IMWire

/// The life of a server process: one for a data folder, two sockets for its owner alone, and the network if asked for.
final class ServerProcess {
    private let locations: DataLocations
    private let options: ServerOptions
    private let loop = EventLoop()
    private var lock: FileLock?
    private var core: ServerCore?
    private var directory: DirectoryService?
    private var residents: DemoResidents?
    private var database: DatabaseThread?
    private var listeners: [Listener] = []
    private var signals: [SignalWatch] = []
    private var wakeups: [Wakeup] = []
    private let log: ServerLog

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
            lock = try FileLock(path: locations.serverLock)
        } catch {
            // Two clients started at once: the other one's server is as good as this one.
            if options.embedded { return 0 }
            if case .locked = error {
                throw .server("a server runs for \(locations.data) already; see: imchat server status")
            }
            throw .server("\(error)")
        }
        try open()
        if case .addToken(let name) = options.action {
            let code = grant(name)
            close()
            return code
        }
        loop.run()
        close()
        return 0
    }

    /// Makes a user with a token while no server runs: this process is the server for that moment.
    private func grant(_ name: String) -> Int32 {
        var code: Int32 = 1
        TokenCommand.grant(name, locations: locations, loop: loop) { [loop] answer in
            code = answer
            loop.stop()
        }
        loop.run()
        return code
    }

    private func open() throws(ProgramError) {
        let bell = DatabaseBell()
        let wakeup = loop.makeWakeup { bell.ring() }
        wakeups.append(wakeup)
        var known: ServerDirectory?
        do throws(DatabaseError) {
            let database = try DatabaseThread(
                path: locations.serverDatabase, migrations: ServerSchema.migrations, notify: { wakeup.wake() }
            ) { (connection) throws(DatabaseError) in known = try ServerDirectory.load(connection) }
            self.database = database
            bell.database = database
        } catch {
            throw .server("the server's database cannot be opened: \(error)")
        }
        guard let database, let known else { throw .server("the server's database did not open") }
        let core = ServerCore(
            scheduler: loop, storage: SQLiteServerStorage(database: database), directory: known)
        core.log = { [log] in log.write($0) }
        self.core = core
        let directory = DirectoryService(core: core)
        self.directory = directory
        if options.action == .run, options.demo || options.listen == nil {
            residents = DemoResidents(core: core)
            directory.rooms = [DirectoryRoom(id: DemoResidents.lobby, name: "lobby")]
        }
        try listen(core, directory)
        try writeRecord()
        watchSignals()
        if options.embedded { lingerCheck() }
        log.write("imchat \(Version.text) serves \(locations.data)")
    }

    private func listen(_ core: ServerCore, _ directory: DirectoryService) throws(ProgramError) {
        do throws(ListenError) {
            listeners.append(
                try loop.listen(on: .unix(path: locations.chatSocket)) { transport, _ in core.accept(transport) })
            listeners.append(
                try loop.listen(on: .unix(path: locations.directorySocket)) { transport, _ in
                    directory.accept(transport)
                })
            if let address = options.listen {
                listeners.append(
                    try loop.listen(on: .tcp(host: address.host, port: address.port)) { transport, _ in
                        core.accept(transport)
                    })
                log.write("listening on \(listeners.last?.endpoint.description ?? "")")
            }
        } catch {
            throw .server("\(error)")
        }
    }

    private func writeRecord() throws(ProgramError) {
        let record = ServerRecord(
            version: Version.text, processID: ProcessEnvironment.processID, startedAt: loop.wallClock,
            listen: options.listen == nil ? nil : listeners.last?.endpoint.description, isEmbedded: options.embedded)
        do throws(FileError) {
            try JSONFile.write(record, to: locations.serverRecord)
            if Paths.exists(locations.stoppedMark) { try Paths.remove(locations.stoppedMark) }
        } catch {
            throw .server("\(error)")
        }
    }

    private func watchSignals() {
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            if let watch = try? loop.watchSignal(signal, { [weak self] in self?.loop.stop() }) { signals.append(watch) }
        }
    }

    /// Looks when the last client would have been gone long enough; no timer runs while somebody is here for longer
    /// than that, for the look is taken again only once a minute.
    private func lingerCheck() {
        guard let core else { return }
        guard let left = core.lastClientLeftAt else {
            loop.schedule(after: Self.linger) { [weak self] in self?.lingerCheck() }
            return
        }
        let end = left.advanced(by: Self.linger)
        if loop.now >= end { return loop.stop() }
        loop.schedule(at: end) { [weak self] in self?.lingerCheck() }
    }

    private func close() {
        for listener in listeners { listener.close() }
        directory?.shutdown()
        core?.shutdown()
        database?.close()
        try? Paths.remove(locations.serverRecord)
        log.write("ended")
        lock?.release()
    }
}

/// Carries the loop's wake-up to the database that is made after it.
private final class DatabaseBell {
    weak var database: DatabaseThread?

    func ring() { database?.drain() }
}
