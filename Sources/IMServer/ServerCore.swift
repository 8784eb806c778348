internal import Database
package import EventLoop
internal import IMWire

/// The embedded server without sockets and files: streams come in through `accept`, queues lie in the storage.
///
/// Everything happens on the loop's thread. A message is acknowledged and pushed only after its commit. Faulty frames
/// close the connection without a word, faulty meanings are met with silence, as the real server does (protocol
/// document, section 2).
package final class ServerCore {
    /// The settings.
    package let configuration: ServerConfiguration
    /// Users, groups, tokens.
    package internal(set) var directory: ServerDirectory
    /// When the last client left; the start where none ever came; `nil` while one is here.
    package private(set) var lastClientLeftAt: Instant?
    /// Told of trouble in one line without remote text.
    package var log: (String) -> Void = { _ in }
    /// What was wrong at the start and the owner should know.
    package var trouble: String?
    /// Users that live in the server: told of each message to them, after it was stored, on a later turn of the loop.
    package var residents: [UserKey: (ResidentMessage) -> Void] = [:]
    /// Told of each user made by a grant, after the user was stored.
    package var onNewUser: ((UserKey) -> Void)?

    let scheduler: any Scheduling
    let storage: any ServerStorage
    var counters = ServerStatistics()
    var rooms: [Int64: [Int: ServerConnection]] = [:]
    /// When each super group was last spoken in.
    var loadedGroups: [Int64: Instant] = [:]
    /// What waits for the other sides to take it.
    var output = OutputLedger()
    /// Connections whose SYNC waits until there is room for the answer, and whether a look is due.
    var roomLine: [ServerConnection] = []
    var isRoomLookDue = false
    private let makeToken: () -> String
    private var connections: [Int: ServerConnection] = [:]
    private var byUser: [UserKey: [ServerConnection]] = [:]
    private var lastConnection = 0
    /// Connections in the order in which they came, those that have logged in or ended left in for a while.
    private var strangers: [ServerConnection] = []
    private var strangerCount = 0
    private var dirty: [ServerConnection] = []
    /// When changes of the directory that could not be stored are tried again, and whether they were already.
    private var saveTimer: TimerID?
    private var hasSavedAgain = false
    private var depth = 0

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - directory: What the storage holds (`ServerDirectory.load`).
    ///   - makeToken: Makes an unguessable token.
    package init(
        configuration: ServerConfiguration = ServerConfiguration(), scheduler: any Scheduling,
        storage: any ServerStorage, directory: ServerDirectory = ServerDirectory(),
        makeToken: @escaping () -> String = ServerCore.randomToken
    ) {
        self.configuration = configuration
        self.scheduler = scheduler
        self.storage = storage
        self.directory = directory
        self.makeToken = makeToken
        lastClientLeftAt = scheduler.now
    }

    /// 128 bits of the kernel's randomness.
    package static func randomToken() -> String {
        var random = RandomSource()
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }

    /// Open connections.
    package var connectionCount: Int { connections.count }

    /// Every open connection, in no order.
    var allConnections: some Collection<ServerConnection> { connections.values }

    /// What has happened so far.
    package var statistics: ServerStatistics {
        var result = counters
        result.connections = connections.count
        result.authenticated = byUser.values.reduce(0) { $0 + $1.count }
        result.users = byUser.count
        result.outputBytes = output.total
        return result
    }

    /// Seconds since 1970, as the wire carries them.
    var timestamp: Int32 { Int32(clamping: scheduler.wallClock / 1_000) }

    // MARK: Connections

    /// Serves a stream.
    package func accept(_ transport: any Transport) {
        lastConnection += 1
        let connection = ServerConnection(id: lastConnection, transport: transport, now: scheduler.now)
        connections[connection.id] = connection
        strangers.append(connection)
        strangerCount += 1
        lastClientLeftAt = nil
        transport.onEvent = { [weak self, weak connection] event in
            guard let self, let connection else { return }
            turn { self.handle(event, on: connection) }
        }
        watch(connection)
        if strangerCount > configuration.strangerLimit || connections.count > configuration.connectionLimit {
            turn { dropOldestStranger() }
        }
    }

    /// Who has not logged in gives way first: whoever opens connections without end cannot keep a user out.
    private func dropOldestStranger() {
        guard let oldest = strangers.first(where: { $0.isStranger }) else { return }
        counters.strangersDropped += 1
        drop(oldest)
    }

    private func noStranger() {
        strangerCount -= 1
        if strangers.count > 2 * strangerCount + 64 { strangers.removeAll { !$0.isStranger } }
    }

    /// Closes every connection.
    package func shutdown() {
        turn { for connection in Array(connections.values) { end(connection) } }
    }

    private func handle(_ event: TransportEvent, on connection: ServerConnection) {
        switch event {
        case .resolving, .connecting, .connected: break
        case .received(let bytes):
            guard !connection.isOver else { return }
            connection.decoder.append(bytes)
            readFrames(on: connection)
        case .drained:
            recount(connection)
            balance(connection)
            startSync(on: connection)
        case .closed: end(connection)
        }
    }

    private func readFrames(on connection: ServerConnection) {
        do {
            for _ in 0..<configuration.frameLimit {
                // What has come already waits too, or a single packet could ask for more than memory holds.
                guard !connection.isOver, !connection.isPaused, let frame = try connection.decoder.next() else {
                    return
                }
                connection.lastFrame = scheduler.now
                counters.framesIn += 1
                receive(frame, on: connection)
            }
            readLater(on: connection)
        } catch {
            log("connection \(connection.id) closed: \(error)")
            drop(connection)
        }
    }

    /// Goes on reading when others have had their turn.
    private func readLater(on connection: ServerConnection) {
        guard !connection.isReadDue else { return }
        connection.isReadDue = true
        scheduler.schedule(after: 0) { [weak self, weak connection] in
            guard let self, let connection else { return }
            connection.isReadDue = false
            turn { self.readFrames(on: connection) }
        }
    }

    /// Watches for the time-outs with one timer, moved only when it fires.
    private func watch(_ connection: ServerConnection) {
        let idle = connection.lastFrame.advanced(by: configuration.idleTimeout)
        let login = connection.openedAt.advanced(by: configuration.loginTimeout)
        let deadline = connection.isStranger ? min(idle, login) : idle
        connection.idleTimer = scheduler.schedule(at: deadline) { [weak self, weak connection] in
            guard let self, let connection, !connection.isOver else { return }
            turn {
                let isIdle = scheduler.now.since(connection.lastFrame) >= configuration.idleTimeout
                if isIdle || connection.isStranger {
                    log("connection \(connection.id) closed: \(isIdle ? "no frame came" : "no log-in") in time")
                    drop(connection)
                } else {
                    watch(connection)
                }
            }
        }
    }

    /// Ends a connection that asks for too much or takes too little.
    func drop(_ connection: ServerConnection) {
        counters.dropped += 1
        end(connection)
    }

    private func end(_ connection: ServerConnection) {
        guard !connection.isOver else { return }
        connection.flush()
        let wasStranger = connection.isStranger
        connection.isOver = true
        if wasStranger { noStranger() }
        leaveRoom(connection)
        for timer in [connection.idleTimer, connection.stallTimer] { if let timer { scheduler.cancel(timer) } }
        connection.waitingSyncs = []
        if let user = connection.user {
            byUser[user]?.removeAll { $0 === connection }
            if byUser[user]?.isEmpty == true { byUser[user] = nil }
        }
        connections[connection.id] = nil
        if connections.isEmpty { lastClientLeftAt = scheduler.now }
        connection.transport.close()
        recount(connection)
    }

    /// Notes that a connection speaks for a user from now on.
    func register(_ connection: ServerConnection, as user: UserKey) {
        byUser[user, default: []].append(connection)
        noStranger()
        // One account must not keep the others out.
        if let own = byUser[user], own.count > max(1, configuration.connectionLimit / 2) { drop(own[0]) }
    }

    /// A user's open connections.
    func connections(of user: UserKey) -> [ServerConnection] { byUser[user] ?? [] }

    /// A new token.
    func newToken() -> String { makeToken() }

    // MARK: Writing

    /// Runs what one event causes, then hands each connection's frames to its transport in one piece.
    func turn(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        guard depth == 0 else { return }
        while let connection = dirty.popLast() {
            connection.flush()
            balance(connection)
            watchOutput(of: connection)
            startSync(on: connection)
        }
    }

    /// Sends a frame. A connection that has left too much unread is dropped.
    func send(_ body: FrameBody, flags: FrameFlags = [], to connection: ServerConnection) {
        guard !connection.isOver else { return }
        guard connection.write(body, flags: flags) else {
            log("connection \(connection.id): a frame is too large for its version")
            return
        }
        counters.framesOut += 1
        if connection.pendingBytes > configuration.dropLimit {
            log("connection \(connection.id) closed: \(connection.pendingBytes) bytes unread")
            return drop(connection)
        }
        if !connection.isDirty {
            connection.isDirty = true
            dirty.append(connection)
        }
        recount(connection)
        relieve(connection.user)
    }

    /// Stops reading from a client that reads too slowly or writes faster than the disk, and starts again.
    func balance(_ connection: ServerConnection) {
        guard !connection.isOver else { return }
        let pauses =
            connection.pendingBytes > configuration.pauseLimit || connection.pendingWrites >= configuration.writeLimit
        if pauses != connection.isPaused {
            connection.isPaused = pauses
            connection.transport.pauseReading(pauses)
            if !pauses { readLater(on: connection) }
        }
    }

    // MARK: Storing

    /// Stores copies and goes on after the commit, with the end of each queue before its copy. A failure is logged and
    /// ends in silence: no acknowledgement.
    func store(
        _ entries: [QueueEntry], from connection: ServerConnection?, failed: @escaping () -> Void = {},
        then deliver: @escaping ([Int64]) -> Void
    ) {
        // As many as a peer message has count for one.
        let cost = max(1, entries.count / 2)
        connection?.pendingWrites += cost
        storage.append(entries) { [weak self] result in
            guard let self else { return }
            turn {
                connection?.pendingWrites -= cost
                switch result {
                case .success:
                    counters.stored += Int64(entries.count)
                    deliver(entries.map { directory.append(id: $0.id, to: $0.queue) })
                case .failure(let error):
                    counters.storageFailures += 1
                    log("message not stored: \(error)")
                    failed()
                }
                if let connection { balance(connection) }
            }
        }
        if let connection { balance(connection) }
    }

    /// Stores changes of the directory, which a connection may have asked for; `done` hears whether they are safe.
    func save(
        _ changes: [DirectoryChange?], from connection: ServerConnection? = nil,
        done: @escaping (Bool) -> Void = { _ in }
    ) {
        let changes = changes.compactMap { $0 }
        connection?.pendingWrites += 1
        storage.save(changes) { [weak self] result in
            guard let self else { return }
            turn {
                connection?.pendingWrites -= 1
                if let connection { balance(connection) }
                switch result {
                case .success: done(true)
                case .failure(let error):
                    counters.storageFailures += 1
                    log("directory not stored: \(error)")
                    if error.isTransient { saveAgain() }
                    done(false)
                }
            }
        }
        if let connection { balance(connection) }
    }

    /// What is in memory is the server's word already; the disk is to follow as soon as it can.
    private func saveAgain() {
        guard saveTimer == nil else { return }
        saveTimer = scheduler.schedule(after: hasSavedAgain ? Self.savePause : 0) { [weak self] in
            guard let self else { return }
            saveTimer = nil
            hasSavedAgain = true
            save([]) { [weak self] isStored in if isStored { self?.hasSavedAgain = false } }
        }
    }

    private static let savePause: Int64 = 2_000

    /// Calls back when all that was to be stored so far is: whether it went well. What was told is never forgotten.
    func whenStored(_ done: @escaping (Bool) -> Void) {
        let failures = counters.storageFailures
        turn {
            save([]) { [weak self] isStored in done(isStored && self?.counters.storageFailures == failures) }
        }
    }
}
