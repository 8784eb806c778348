import Cells
import ChatEngines
import ChatUI
import EventLoop
import IMModel
import IMService
import MessageFlow

extension ChatApplication {
    /// Finds the account and starts its engine. A known account starts at once; a new name asks the server first.
    func startAccount() {
        guard engine == nil, !isStarting else { return }
        isStarting = true
        if isReadOnly { return startReading() }
        switch source {
        case .remote(let account, _):
            var configuration = GoBelieveConfiguration(
                account: source.accountName, uid: account.uid, name: nil, endpoint: account.server,
                token: account.token, appID: account.appID, storePath: source.storePath(uid: account.uid),
                history: history)
            configuration.server = account.generation
            start(
                configuration,
                directory: account.directory.map { place in
                    GoBelieveDirectory(
                        client: DirectoryClient(place: place, scheduler: loop, connector: loop, token: account.token))
                })
        case .embedded(let name, let server):
            screen.update(connection: .connecting)
            if let known = JSONFile.read(AccountRecord.self, from: recordPath), known.name == name {
                startServer(server)
                server.client.token = known.token
                startEmbedded(known, server)
            } else {
                grant(name, server)
            }
        }
    }

    /// Messages of `imchat send` go out here while this client holds the account.
    private func openControl() {
        guard control == nil, !isReadOnly else { return }
        control = ControlSocket(
            path: source.locations.controlSocket(of: source.folder), loop: loop, userID: ProcessEnvironment.userID
        ) { [weak self] in
            guard let self, !isStarting, reader == nil else { return nil }
            return engine
        }
        control?.onEnd = { [weak self] in self?.giveUpAccount() }
        control?.onRefused = { [weak self] message in
            guard let self, screen.currentSession != message.session else { return }
            engine?.discard(message)
        }
    }

