/// Which way a frame travels; each way has its own set of commands (protocol document, section 4).
package enum FrameDirection: Sendable, Hashable {
    /// Sent by a client, read by a server.
    case fromClient
    /// Sent by a server, read by a client.
    case fromServer
}
