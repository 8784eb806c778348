package import EventLoop

extension Endpoint {
    /// Whether only this machine reaches it: a Unix socket, or a loopback address.
    package var isOnThisMachine: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _), .tls(let host, _):
            host == "localhost" || host == "::1"
                || host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        }
    }
}
