import Cells
package import EventLoop
import Glibc
import IMModel
package import IMService

/// `imchat tail`: what is said from now on, one line for each message, until a signal or the reader ends it.
///
/// A device of its own that leaves no trace: it writes to no store and never moves the server's sync key.
package final class TailCommand {
    let account: HeadlessAccount
    let loop: EventLoop
    let options: TailOptions
    let output: LineOutput
    let names: NameBook
    /// Only this session.
    var session: SessionID?
    private let directory: DirectoryClient?
    private let notice: (String) -> Void
    private var service: IMService?
    private var finder: AddressFinder?
    private var signals: [SignalWatch] = []
    private var result: Result<Void, HeadlessFailure>?
    /// Super groups whose past comes in.
    private var skipped: Set<Int64> = []
    /// When the connection was first tried, as servers count time; milliseconds since 1970.
    private var startedAt: Int64 = 0
    private var isCaughtUp = false
    private static let pastPatience: Int64 = 10_000
    private var readerWatch: Watch?
    private var origins = RecentOrigins()
    private var wasOnline = false
    private var isTroubled = false

    /// Makes the command. `notice` gets lines for standard error: where the connection stands.
    package init(
        account: HeadlessAccount, loop: EventLoop, options: TailOptions, output: LineOutput,
        notice: @escaping (String) -> Void
    ) {
        self.account = account
        self.loop = loop
        self.options = options
        self.output = output
        self.notice = notice
        directory = account.directory.map {
            DirectoryClient(place: $0, scheduler: loop, connector: loop, token: account.token)
        }
        names = NameBook(directory: directory, scheduler: loop)
        names.learn(account.me)
    }

    /// Runs the loop until the end.
    package func run() -> Result<Void, HeadlessFailure> {
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            let watch = try? loop.watchSignal(signal) { [weak self] in self?.end(.success(())) }
            if let watch { signals.append(watch) }
        }
        watchReader()
        start()
        while result == nil { loop.runOnce() }
        for signal in signals { signal.cancel() }
        readerWatch?.cancel()
        service?.stop()
        output.flush()
        if let failure = output.failure { return .failure(.failed("\(failure)")) }
        return result ?? .success(())
    }

    /// A pipe whose reader went away ends the command at once, not only with the next message.
    private func watchReader() {
        // Files and devices, /dev/null among them, have no reader that could go.
        var facts = stat()
        guard let descriptor = output.descriptor, fstat(descriptor, &facts) == 0,
            [S_IFIFO, S_IFSOCK].contains(facts.st_mode & S_IFMT)
        else { return }
        readerWatch = loop.watch(descriptor, .readable) { [weak self] ready in
            self?.readerWatch?.cancel()
            if ready.contains(.hangup) { self?.end(.success(())) }
        }
    }

    /// Ends `run`; for signals, and for tests.
    package func stop() { end(.success(())) }

    private func end(_ result: Result<Void, HeadlessFailure>) {
        if self.result == nil { self.result = result }
        // A turn of the loop that only waits would not see it.
        loop.onNextTurn {}
    }

    private func start() {
        let deviceID: String
        do throws(FileError) {
            deviceID = try self.deviceID()
        } catch {
            return end(.failure(.failed("\(error)")))
        }
        // Nobody can ask a super group for its end, so that its past is read and left out.
        names.refreshPlaces(account) { [weak self] superGroups in
            guard let self, result == nil else { return }
            if options.startsAtEnd { skipped = Set(superGroups) }
            findSession(deviceID)
        }
    }

    private func findSession(_ deviceID: String) {
        guard let text = options.address else { return connect(deviceID) }
        let address: ChatAddress
        do throws(HeadlessFailure) {
            address = try ChatAddress.parse(text, of: account.name)
        } catch {
            return end(.failure(error))
        }
        let finder = AddressFinder(account: account, directory: directory)
        self.finder = finder
        finder.find(address) { [weak self] result in
            switch result {
            case .success(let session):
                self?.session = session
                self?.connect(deviceID)
            case .failure(let failure): self?.end(.failure(failure))
            }
        }
    }

    /// A lasting id beside the client's: the server's marks for the client's device stay as they are.
    private func deviceID() throws(FileError) -> String {
        let path = Paths.join(account.folder, "tail-device-id")
        if let bytes = try? Files.read(path, limit: 255) {
            let id = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
            if let id { return id }
        }
        let id = UUIDv4.make()
        try Paths.makeFolder(account.folder)
        try Files.writeAtomically(path, Array((id + "\n").utf8), mode: 0o600)
        return id
    }

    private func connect(_ deviceID: String) {
        var keys = SyncKeys()
        var history = HistoryPolicy.none
        switch options.start {
        case .now: break
        case .key(let key): keys.personal = key
        case .time: history = .all
        }
        let service = IMService(
            configuration: ServiceConfiguration(
                endpoint: account.endpoint, token: account.token, uid: account.uid, appID: account.appID,
                deviceID: deviceID, server: account.generation, history: history, syncKeys: keys, movesServerKey: false),
            scheduler: loop, connector: loop)
        self.service = service
        service.addHandler(self)
        service.addConnectionObserver(self)
        service.addRoomMessageObserver(self)
        service.addSystemMessageObserver(self)
        if session?.kind == .room, let room = session.flatMap({ ChatAddress.number($0.target) }) {
            service.enterRoom(room)
        }
        for group in skipped.sorted() { service.followSuperGroup(group) }
        startedAt = loop.wallClock / 1_000 * 1_000
        service.start()
        // A server that never answers for a group: from then on the clock decides for it too.
        loop.schedule(after: Self.pastPatience) { [weak self] in
            guard let self, !skipped.isEmpty else { return }
            skipped = []
            if isCaughtUp { listening() }
        }
    }

    /// Whether a message of a queue was said before the start. Of super groups that are known the whole past is left out
    /// while it comes in; of others the clock decides.
    func isPast(_ message: Message, of queue: SyncQueue) -> Bool {
        guard options.startsAtEnd, case .group(let group) = queue else { return false }
        return skipped.contains(group) || message.timestamp < startedAt
    }

    /// Writes messages out; `key` belongs to the last of them.
    func write(_ received: [Message], key: Int64?) {
        let messages = received.filter { origins.isNew($0) }
        for (index, message) in messages.enumerated() {
            guard session == nil || message.session == session else { continue }
            if case .time(let start) = options.start, message.timestamp < start { continue }
            let named = names.named(message)
            if options.json {
                let isLast = index == messages.count - 1
                output.line(MessageLine.json(named, .init(key: isLast ? key : nil)))
            } else if !Self.isSilent(named.content) {
                output.line(
                    PlainLine.text(
                        named, session: names.name(of: named.session), localTime: PlainLine.localTime))
            }
        }
        output.flush()
        if output.isOver { end(.success(())) }
    }

    /// What is of no interest to people who read along.
    private static func isSilent(_ content: MessageContent) -> Bool {
        switch content {
        case .readMark, .tag: true
        default: false
        }
    }
}

