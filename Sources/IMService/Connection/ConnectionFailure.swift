public import EventLoop

/// Why a connection was lost or not made. The interface has one sentence for each.
public enum ConnectionFailure: Error, Sendable, Hashable {
    /// The transport's own reason: name look-up, refusal, reset, TLS.
    case transport(TransportError)
    /// Resolving and connecting took too long.
    case connectTimedOut
    /// The server said nothing to our token within the time-out.
    case authenticationTimedOut
    /// No sign of life within the time-out of a heartbeat: the link is dead.
    case heartbeatTimedOut
    /// The server ended the stream.
    case closedByServer
    /// The server sent what no server may send; the fault in words, free of message text.
    case protocolViolation(String)
}
