internal import CMicrohttpd
package import EventLoop

/// Serves HTTP on a socket by libmicrohttpd, which is loaded for the first one: for the server's process alone. The
/// library has no thread here: the loop watches its descriptor, and everything happens on the loop's thread.
package final class HTTPPort {
    /// The largest body of a request, in bytes: a message and its JSON escapes fit.
    package static let bodyLimit = 262_144
    /// How many connections may be open; one more closes the one that has owed a request longest.
    package static let connectionLimit = 64
    /// How long a connection may take for a whole request, and to take its answer, in seconds.
    package static let idleSeconds = 30

    /// Where it listens.
    package var endpoint: Endpoint { socket.endpoint }

    private let loop: EventLoop
    private let idleSeconds: Int
    private let connectionLimit: Int
    private let socket: ListeningSocket
    private let onWebSocket: ((any Transport) -> Void)?
    private let output: (any HTTPOutputLedger)?
    private let handler: (HTTPRequest, @escaping (HTTPResponse) -> Void) -> Void
    private var servers: [Server] = []
    private var waiting: [Int: (OpaquePointer, Server)] = [:]
    private var lastRequest = 0
    private var isRunning = false
    private var isRunDue = false

    /// One listening descriptor.
    private final class Server {
        unowned let port: HTTPPort
        let output: (any HTTPOutputLedger)?
        var handle: OpaquePointer?
        /// Answers that are not taken yet.
        var held: [OpaquePointer: (account: UserKey?, bytes: Int)] = [:]
        var watch: Watch?
        var timer: TimerID?

        init(port: HTTPPort, output: (any HTTPOutputLedger)?) {
            self.port = port
            self.output = output
        }

        func ended(_ request: OpaquePointer) {
            if let answer = held.removeValue(forKey: request) { output?.changeHTTP(answer.account, by: -answer.bytes) }
        }
    }

    /// Starts to serve. `handler` is called for each request with what takes its answer, at once or later; `onWebSocket`
    /// for each stream that changes to WebSocket at `/ws`. Answers that `output` has no room for are refused.
    package init(
        loop: EventLoop, endpoint: Endpoint, connectionLimit: Int = HTTPPort.connectionLimit,
        idleSeconds: Int = HTTPPort.idleSeconds, output: (any HTTPOutputLedger)? = nil,
        onWebSocket: ((any Transport) -> Void)? = nil,
        handler: @escaping (HTTPRequest, @escaping (HTTPResponse) -> Void) -> Void
    ) throws(HTTPPortError) {
        if let trouble = Self.libraryTrouble() { throw trouble }
        self.loop = loop
        self.idleSeconds = idleSeconds
        self.onWebSocket = onWebSocket
        self.output = output
        self.connectionLimit = connectionLimit
        self.handler = handler
        do {
            socket = try loop.openListening(on: endpoint)
        } catch {
            throw .listen(error)
        }
        for descriptor in socket.descriptors { start(descriptor) }
    }

    /// Why the library cannot be had; `nil` where it can, and it is loaded then.
    package static func libraryTrouble() -> HTTPPortError? {
        var words = [CChar](repeating: 0, count: 256)
        guard chttp_load(&words, Int32(words.count)) != 0 else { return nil }
        return .library(String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    private func start(_ descriptor: Int32) {
        let server = Server(port: self, output: output)
        let limits = chttp_limits(
            body_limit: UInt32(Self.bodyLimit), connection_limit: UInt32(connectionLimit),
            idle_seconds: UInt32(idleSeconds))
        server.handle = chttp_server_make(
            descriptor, limits,
            { context, request in
                guard let context, let request else { return }
                let server = Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
                if !server.port.upgrade(request, context) { server.port.take(request, on: server) }
            },
            { context, request in
                guard let context, let request else { return }
                Unmanaged<Server>.fromOpaque(context).takeUnretainedValue().ended(request)
            }, Unmanaged.passUnretained(server).toOpaque())
        guard let handle = server.handle else { return }
        server.watch = loop.watch(chttp_server_descriptor(handle), .readable) { [weak self, weak server] _ in
            if let self, let server { run(server) }
        }
        servers.append(server)
    }

    private func run(_ server: Server) {
        guard let handle = server.handle else { return }
        if let timer = server.timer { loop.cancel(timer) }
        server.timer = nil
        isRunning = true
        let wait = chttp_server_run(handle)
        isRunning = false
        guard wait >= 0 else { return }
        server.timer = loop.schedule(after: wait) { [weak self, weak server] in
            guard let self, let server else { return }
            server.timer = nil
            run(server)
        }
    }

    /// Whether the request was one for WebSocket and the stream is to be that.
    private func upgrade(_ request: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Bool {
        guard onWebSocket != nil, String(cString: chttp_request_path(request)) == "/ws" else { return false }
        return chttp_request_upgrade(
            request,
            { context, descriptor, extra, count in
                guard let context else { return }
                let port = Unmanaged<Server>.fromOpaque(context).takeUnretainedValue().port
                let bytes = Array(UnsafeBufferPointer(start: extra, count: Int(count)))
                port.onWebSocket?(WebSocketTransport(port.loop.transport(on: descriptor), extra: bytes))
            }, context) == 0
    }

    private func take(_ request: OpaquePointer, on server: Server) {
        lastRequest += 1
        let id = lastRequest
        waiting[id] = (request, server)
        handler(Self.read(request)) { [weak self] response in self?.answer(id, response) }
    }

    private func answer(_ id: Int, _ response: HTTPResponse) {
        guard let (request, server) = waiting.removeValue(forKey: id) else { return }
        var response = response
        if let output {
            if !output.hasRoom(forHTTP: response.body.count, of: response.account) { response = .noRoom }
            server.held[request] = (response.account, response.body.count)
            output.changeHTTP(response.account, by: response.body.count)
        }
        response.body.withUnsafeBytes { bytes in
            chttp_request_answer(
                request, UInt32(response.status), response.contentType, bytes.baseAddress, UInt64(bytes.count))
        }
        // The library's descriptor does not tell of connections that go on after a late answer.
        guard !isRunning, !isRunDue else { return }
        isRunDue = true
        loop.onNextTurn { [weak self] in
            guard let self else { return }
            isRunDue = false
            for server in servers { run(server) }
        }
    }

    private static func read(_ request: OpaquePointer) -> HTTPRequest {
        func header(_ name: String) -> String? { chttp_request_header(request, name).map { String(cString: $0) } }
        var count: UInt64 = 0
        let bytes = chttp_request_body(request, &count)
        var parameters: [String: String] = [:]
        for name in HTTPRequest.parameterNames {
            if let value = chttp_request_parameter(request, name) { parameters[name] = String(cString: value) }
        }
        let authorization = header("Authorization") ?? ""
        let isBearer = authorization.lowercased().hasPrefix("bearer ")
        var whole = HTTPRequest(
            method: String(cString: chttp_request_method(request)), path: String(cString: chttp_request_path(request)),
            target: String(cString: chttp_request_target(request)), parameters: parameters,
            token: isBearer ? String(authorization.dropFirst(7).drop { $0 == " " }) : nil, host: header("Host"),
            origin: header("Origin"), body: Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
        whole.isOfApplication = authorization.lowercased().hasPrefix("basic ")
        whole.isForwarded = ["Forwarded", "X-Forwarded-For", "Via"].contains { header($0) != nil }
        return whole
    }

    /// Closes socket and connections. Requests without an answer get none.
    package func close() {
        waiting = [:]
        for server in servers {
            server.watch?.cancel()
            if let timer = server.timer { loop.cancel(timer) }
            if let handle = server.handle { chttp_server_stop(handle) }
            server.handle = nil
        }
        if !servers.isEmpty { socket.removeFile() }
        servers = []
    }

    deinit { close() }
}
