/// Why nothing listens.
public enum ListenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Somebody else listens there.
    case inUse(Endpoint)
    /// A file that is no socket has the path; it is left alone.
    case notASocket(path: String)
    /// The host has no address here; the resolver's words.
    case cannotResolve(host: String, reason: String)
    /// TLS is offered to clients only; put a TLS proxy in front of the server.
    case tlsNotOffered
    /// Any other error of the operating system.
    case system(SystemError)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .inUse(let endpoint): "another program listens on \(endpoint) already"
        case .notASocket(let path): "\(path) exists and is no socket; remove it or choose another path"
        case .cannotResolve(let host, let reason): "cannot listen on \(host): \(reason)"
        case .tlsNotOffered: "this server cannot listen with TLS; put a TLS proxy in front of it"
        case .system(let error): error.description
        }
    }
}