    private func grant(_ name: String, _ server: ServerStarter) {
        server.account(named: name) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let record):
                do throws(FileError) {
                    try JSONFile.write(record, to: recordPath)
                } catch {
                    screen.notify("\(error)", isTrouble: true, now: now)
                }
                startEmbedded(record, server)
            case .failure(let trouble):
                isStarting = false
                screen.update(connection: .offline(reason: Self.words(trouble)))
                update()
            }
        }
    }

    private var recordPath: String { Paths.join(source.folder, "account.json") }

    private func startEmbedded(_ record: AccountRecord, _ server: ServerStarter) {
        tellOlderServer(server)
        start(
            GoBelieveConfiguration(
                account: source.accountName, uid: record.uid, name: record.name,
                endpoint: .unix(path: server.locations.chatSocket), token: record.token, appID: record.appID,
                storePath: source.storePath(uid: record.uid),
                history: history),
            directory: GoBelieveDirectory(client: server.client))
    }

    /// What a new store asks the server for: all that it keeps, unless the settings say otherwise.
    private var history: HistoryPolicy { preferences.settings.fetchesHistory ? .all : .none }

    private func tellOlderServer(_ server: ServerStarter) {
        guard let record = JSONFile.read(ServerRecord.self, from: server.locations.serverRecord),
            ServerCommand.isRunning(server.locations), Version.isOlder(record.version)
        else { return }
        screen.notify(
            "the running server is older (\(record.version)) than this program (\(Version.text)); "
                + "imchat server stop, then start again", isTrouble: true, now: now)
    }

    private func start(_ configuration: GoBelieveConfiguration, directory: GoBelieveDirectory?) {
        start(GoBelieveEngine(configuration: configuration, loop: loop, directory: directory))
    }

    /// Shows what the client that holds the account keeps.
    private func startReading() { start(makeReader()) }

    /// An engine for reading alone.
    func makeReader() -> ReadingEngine {
        let me: (uid: Int64, name: String?)
        switch source {
        case .remote(let account, _): me = (account.uid, nil)
        case .embedded(let name, _): me = (knownRecord?.uid ?? 0, name)
        }
        return ReadingEngine(
            account: source.accountName, me: Contact(id: ContactID(String(me.uid)), name: me.name),
            storePath: source.storePath(uid: me.uid), loop: loop)
    }

    /// The client on the other side of the control socket wants the account: answers why not, `nil` where this one ends.
    func giveUpAccount() -> String? {
        if editing != nil { return "a text is being written in an editor" }
        farewell = "another imchat has taken over \(source.accountName)"
        loop.schedule(after: 0) { [weak self] in self?.end() }
        return nil
    }

    private func start(_ engine: any ChatEngine) {
        self.engine = engine
        engine.onEvent = { [weak self] in self?.handle($0) }
        engine.setRetention(retention)
        engine.start { [weak self] result in
            guard let self else { return }
            isStarting = false
            switch result {
            case .success:
                openFirst(engine)
                if startTrouble != nil { say(words.storeIsWell) }
                (startTrouble, startTries) = (nil, 0)
            case .failure(.storeUnavailable(let reason)): startFailed(reason)
            case .failure(.storeInTrouble(let reason)):
                startFailed(reason)
                waitForStore()
            }
        }
    }

    /// Opens the session that was used last, so that the first look is at something.
    func openFirst(_ engine: any ChatEngine) {
        screen.update(sessions: engine.sessions)
        screen.update(contacts: engine.knownContacts)
        if screen.currentSession == nil { openSomething() } else { perform(screen.reopen(now: now)) }
        openControl()
        update()
    }

    /// Opens a session if none is open: the one that was open last, else the one with most to read, else the latest.
    func openSomething() {
        guard let engine, screen.currentSession == nil else { return }
        if let last = LastSession.read(in: source.folder),
            let found = engine.sessions.first(where: { $0.id.address == last })
        {
            return perform(screen.open(found.id, now: now))
        }
        let first = engine.sessions.max {
            ($0.unreadCount, $0.lastActivity, $1.id) < ($1.unreadCount, $1.lastActivity, $0.id)
        }
        guard let first else { return }
        // The directory tells of groups and rooms before the first messages come: those are worth a moment.
        if !opensEmpty, first.lastActivity == 0 {
            loop.schedule(after: 1_000) { [weak self] in
                guard let self, !opensEmpty else { return }
                opensEmpty = true
                openSomething()
                update()
            }
            return
        }
        perform(screen.open(first.id, now: now))
    }

    // MARK: The embedded server

    /// Starts the server if it does not run; one that was stopped by command stays so until the user asks.
    func startServer(_ server: ServerStarter, evenIfStopped: Bool = true) {
        do throws(ServerStarter.Trouble) {
            try server.start(evenIfStopped: evenIfStopped)
        } catch {
            // Each new try comes by here; once is enough to say so.
            if error != .stopped, !evenIfStopped {
                if hasToldServerGone { return }
                hasToldServerGone = true
            }
            screen.notify(Self.words(error), isTrouble: true, now: now)
        }
    }

    /// The connection is lost or cannot be made: a server of ours that is gone is started again.
    func connectionTroubled() {
        guard case .embedded(_, let server) = source else { return }
        if Paths.exists(server.locations.stoppedMark) { return }
        startServer(server, evenIfStopped: false)
        // A server on this machine is back within moments: the pauses that spare a distant one would only keep people
        // waiting. A few quick tries, then those pauses after all.
        guard quickRetries < Self.quickRetryLimit else { return }
        quickRetries += 1
        loop.schedule(after: Self.quickRetryPause * Int64(quickRetries)) { [weak self] in
            guard let self, case .waiting = engine?.connectionState else { return }
            engine?.retryNow()
        }
    }

    private static let quickRetryLimit = 8
    private static let quickRetryPause: Int64 = 50

    /// The server does not know our token: its data was removed, so the name is asked for again.
    func accountRefused() {
        guard case .embedded(let name, let server) = source, let engine, !isStarting else { return }
        isStarting = true
        server.client.token = nil
        server.account(named: name) { [weak self] result in
            guard let self, case .success(let record) = result else {
                self?.isStarting = false
                return
            }
            guard record.uid != Int64(engine.me.id.rawValue) || record != knownRecord else {
                isStarting = false
                return
            }
            engine.stop { [weak self] in
                guard let self else { return }
                self.engine = nil
                flows.removeAll()
                try? JSONFile.write(record, to: recordPath)
                startEmbedded(record, server)
            }
        }
    }

    private var knownRecord: AccountRecord? { JSONFile.read(AccountRecord.self, from: recordPath) }

    /// The user wants a connection now.
    func retryConnection() {
        if isReadOnly, succeedHolder() { return }
        if isReadOnly { return say(screen.configuration.strings.held.notSent.string, isTrouble: true) }
        guard case .embedded(_, let server) = source else {
            if reader != nil { return tryStore() }
            engine?.retryNow()
            return
        }
        if reader != nil { return tryStore() }
        guard engine != nil else { return startAccount() }
        startServer(server)
        loop.schedule(after: 50) { [weak self] in self?.engine?.retryNow() }
    }

    static func words(_ trouble: ServerStarter.Trouble) -> String {
        switch trouble {
        case .stopped: "the server was stopped; /connect starts it again"
        case .gone(let listen):
            "the server for this folder was started by hand and is gone; start it again with imchat server"
                + (listen.map { " --listen \($0)" } ?? "") + ", or give it up with imchat server stop"
        case .failed(let reason): reason
        }
    }
}
