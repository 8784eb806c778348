internal import CPosix
internal import Glibc

/// Accepts connections on a TCP address or a Unix socket. Keep it: one that is let go of closes.
public final class Listener {
    /// Where it listens; a port of 0 has become the real one.
    public let endpoint: Endpoint

    private struct Socket {
        let descriptor: Int32
        let watch: Watch
    }

    private let loop: EventLoop
    private let file: SocketFile?
    private let onAccept: (any Transport, PeerInformation) -> Void
    private var sockets: [Socket] = []
    private var backOff = AcceptBackOff()
    private var retry: TimerID?

    private static let acceptsPerTurn = 64

    init(
        loop: EventLoop, endpoint: Endpoint, descriptors: [Int32], file: SocketFile?,
        onAccept: @escaping (any Transport, PeerInformation) -> Void
    ) {
        self.loop = loop
        self.endpoint = endpoint
        self.file = file
        self.onAccept = onAccept
        sockets = descriptors.map { descriptor in
            Socket(
                descriptor: descriptor,
                watch: loop.watch(descriptor, .readable) { [weak self] _ in self?.accept(on: descriptor) })
        }
    }

    deinit { close() }

    /// Stops listening and removes its own socket file; accepted transports stay open.
    public func close() {
        if let retry { loop.cancel(retry) }
        for socket in sockets {
            socket.watch.cancel()
            Glibc.close(socket.descriptor)
        }
        if !sockets.isEmpty { file?.removeIfOurs() }
        sockets = []
    }

    private func accept(on descriptor: Int32) {
        for _ in 0..<Self.acceptsPerTurn {
            guard sockets.contains(where: { $0.descriptor == descriptor }) else { return }
            var peer = cposix_address()
            let accepted = cposix_accept(descriptor, &peer)
            guard accepted >= 0 else {
                switch -accepted {
                case EAGAIN: break
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: rest()
                // The client has gone again, or a network error belongs to it alone.
                default: continue
                }
                return
            }
            backOff.accepted()
            take(accepted, SocketAddress(raw: peer))
        }
    }

    private func take(_ descriptor: Int32, _ peer: SocketAddress) {
        var user: UInt32?
        var process: Int32?
        if peer.family == AF_UNIX {
            var found: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
            if cposix_peer_credentials(descriptor, &found.process, &found.user, &found.group) == 0 {
                user = found.user
                process = found.process
            }
        } else {
            cposix_tcp_options(descriptor)
        }
        let text = peer.text
        onAccept(
            StreamTransport(loop: loop, connected: descriptor, target: text),
            PeerInformation(address: text, userID: user, processID: process))
    }

    /// Without descriptors a level-triggered listener would spin: it rests, longer each time.
    private func rest() {
        for socket in sockets { socket.watch.interest = [] }
        retry = loop.schedule(after: backOff.refused()) { [weak self] in
            self?.retry = nil
            self?.sockets.forEach { $0.watch.interest = .readable }
        }
    }
}
