internal import Database
package import EventLoop
internal import IMWire

/// A whole server on a loop: database, sockets, directory, residents. Keep it as long as it shall serve.
package final class EmbeddedServer {
    /// The server itself.
    package let core: ServerCore
    /// What tells names and grants tokens.
    package let directory: DirectoryService
    /// What was wrong with the database, where another was begun for it; for the log.
    package let trouble: String?
    private let database: DatabaseThread
    private let drain: Drain
    private var residents: DemoResidents?
    private var ports: [HTTPPort] = []
    private var listeners: [Listener] = []

    /// Brings the results of the database's thread to the loop.
    private final class Drain {
        weak var database: DatabaseThread?
    }

    /// Opens database and sockets; after an error nothing is left open.
    package init(loop: EventLoop, options: EmbeddedServerOptions) throws(EmbeddedServerError) {
        let drain = Drain()
        let wakeup = loop.makeWakeup { [weak drain] in drain?.database?.drain() }
        var opening = ServerOpening(path: options.databasePath)
        do {
            database = try opening.open(commitAge: options.commitAge, now: loop.wallClock) { wakeup.wake() }
        } catch {
            throw .database(error)
        }
        trouble = opening.trouble
        drain.database = database
        self.drain = drain
        core = ServerCore(
            configuration: options.configuration, scheduler: loop, storage: SQLiteServerStorage(database: database),
            directory: opening.directory)
        core.trouble = opening.trouble
        directory = DirectoryService(core: core)
        if options.hasResidents {
            residents = DemoResidents(core: core)
            directory.rooms = [DirectoryRoom(id: DemoResidents.lobby, name: DemoTexts().roomName)]
        }
        do {
            try listen(loop, options)
        } catch {
            stop()
            throw .listen(error)
        }
        let router = ServerRouter(core: core, directory: directory)
        do {
            if let path = options.directoryPath {
                ports.append(
                    try HTTPPort(loop: loop, endpoint: .unix(path: path), output: core) {
                        router.answer($0, from: .owner, $1)
                    })
            }
            for endpoint in options.http {
                let isForOperators = endpoint.isOnThisMachine && !options.directoryOnly.contains(endpoint)
                let reach: ServerRouter.Reach = isForOperators ? .machine : .network
                let port = try HTTPPort(loop: loop, endpoint: endpoint, output: core) {
                    router.answer($0, from: reach, $1)
                }
                httpEndpoints.append(port.endpoint)
                let service = isForOperators ? "operator and directory" : "directory only"
                httpServices.append("\(port.endpoint) (\(service))")
                ports.append(port)
            }
            if let endpoint = options.webSocket {
                let port = try HTTPPort(
                    loop: loop, endpoint: endpoint, onWebSocket: { [weak core] in core?.accept($0) }
                ) { $1(HTTPResponse(DirectoryFault.noSuchCall)) }
                webSocketEndpoint = port.endpoint
                ports.append(port)
            }
        } catch {
            stop()
            throw .http(error)
        }
    }

    /// Where HTTP is served beside the directory's socket.
    package private(set) var httpEndpoints: [Endpoint] = []

    /// The same with what is served there, in words.
    package private(set) var httpServices: [String] = []

    /// Where WebSocket is spoken.
    package private(set) var webSocketEndpoint: Endpoint?

    private func listen(_ loop: EventLoop, _ options: EmbeddedServerOptions) throws(ListenError) {
        for endpoint in options.endpoints {
            listeners.append(
                try loop.listen(on: endpoint) { [weak core] transport, _ in core?.accept(transport) })
        }
    }

    /// Where clients connect, with the ports that the kernel chose.
    package var endpoints: [Endpoint] { listeners.map(\.endpoint) }

    /// Stops listening, closes every connection, and finishes what the database has taken. Blocks for the last commit.
    package func stop() {
        for listener in listeners { listener.close() }
        listeners = []
        for port in ports { port.close() }
        ports = []
        core.shutdown()
        database.close()
    }
}
