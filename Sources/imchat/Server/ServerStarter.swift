import EventLoop
import Glibc
import IMService

/// Sees to it that the embedded server runs, and asks it who we are. Everything happens on the loop.
final class ServerStarter {
    /// What can go wrong before there is an account.
    enum Trouble: Error, Equatable {
        /// The server was stopped by command; it is started again only when the user asks.
        case stopped
        /// The server was started by hand and is gone without having been stopped: another one would not serve where
        /// it served. Its network address, if it had one.
        case gone(listen: String?)
        /// The server could not be started, or did not answer: why.
        case failed(String)
    }

    let locations: DataLocations
    let client: DirectoryClient
    private let loop: EventLoop
    private var lastSpawn: Instant?

    /// A start takes milliseconds; how long is waited for it before it is called a failure, in milliseconds.
    private static let patience: Int64 = 10_000
    private static let retryInterval: Int64 = 25
    /// A server that dies at once is not started more often than this, in milliseconds.
    private static let spawnInterval: Int64 = 2_000

    init(locations: DataLocations, loop: EventLoop) {
        self.locations = locations
        self.loop = loop
        client = DirectoryClient(endpoint: .unix(path: locations.directorySocket), scheduler: loop, connector: loop)
    }

    /// Starts the server if none runs. Quick; does not wait until it serves.
    func start(evenIfStopped: Bool) throws(Trouble) {
        if let trouble = obstacle(evenIfStopped: evenIfStopped) { throw trouble }
        if Paths.exists(locations.stoppedMark) { try? Paths.remove(locations.stoppedMark) }
        if ServerCommand.isRunning(locations) { return }
        if let lastSpawn, loop.now.since(lastSpawn) < Self.spawnInterval { return }
        // A server that could not serve has said why; whatever it was may be mended by now, so another one is tried.
        let reason = lastSpawn == nil ? nil : lastReason
        try? Paths.remove(locations.serverTrouble)
        lastSpawn = loop.now
        guard let program = ProcessEnvironment.executablePath() else {
            throw .failed("the server cannot be started: the program's own file is not known")
        }
        do throws(SystemError) {
            try DetachedProcess.spawn(
                executable: program, arguments: ["server", "--embedded"] + locations.arguments,
                logPath: locations.serverLog)
        } catch {
            // Of what is opened only the log is written to.
            let what = [EROFS, ENOSPC].contains(error.code) ? "\(locations.serverLog) cannot be written: " : nil
            throw .failed(
                "the server cannot be started: \(what.map { $0 + SystemError.words(error.code) } ?? "\(error)")")
        }
        if let reason { throw .failed(reason) }
    }

    /// Why the server that was started last could not serve.
    private var lastReason: String? {
        guard Paths.exists(locations.serverTrouble),
            let bytes = try? Files.read(locations.serverTrouble, limit: 4_096)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Why the server is away and is not to be started; `nil` where one runs or may be started.
    func obstacle(evenIfStopped: Bool) -> Trouble? {
        let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord)
        let trouble = Self.obstacle(
            left: record, isStopped: Paths.exists(locations.stoppedMark), evenIfStopped: evenIfStopped)
        if case .gone = trouble, ServerCommand.isRunning(locations) { return nil }
        return trouble
    }

    /// Why no server may be started while none runs; `nil` where one may.
    ///
    /// - Parameters:
    ///   - record: What the last server left behind; one that ends in order leaves nothing.
    ///   - isStopped: Whether it was stopped by command.
    ///   - evenIfStopped: Whether the user asks for a server now.
    static func obstacle(left record: ServerRecord?, isStopped: Bool, evenIfStopped: Bool) -> Trouble? {
        if isStopped, !evenIfStopped { return .stopped }
        guard let record, !record.isEmbedded else { return nil }
        return .gone(listen: record.listen)
    }

    /// Asks for number and token of a name, starting the server where needed.
    func account(named name: String, completion: @escaping (Result<AccountRecord, Trouble>) -> Void) {
        do throws(Trouble) {
            try start(evenIfStopped: true)
        } catch {
            return completion(.failure(error))
        }
        ask(name, until: loop.now.advanced(by: Self.patience), completion)
    }

    private func ask(
        _ name: String, until end: Instant, _ completion: @escaping (Result<AccountRecord, Trouble>) -> Void
    ) {
        client.grant(name: name, deviceID: "imchat") { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let grant):
                client.token = grant.token
                completion(
                    .success(AccountRecord(name: name, uid: grant.uid, appID: grant.appID, token: grant.token)))
            case .failure(.unreachable), .failure(.timedOut):
                if lastSpawn != nil, let lastReason { return completion(.failure(.failed(lastReason))) }
                guard loop.now < end else {
                    return completion(
                        .failure(.failed("the server did not start; see \(locations.serverLog)")))
                }
                loop.schedule(after: Self.retryInterval) { [weak self] in
                    try? self?.start(evenIfStopped: true)
                    self?.ask(name, until: end, completion)
                }
            case .failure(let error): completion(.failure(.failed("the server gives no account: \(error.words)")))
            }
        }
    }
}
