import EventLoop
import IMService

/// Why a connection was lost or not made, in words for a status line.
enum ConnectionWords {
    static func reason(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .transport(let error): transport(error)
        case .connectTimedOut: "no answer to the connect"
        case .authenticationTimedOut: "the server is silent"
        case .heartbeatTimedOut: "the link is dead"
        case .closedByServer: "the server closed the connection"
        case .protocolViolation(let what): "the server sent nonsense (\(what))"
        }
    }

    private static func transport(_ error: TransportError) -> String {
        switch error {
        case .cannotResolve(let host, let reason): "cannot find \(host): \(reason)"
        case .refused: "nobody listens there"
        case .timedOut: "no answer to the connect"
        case .reset: "the connection was reset"
        case .unreachable: "the network cannot be reached"
        case .tls(let reason): "TLS: \(reason)"
        case .system(_, let reason): reason
        }
    }
}
