/// Where a server listens.
public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// A TCP address; the host is resolved anew at each connect.
    case tcp(host: String, port: UInt16)
    /// A Unix socket.
    case unix(path: String)
    /// TLS over TCP; the certificate must be valid for the host.
    case tls(host: String, port: UInt16)

    /// The endpoint as `--server` takes it.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .tls(let host, let port): host.contains(":") ? "tls://[\(host)]:\(port)" : "tls://\(host):\(port)"
        }
    }
}