extension TailCommand: ConnectionObserver {
    /// Tells people where the connection stands: once that it listens, and each time that it is lost and back.
    package func connectionChanged(to state: ConnectionState) {
        switch state {
        case .authenticationFailed:
            let words = "the server does not accept the token of \(account.me.displayName)"
            end(.failure(.refusedToken(words)))
        case .waiting(_, let reason):
            if !isTroubled { notice("no connection (\(HeadlessFailure.words(reason))); trying again") }
            isTroubled = true
        case .online:
            if isTroubled, wasOnline || session?.kind == .room { notice("connected again") }
            isTroubled = false
            // A room has no queue: the entry is all there is to wait for.
            if session?.kind == .room { listening() }
        case .stopped, .suspended, .resolving, .connecting, .authenticating: break
        }
    }

    /// The first sync tells where "now" is.
    package func syncRunning(_ isRunning: Bool, queue: SyncQueue) {
        guard !isRunning else { return }
        switch queue {
        case .personal: isCaughtUp = true
        case .group(let group): skipped.remove(group)
        }
        if isCaughtUp, skipped.isEmpty { listening() }
    }

    private func listening() {
        guard !wasOnline else { return }
        wasOnline = true
        notice("listening as \(account.me.displayName); Ctrl-C ends")
    }
}
