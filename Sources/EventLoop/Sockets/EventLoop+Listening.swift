internal import CPosix
internal import Glibc

extension EventLoop {
    /// Listens on a TCP address (port 0: the kernel's choice, see `Listener.endpoint`; host empty or `*`: every
    /// address) or on a Unix socket, whose file gets mode 0600 before anybody can connect; a socket file that nobody
    /// listens on any more is replaced. The handler gets each transport before its `connected`; it must keep it.
    ///
    /// A host name is looked up on the spot and may block: call it at the start of a server only.
    public func listen(
        on endpoint: Endpoint, onAccept: @escaping (any Transport, PeerInformation) -> Void
    ) throws(ListenError) -> Listener {
        switch endpoint {
        case .tls: throw .tlsNotOffered
        case .tcp(let host, let port):
            let (descriptors, boundPort) = try listenTCP(host: host, port: port)
            return Listener(
                loop: self, endpoint: .tcp(host: host, port: boundPort), descriptors: descriptors, file: nil,
                onAccept: onAccept)
        case .unix(let path):
            let descriptor = try listenUnix(path: path)
            return Listener(
                loop: self, endpoint: endpoint, descriptors: [descriptor], file: SocketFile(path: path),
                onAccept: onAccept)
        }
    }

    /// Listens as `listen(on:onAccept:)` does and leaves the accepting to somebody else, who owns the descriptors from
    /// then on. The answer names where it listens and removes a socket file when it is closed.
    package func openListening(on endpoint: Endpoint) throws(ListenError) -> ListeningSocket {
        switch endpoint {
        case .tls: throw .tlsNotOffered
        case .tcp(let host, let port):
            let (descriptors, boundPort) = try listenTCP(host: host, port: port)
            return ListeningSocket(endpoint: .tcp(host: host, port: boundPort), descriptors: descriptors, file: nil)
        case .unix(let path):
            let descriptor = try listenUnix(path: path)
            return ListeningSocket(endpoint: endpoint, descriptors: [descriptor], file: SocketFile(path: path))
        }
    }

    /// Takes over a connected, non-blocking stream socket that somebody else accepted; `connected` comes in the next
    /// turn.
    package func transport(on descriptor: Int32) -> any Transport {
        StreamTransport(loop: self, connected: descriptor, target: "")
    }

    private func listenTCP(host: String, port: UInt16) throws(ListenError) -> ([Int32], UInt16) {
        let isWildcard = host.isEmpty || host == "*"
        let addresses: [SocketAddress]
        switch Resolver.lookUp(host: isWildcard ? "" : host, port: port, passive: true) {
        case .failed(let reason): throw .cannotResolve(host: host, reason: reason)
        case .addresses(let found): addresses = found
        }
        var descriptors: [Int32] = []
        var boundPort = port
        var failure = EADDRNOTAVAIL
        for var address in addresses {
            address.port = boundPort
            switch Self.bindAndListen(address) {
            case .success(let descriptor):
                descriptors.append(descriptor)
                boundPort = Self.port(of: descriptor)
            case .failure(let error):
                if failure != EADDRINUSE { failure = error.code }
            }
        }
        if !descriptors.isEmpty { return (descriptors, boundPort) }
        if failure == EADDRINUSE { throw .inUse(.tcp(host: host, port: port)) }
        throw .system(SystemError(operation: "listen on", subject: "\(host):\(port)", code: failure))
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var raw = cposix_address()
        guard cposix_local_address(descriptor, &raw) == 0 else { return 0 }
        return SocketAddress(raw: raw).port
    }

    private static func bindAndListen(_ address: SocketAddress) -> Result<Int32, SystemError> {
        let descriptor = cposix_stream_socket(address.family)
        guard descriptor >= 0 else { return .failure(SystemError(operation: "make a socket", code: -descriptor)) }
        cposix_listen_options(descriptor, address.family, 0)
        var code = withUnsafePointer(to: address.raw) { cposix_bind(descriptor, $0) }
        if code == 0 { code = cposix_listen(descriptor, 512) }
        guard code == 0 else {
            Glibc.close(descriptor)
            return .failure(SystemError(operation: "listen", code: -code))
        }
        return .success(descriptor)
    }

    private func listenUnix(path: String) throws(ListenError) -> Int32 {
        let address: SocketAddress
        switch SocketAddress.unix(path: path) {
        case .success(let found): address = found
        case .failure(let error): throw .system(error)
        }
        let descriptor = cposix_stream_socket(AF_UNIX)
        guard descriptor >= 0 else { throw .system(SystemError(operation: "make a socket", code: -descriptor)) }
        do throws(ListenError) {
            // The file is made with the socket's own mode; nobody can connect before `listen`.
            fchmod(descriptor, 0o600)
            try bindUnix(descriptor, address, path: path)
            guard chmod(path, 0o600) == 0 else {
                throw .system(SystemError(operation: "protect", subject: path, code: errno))
            }
            let code = cposix_listen(descriptor, 512)
            guard code == 0 else { throw .system(SystemError(operation: "listen on", subject: path, code: -code)) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    private func bindUnix(_ descriptor: Int32, _ address: SocketAddress, path: String) throws(ListenError) {
        func bind() -> Int32 { -withUnsafePointer(to: address.raw) { cposix_bind(descriptor, $0) } }
        var code = bind()
        if code == EADDRINUSE {
            guard SocketFile.isSocket(path) else { throw .notASocket(path: path) }
            guard Self.isStale(address) else { throw .inUse(.unix(path: path)) }
            unlink(path)
            code = bind()
            if code == EADDRINUSE { throw .inUse(.unix(path: path)) }
        }
        guard code == 0 else { throw .system(SystemError(operation: "listen on", subject: path, code: code)) }
    }

    /// Whether nobody listens behind a socket file: only a refused connect says so.
    private static func isStale(_ address: SocketAddress) -> Bool {
        let probe = cposix_stream_socket(AF_UNIX)
        guard probe >= 0 else { return false }
        defer { Glibc.close(probe) }
        return withUnsafePointer(to: address.raw) { cposix_connect(probe, $0) } == -ECONNREFUSED
    }
}
