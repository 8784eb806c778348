internal import Glibc

extension TransportError {
    /// The error for a number of the operating system; `target` is named where nobody listens.
    init(errno code: Int32, target: String) {
        switch code {
        case ECONNREFUSED: self = .refused("nobody listens on \(target)")
        case ENOENT: self = .refused("there is no socket \(target)")
        case ETIMEDOUT: self = .timedOut
        case ECONNRESET, EPIPE: self = .reset
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: self = .unreachable
        default: self = .system(code: code, reason: SystemError.words(code))
        }
    }
}
